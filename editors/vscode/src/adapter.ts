// The steps of a procedure as a debug session, after the Debug Adapter Protocol: forward and back, to breakpoints on lines
// of the puzzle, and what is so after each step. What runs is long over; a session goes through what was written.

import * as vscode from 'vscode';
import { Item, Step, Trace, outOf, placeOf, stateAfter, stopAt } from './trace';

/** What a session is about. */
export interface Traced {
  trace: Trace;
  /** What was asked. */
  question: string;
  /** The file, and the line in which the question or the declaration stands, from 1. */
  file: string;
  line: number;
}

interface Message {
  seq: number;
  type: string;
  command: string;
  arguments?: Record<string, unknown>;
}

type Body = Record<string, unknown>;

/** There is one thread. */
const THREAD = 1;
/** The lists of variables, by their numbers. */
const STEP = 1;
const LEVELS = 2;
const ITEMS = 3;
/** So many items are listed; of more those that steps were about lately. */
const FEW = 200;
const LATELY = 100;
/** As the program calls what it reads from its input. */
const INPUT = '<stdin>';

const CAPABILITIES = {
  supportsConfigurationDoneRequest: true,
  supportsStepBack: true,
  supportsRestartRequest: true,
  supportsTerminateRequest: true,
};

export class Adapter implements vscode.DebugAdapter {
  private readonly sender = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
  readonly onDidSendMessage = this.sender.event;
  private traced?: Traced;
  /** How many steps are done. */
  private at = 0;
  private sent = 0;
  /** The lines to stop at, by files. */
  private readonly breakpoints = new Map<string, Set<number>>();

  /** With what traces what a launch names. */
  constructor(private readonly load: (launch: Body) => Promise<Traced>) {}

  dispose(): void {
    this.sender.dispose();
  }

  handleMessage(message: vscode.DebugProtocolMessage): void {
    void this.handle(message as Message);
  }

  private async handle({ seq, type, command, arguments: given = {} }: Message): Promise<void> {
    if (type !== 'request') return;
    const answer = (rest: Body) => this.send({ type: 'response', request_seq: seq, command, success: true, ...rest });
    try {
      const act = this.requests[command];
      if (!act) throw new Error(`Steps that are written down know no ${command}.`);
      const body = await act(given);
      answer({ body });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      answer({ success: false, message, body: { error: { id: 1, format: '{message}', variables: { message }, showUser: true } } });
      return;
    }
    this.after[command]?.();
  }

  private readonly requests: Record<string, (given: Body) => Body | undefined | Promise<Body | undefined>> = {
    initialize: () => CAPABILITIES,
    launch: async (given) => {
      this.traced = await this.load(given);
      return undefined;
    },
    setBreakpoints: (given) => this.setBreakpoints(given),
    setExceptionBreakpoints: () => undefined,
    configurationDone: () => undefined,
    threads: () => ({ threads: [{ id: THREAD, name: `${this.about.question} by ${this.about.trace.procedure}` }] }),
    stackTrace: (given) => this.stack(given),
    scopes: () => this.scopes(),
    variables: (given) => ({ variables: this.variables(given.variablesReference) }),
    next: () => this.move(this.at + 1),
    stepIn: () => this.move(this.at + 1),
    stepOut: () => this.move(outOf(this.about.trace, this.at)),
    stepBack: () => this.move(this.at - 1),
    continue: () => this.move(stopAt(this.about.trace, this.at, 1, this.isStop)),
    reverseContinue: () => this.move(stopAt(this.about.trace, this.at, -1, this.isStop)),
    restart: () => this.move(1),
    // Nothing runs that could be paused.
    pause: () => this.move(this.at),
    terminate: () => undefined,
    disconnect: () => undefined,
  };

  /** What happens once a request is answered. */
  private readonly after: Record<string, () => void> = {
    launch: () => this.event('initialized'),
    configurationDone: () => {
      this.move(1);
      this.stopped('entry');
    },
    next: () => this.stopped('step'),
    stepIn: () => this.stopped('step'),
    stepOut: () => this.stopped('step'),
    stepBack: () => this.stopped('step'),
    continue: () => this.stopped('breakpoint'),
    reverseContinue: () => this.stopped('breakpoint'),
    restart: () => this.stopped('entry'),
    pause: () => this.stopped('pause'),
    terminate: () => this.event('terminated'),
  };

  private get about(): Traced {
    if (!this.traced) throw new Error('Nothing is traced yet.');
    return this.traced;
  }

  private move(to: number): undefined {
    const last = this.about.trace.steps.length;
    this.at = Math.max(Math.min(to, last), Math.min(1, last));
  }

  private stopped(reason: string): void {
    const { trace } = this.about;
    const isEnd = this.at === trace.steps.length;
    const end = trace.is_cut ? 'There are more steps, which are not shown.' : 'These are all steps.';
    const said = [this.step?.says ?? 'Nothing had to be done.', ...(isEnd ? [end, `Answer: ${trace.answer}`] : [])];
    this.event('output', { category: 'console', output: said.map((it) => `${it}\n`).join('') });
    const isStop = this.isStop(placeOf(trace, this.step));
    const told = reason !== 'breakpoint' || isStop ? reason : 'step';
    this.event('stopped', { reason: told, description: this.step?.kind, threadId: THREAD, allThreadsStopped: true });
  }

  private get step(): Step | undefined {
    return this.about.trace.steps[this.at - 1];
  }

  private readonly isStop = (place: Item['place']): boolean =>
    place !== undefined && (this.breakpoints.get(key(this.path(place)))?.has(place.line) ?? false);

  /** The file of a place. */
  private path({ file }: { file: string }): string {
    return file === INPUT ? this.about.file : file;
  }

  private setBreakpoints(given: Body): Body {
    const { trace } = this.about;
    const file = (given.source as { path?: string }).path ?? '';
    const lines = ((given.breakpoints ?? []) as { line: number }[]).map(({ line }) => line);
    this.breakpoints.set(key(file), new Set(lines));
    const places = trace.steps.map((it) => placeOf(trace, it)).filter((it) => it !== undefined);
    const known = new Set(places.filter((it) => key(this.path(it)) === key(file)).map(({ line }) => line));
    const verdict = (line: number) =>
      known.has(line) ? { verified: true, line } : { verified: false, line, message: 'No step comes from this line.' };
    return { breakpoints: lines.map(verdict) };
  }

  /** The step, and below it what stands on the levels, the newest first. */
  private stack({ startFrame = 0, levels = 0 }: Body): Body {
    const { trace, line } = this.about;
    const entries = stateAfter(trace, this.at).entries.filter((it) => it !== this.step).reverse();
    const name = this.step ? `${this.at}. ${this.step.kind} ${this.step.entry ?? ''}`.trimEnd() : 'no steps';
    const named = [{ name, step: this.step }, ...entries.map((step) => ({ name: `${step.entry} (${step.kind})`, step }))];
    const frames = named.map(({ name, step }, at) => {
      const place = placeOf(trace, step) ?? { file: INPUT, line };
      const path = this.path(place);
      return { id: at + 1, name, line: place.line, column: 1, source: { name: path.split(/[\\/]/).at(-1), path } };
    });
    const [from, most] = [Number(startFrame), Number(levels)];
    return { stackFrames: frames.slice(from, most > 0 ? from + most : undefined), totalFrames: frames.length };
  }

  private scopes(): Body {
    const { levels, kind } = this.about.trace;
    const scope = (name: string, variablesReference: number) => ({ name, variablesReference, expensive: false });
    return { scopes: [scope('Step', STEP), ...(levels ? [scope(levels, LEVELS)] : []), scope(kind, ITEMS)] };
  }

  private variables(reference: unknown): Body[] {
    const { trace } = this.about;
    const variable = (name: string, value: string) => ({ name, value, variablesReference: 0 });
    const state = stateAfter(trace, this.at);
    if (reference === STEP) {
      const { says = '', from = [] } = this.step ?? {};
      const follows = from.length > 0 ? [variable('from', from.join(', '))] : [];
      const end = this.at === trace.steps.length ? [variable('answer', trace.answer)] : [];
      return [variable('step', `${this.at} of ${trace.steps.length}`), variable('says', says), ...follows, ...end];
    }
    if (reference === LEVELS) {
      const levels = new Map<number, string[]>();
      for (const { level, entry } of state.entries) levels.set(level, [...(levels.get(level) ?? []), entry!]);
      return [...levels].map(([level, entries]) => variable(`level ${level}`, entries.join(' ')));
    }
    const recent = trace.steps.slice(Math.max(0, this.at - LATELY), this.at);
    const lately = new Set(recent.flatMap(({ item, from }) => [item, ...(from ?? [])]));
    const shown = trace.items.slice(0, state.known).filter(({ number }) => state.known <= FEW || lately.has(number));
    return shown.map(({ number, parts, origin }) => {
      const said = [origin, state.marks.get(number)].filter((it) => it !== undefined);
      return variable(String(number), [parts.join(trace.between), ...said.map((it) => `(${it})`)].join('  '));
    });
  }

  private event(event: string, body?: Body): void {
    this.send({ type: 'event', event, body });
  }

  private send(message: Body): void {
    this.sent += 1;
    this.sender.fire({ seq: this.sent, ...message });
  }
}

/** The same for all ways to write a path. */
function key(path: string): string {
  return vscode.Uri.file(path).toString();
}
