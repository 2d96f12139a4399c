// A worker with the module, and what it is asked. Whatever it does can be stopped: it is ended, and another
// one takes its place.

import type { FromWorker, Request, Told, ToWorker } from './module';

interface Asked {
  tell(told: Told): void;
  end(isStopped: boolean): void;
}

export class Helper {
  private worker: Worker | undefined;
  private readonly asked = new Map<number, Asked>();
  private next = 1;

  constructor(private readonly module: Promise<WebAssembly.Module | undefined>) {
    this.start();
  }

  /** Whether it is at work. */
  get isBusy(): boolean {
    return this.asked.size > 0;
  }

  /** Asks something; says in the end whether the answer is whole. */
  ask(request: Request, tell: (told: Told) => void): Promise<boolean> {
    const id = this.next++;
    return new Promise((resolve) => {
      let isWhole = true;
      this.asked.set(id, {
        tell(told) {
          isWhole &&= told.fault === undefined;
          tell(told);
        },
        end: (isStopped) => resolve(isWhole && !isStopped),
      });
      this.send({ id, request });
    });
  }

  /** Asks for one thing. */
  async one(request: Request): Promise<Told> {
    let answer: Told = {};
    await this.ask(request, (told) => (answer = told));
    return answer;
  }

  /** Ends what it does. */
  stop(): void {
    if (!this.isBusy) return;
    this.start();
    const ended = [...this.asked.values()];
    this.asked.clear();
    ended.forEach((it) => it.end(true));
  }

  private send(message: ToWorker): void {
    const worker = this.worker;
    void this.module.then(() => {
      // A worker that was ended meanwhile hears nothing more.
      if (worker === this.worker) worker?.postMessage(message);
    });
  }

  private start(): void {
    this.worker?.terminate();
    const worker = new Worker('worker.js');
    this.worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.hear(data));
    void this.module.then((module) => module && worker.postMessage({ module } satisfies ToWorker));
  }

  private hear(message: FromWorker): void {
    const asked = this.asked.get(message.id);
    if (!asked) return;
    if ('told' in message) {
      asked.tell(message.told);
      if (message.told.fault === undefined) return;
      // The module is of no use behind a fault.
      this.asked.delete(message.id);
      this.start();
      const rest = [...this.asked.values()];
      this.asked.clear();
      [asked, ...rest].forEach((it) => it.end(it !== asked));
      return;
    }
    this.asked.delete(message.id);
    asked.end(false);
  }
}
