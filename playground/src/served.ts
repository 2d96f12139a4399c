// As worker.ts, where the program itself answers: requests go to it, and what it tells comes line by line. Whoever ends
// the worker hangs up, by which the program knows that nobody waits any more.

import type { FromWorker, Told, ToWorker } from './module';

const send = (message: FromWorker) => postMessage(message);

addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  if ('module' in data) return;
  const { id, request } = data;
  try {
    const response = await fetch('ask', { method: 'POST', body: JSON.stringify(request) });
    if (!response.ok || !response.body) throw new Error(await response.text());
    let rest = '';
    const lines = response.body.pipeThrough(new TextDecoderStream());
    for (const reader = lines.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      const [last = '', ...whole] = (rest + value).split('\n').reverse();
      rest = last;
      for (const line of whole.reverse()) send({ id, told: JSON.parse(line) as Told });
    }
  } catch (error) {
    send({ id, told: { fault: `the program does not answer: ${error instanceof Error ? error.message : String(error)}` } });
  }
  send({ id, done: true });
});
