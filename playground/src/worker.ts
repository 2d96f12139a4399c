// Runs the module: requests in, what is told out. A fault of the module ends it; the page makes a new one.

import type { FromWorker, Told, ToWorker } from './module';

interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  ask(room: number, length: number): void;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
let current = 0;
let lastTold: Told = {};
let exports: Promise<Exports> | undefined;

const send = (message: FromWorker) => postMessage(message);

const host = {
  now: () => performance.now(),
  tell(at: number, length: number) {
    const bytes = new Uint8Array(ready!.memory.buffer, at, length);
    lastTold = JSON.parse(decoder.decode(bytes)) as Told;
    send({ id: current, told: lastTold });
  },
};
let ready: Exports | undefined;

addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  if ('module' in data) {
    exports = WebAssembly.instantiate(data.module, { host }).then((it) => it.exports as unknown as Exports);
    return;
  }
  ready = await exports;
  if (!ready) return;
  current = data.id;
  lastTold = {};
  try {
    const bytes = encoder.encode(JSON.stringify(data.request));
    const room = ready.room(bytes.length);
    new Uint8Array(ready.memory.buffer, room, bytes.length).set(bytes);
    ready.ask(room, bytes.length);
  } catch (error) {
    // A panic has said what it was; a stack that is too small or too much memory has not.
    if (!lastTold.fault) send({ id: current, told: { fault: String(error) } });
  }
  send({ id: current, done: true });
});
