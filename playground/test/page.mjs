// Uses the built page in a real browser as a person does, and compares its answers with the program's:
//     node test/page.mjs PUZZLE FOLDER PICTURES

import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

const [program, folder, pictures] = process.argv.slice(2, 5).map((it) => resolve(it));
const EXAMPLES = join(dirname(fileURLToPath(import.meta.url)), '../../examples');
const LONG = 'game big: dots {\n    size 4\n}\nsolve big\n';

const server = await serve(folder);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });

async function visit(options = {}, url = server.url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (it) => it.type() === 'error' && faults.push(it.text()));
  await page.goto(url);
  await page.locator('.cm-content').waitFor();
  return { page, context, faults };
}

async function write(page, text) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

const written = (page) => page.evaluate(() => [...document.querySelectorAll('.cm-line')].map((it) => {
  const line = it.cloneNode(true);
  line.querySelectorAll('.answer').forEach((answer) => answer.remove());
  return line.textContent;
}).join('\n'));
const answer = (page, words) => page.locator('.answer', { hasText: words }).first().waitFor();
const status = (page, words) => page.locator('#status', { hasText: words }).waitFor();

const visits = {
  async 'the first example is answered and drawn'() {
    const { page, faults } = await visit();
    await status(page, 'as expected');
    await page.locator('#picture svg text', { hasText: 'GOAL' }).first().waitFor();
    await page.locator('.word-keyword', { hasText: 'maze' }).first().waitFor();
    // What the line says is not said again.
    assert.equal(await page.locator('.answer').first().textContent(), '✓');
    await page.screenshot({ path: join(pictures, 'light.png') });
    assert.deepEqual(faults, []);
  },

  async 'a mistake is shown as it is typed, and its fix leads to an answer'() {
    const { page } = await visit();
    await write(page, '');
    await page.keyboard.type('formula both = x*y\nsolve both', { delay: 20 });
    await page.locator('.cm-lintRange-error').first().waitFor();
    await page.screenshot({ path: join(pictures, 'mistake.png') });
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Alt+Enter');
    await page.locator('.cm-line', { hasText: 'formula both = (x*y)' }).waitFor();
    await answer(page, 'x=1 y=1');
    assert.equal(await page.locator('.cm-lintRange-error').count(), 0);
    await page.locator('#picture svg').waitFor();
  },

  async 'a fix is a button in the tooltip'() {
    const { page } = await visit();
    await write(page, 'formula both = x*y\nsolve both\n');
    await page.locator('.cm-lintRange-error').first().hover();
    await page.locator('.cm-diagnosticAction').first().waitFor();
    await page.screenshot({ path: join(pictures, 'fix.png') });
    await page.locator('.cm-diagnosticAction').first().click();
    await answer(page, 'x=1 y=1');
  },

  async 'the picture and the answer follow the cursor'() {
    const { page } = await visit();
    await write(page, 'formula one = (x*-x)\nformula two = (y+z)\nsolve one\nsolve two\n');
    await answer(page, 'unsatisfiable');
    await page.locator('.cm-line', { hasText: 'formula two' }).click();
    await page.locator('#picture svg text', { hasText: 'z' }).first().waitFor();
    await page.locator('.answer', { hasText: 'unsatisfiable' }).click();
    await page.locator('#details h2', { hasText: 'solve one' }).waitFor();
    await page.locator('#picture svg text', { hasText: 'x' }).first().waitFor();
  },

  async 'a long question is stopped, and the next one is answered'() {
    const { page } = await visit();
    await write(page, LONG);
    await status(page, 'Answering');
    await page.locator('#stop').click();
    await status(page, 'Stopped');
    await write(page, 'count (x+y)\n');
    await answer(page, '3');
  },

  async 'the page goes on behind a fault of the module'() {
    const faulty = `addEventListener('message', (event) => {
      const { id, request } = event.data;
      if (request?.ask !== 'run' || !request.text.includes('fault')) return;
      event.stopImmediatePropagation();
      postMessage({ id, told: { fault: 'out of memory' } });
    });\n`;
    const { page, context } = await visit({ serviceWorkers: 'block' });
    const worker = readFileSync(join(folder, 'worker.js'), 'utf8');
    await context.route('**/worker.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: faulty + worker }));
    await page.reload();
    await status(page, 'as expected');
    await write(page, '// A fault.\nsolve (x+y)\n');
    await status(page, 'could not go on: out of memory');
    await write(page, 'count (x+y)\n');
    await answer(page, '3');
  },

  async 'words are completed and explained, and the text is brought into form'() {
    const { page } = await visit();
    await write(page, '/// Both of them.\nformula   both = (x*y)\nsolve bo');
    await page.keyboard.press('Control+Space');
    await page.locator('.cm-tooltip-autocomplete li', { hasText: 'both' }).first().waitFor();
    await page.waitForTimeout(200);
    await page.screenshot({ path: join(pictures, 'completion.png') });
    await page.keyboard.press('Enter');
    await page.locator('.cm-line', { hasText: 'solve both' }).waitFor();
    await page.locator('#format').click();
    await page.waitForFunction(() => document.querySelector('.cm-content').textContent.includes('formula both = '));
    await page.locator('.word-function', { hasText: 'both' }).first().hover();
    await page.locator('.words.hover', { hasText: 'Both of them.' }).waitFor();
  },

  async 'a link carries the text'() {
    const { page } = await visit();
    const text = 'formula é = (x*y) // 𝔸\nsolve é\n';
    await write(page, text);
    await answer(page, 'x=1 y=1');
    await page.locator('#share').click();
    await status(page, 'carries the text');
    const { page: other } = await visit({}, page.url());
    await answer(other, 'x=1 y=1');
    assert.equal(await written(other), text);
  },

  async 'the gallery opens an example with the files that it names'() {
    const { page } = await visit();
    await page.locator('#open').click();
    await page.screenshot({ path: join(pictures, 'gallery.png') });
    await page.locator('#examples button', { hasText: /^warehouse / }).click();
    await page.locator('#name', { hasText: 'warehouse.puzzle' }).waitFor();
    await status(page, 'as expected');
  },

  async 'it works without a network once it was loaded'() {
    const { page, context } = await visit();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await status(page, 'as expected');
    await context.setOffline(true);
    await page.reload();
    await status(page, 'as expected');
  },

  async 'it is dark where the person likes it dark'() {
    const { page } = await visit({ colorScheme: 'dark' });
    await status(page, 'as expected');
    await page.locator('#picture svg').waitFor();
    await page.screenshot({ path: join(pictures, 'dark.png') });
    const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(back, 'rgb(13, 17, 23)');
  },

  async 'it fits on a telephone'() {
    const { page } = await visit({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
    await status(page, 'as expected');
    await page.locator('#picture svg').waitFor();
    await page.screenshot({ path: join(pictures, 'narrow.png') });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `it is ${width} wide`);
  },

  async 'the answers are those of the program, for every example'() {
    const { page } = await visit();
    const examples = JSON.parse(readFileSync(join(folder, 'examples.json'), 'utf8'));
    const names = readdirSync(EXAMPLES).filter((it) => it.endsWith('.puzzle'));
    assert.ok(names.length > 40);
    for (const name of names) {
      const program = native(name);
      const files = await page.evaluate(inWorker, { ask: 'run', name, text: examples[name], files: examples });
      assert.deepEqual(files.map(timeless), program.map(timeless), name);
    }
  },

  async 'a warm page answers what is typed'() {
    const { page } = await visit();
    await status(page, 'as expected');
    const began = performance.now();
    await write(page, 'formula both = (x*y)\nsolve both\n');
    await answer(page, 'x=1 y=1');
    console.log(`  answered ${Math.round(performance.now() - began)} ms after typing, the pause included`);
  },
};

/** What the program says of an example. */
function native(name) {
  const options = { cwd: EXAMPLES, encoding: 'utf8', maxBuffer: 1 << 28 };
  return JSON.parse(execFileSync(program, ['run', '--format', 'json', name], options)).files;
}

/** What is found, without how long it took; of the procedures that are compared the times stand in a table. */
function timeless(file) {
  const whole = { ...file, tests: file.tests.map(({ seconds, ...rest }) => rest) };
  return JSON.parse(JSON.stringify(whole).replace(/ +\d+\.\d{6}(?=")/g, ''));
}

/** The files that the module tells, asked in a worker of its own. */
async function inWorker(request) {
  const worker = new Worker('worker.js');
  const files = [];
  const isDone = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.done) resolve();
      else if (data.told.fault) reject(new Error(data.told.fault));
      else if (data.told.file) files.push(data.told.file);
    };
  });
  worker.postMessage({ module: await WebAssembly.compileStreaming(fetch('puzzle.wasm')) });
  worker.postMessage({ id: 1, request });
  await isDone.finally(() => worker.terminate());
  return files;
}

mkdirSync(pictures, { recursive: true });
let failed = 0;
const chosen = process.argv[5] ?? '';
for (const [name, act] of Object.entries(visits).filter(([name]) => name.includes(chosen))) {
  const failure = await act().then(() => undefined, (error) => error);
  console.log(`${failure ? 'FAILED' : 'ok'}: ${name}`);
  if (failure) console.log(failure.stack ?? failure);
  failed += failure ? 1 : 0;
  await Promise.all(browser.contexts().map((it) => it.close()));
}
await browser.close();
server.close();
process.exitCode = failed ? 1 : 0;
