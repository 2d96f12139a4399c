// Runs the module: requests in, what is told out. A fault of the module ends it; the page makes a new one.

import { cross } from './border';
import type { Border } from './border';
import type { FromWorker, Told, ToWorker } from './module';

let current = 0;
let lastTold: Told = {};
let border: Promise<Border> | undefined;

const send = (message: FromWorker) => postMessage(message);

function hear(text: string): void {
  lastTold = JSON.parse(text) as Told;
  send({ id: current, told: lastTold });
}

addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  if ('module' in data) {
    border = cross(data.module, hear);
    return;
  }
  const module = await border;
  if (!module) return;
  current = data.id;
  lastTold = {};
  try {
    module.give(JSON.stringify(data.request), module.exports.ask);
  } catch (error) {
    // A panic has said what it was; a stack that is too small or too much memory has not.
    if (!lastTold.fault) send({ id: current, told: { fault: String(error) } });
  }
  send({ id: current, done: true });
});
