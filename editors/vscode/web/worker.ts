// A language server in a worker: the module first, then messages of its client. The module works in turns, between
// which new messages are heard.

import { cross } from '../../../playground/src/border';
import type { Border } from '../../../playground/src/border';
import type { FromServer, ToServer } from './connection';

/** Nothing if it could not be made. */
let border: Promise<Border | undefined> | undefined;
let next: ReturnType<typeof setTimeout> | undefined;
let fault: string | undefined;

const send = (message: FromServer) => postMessage(message);

/** What it tells is a message for the client, but for what a panic says. */
function hear(text: string): void {
  const told = JSON.parse(text) as FromServer;
  if ('fault' in told) fault = told.fault;
  else send(told);
}

function fail(error: unknown): undefined {
  send({ fault: (fault ??= String(error)) });
}

/** Does something with the module, which is of no use behind a fault. */
function guarded(act: () => void): void {
  if (fault !== undefined) return;
  try {
    act();
  } catch (error) {
    fail(error);
  }
}

function turn(module: Border): void {
  guarded(() => {
    const pause = module.exports.turn();
    if (pause >= 0) next = setTimeout(() => turn(module), pause);
  });
}

addEventListener('message', async ({ data }: MessageEvent<ToServer>) => {
  if (typeof data !== 'string') {
    border = cross(data.module, hear).catch(fail);
    return;
  }
  const module = await border;
  if (!module) return;
  guarded(() => module.give(data, module.exports.take));
  clearTimeout(next);
  // Messages that are there already come first.
  next = setTimeout(() => turn(module), 0);
});
