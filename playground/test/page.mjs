// Uses the built page in a real browser as a person does, and compares its answers with the program's:
//     node test/page.mjs PUZZLE FOLDER PICTURES

import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { blocks, inProgram, openTutorial, tryBlock } from './lessons.mjs';
import { serve } from './serve.mjs';
import { answer, make, open, status, write, written } from './visits.mjs';

const [program, folder, pictures] = process.argv.slice(2, 5).map((it) => resolve(it));
const EXAMPLES = join(dirname(fileURLToPath(import.meta.url)), '../../examples');
const LONG = 'game big: dots {\n    size 4\n}\nsolve big\n';

const server = await serve(folder);

const visit = (options, url = server.url) => open(url, options);

const visits = {
  async 'the page is less than two megabytes when it is compressed'() {
    const sizes = readdirSync(folder).map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length);
    assert.ok(sizes.reduce((all, size) => all + size) < 2_000_000, String(sizes));
  },

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

  async 'why there is no solution is told, and a change that is offered makes one'() {
    const { page } = await visit();
    await write(page, 'puzzle pair {\n    constant x, y: 1..3\n    x > y\n    y > x\n}\nsolve pair\n');
    await answer(page, 'no solution');
    await page.locator('#why').click();
    await page.locator('#said .because', { hasText: 'line 4' }).waitFor();
    await page.screenshot({ path: join(pictures, 'why.png') });
    await page.locator('#said .changes button', { hasText: 'leave out y > x' }).click();
    await answer(page, 'solvable');
    assert.ok(!(await written(page)).includes('y > x'));
    assert.equal(await page.locator('#said').textContent(), '');
  },

  async 'the steps of a puzzle are told one by one'() {
    const { page } = await visit();
    await write(page, 'puzzle three {\n    constant x, y, z: 1..3\n    x < y\n    y < z\n}\nsolve three\n');
    await page.locator('#hint').click();
    await page.locator('#said .steps > li').first().waitFor();
    for (const count of [2, 3, 4]) {
      await page.locator('#hint', { hasText: 'Next step' }).click();
      await page.waitForFunction((it) => document.querySelectorAll('#said .steps > li').length === it, count);
    }
    await page.locator('#said', { hasText: 'there is no other one' }).waitFor();
    assert.ok(await page.locator('#hint').isDisabled());
    await page.screenshot({ path: join(pictures, 'steps.png') });
    await page.locator('#said .reasons button', { hasText: 'line 4' }).first().click();
    assert.equal(await page.evaluate(() => document.activeElement?.className.includes('cm-content')), true);
  },

  async 'a game is played with the mouse and by the keyboard'() {
    const { page } = await visit();
    await write(page, 'game heap: subtract-square {\n    value 6\n}\nsolve heap\n');
    await page.locator('#play').click();
    await page.locator('#table .moves button').first().waitFor();
    await page.screenshot({ path: join(pictures, 'play.png') });
    await page.locator('#table .actions button', { hasText: 'Hint' }).click();
    await page.locator('#table .said .hint').waitFor();
    await page.locator('#table .moves button', { hasText: '1' }).first().click();
    await page.waitForFunction(() => document.querySelector('#table .made').textContent.includes('2.'));
    await page.locator('#table .actions button', { hasText: 'Undo' }).click();
    await page.waitForFunction(() => document.querySelector('#table .made').textContent === '');
    await page.locator('#table .moves button').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#table .made').textContent.includes('1.'));
    await page.locator('#play').click();
    await page.locator('#picture svg').waitFor();
  },

  async 'a board is clicked'() {
    const { page } = await visit();
    await page.locator('#open').click();
    await page.locator('#examples button', { hasText: /^own-games / }).click();
    await page.locator('.cm-line', { hasText: /^game tictactoe / }).first().click();
    await page.locator('#play').click();
    await page.locator('#table .place.can').first().click();
    await page.waitForFunction(() => document.querySelector('#table .made').textContent.includes('1.'));
    await page.screenshot({ path: join(pictures, 'board.png') });
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

  async 'each block of the tutorial is answered as the program does'() {
    const { page, faults } = await visit();
    await openTutorial(page);
    assert.equal(await page.locator('#lesson figure').count(), blocks.length);
    for (const [index, block] of blocks.entries()) {
      await tryBlock(page, index, program);
      const files = await page.evaluate(inWorker, { ask: 'run', name: block.file, text: await written(page), files: {} });
      assert.deepEqual(files.map(timeless), inProgram(program, block).map(timeless), block.file);
    }
    await page.screenshot({ path: join(pictures, 'tutorial.png') });
    assert.deepEqual(faults, []);
  },

  async 'the tutorial is used by keys alone, and goes on where it was left'() {
    const { page } = await visit();
    const focused = (selector) => page.waitForFunction((it) => document.activeElement.matches(it), selector);
    const top = () => page.locator('#lesson').evaluate((it) => Math.round(it.scrollTop));
    const tabTo = async (selector, key) => {
      do await page.keyboard.press(key);
      while (!(await page.evaluate((it) => document.activeElement.matches(it), selector)));
    };
    await tabTo('#tutorial', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await focused('#lesson');
    await page.locator('#lesson figure').first().waitFor();
    await tabTo('#lesson figure button', 'Tab');
    await page.keyboard.press('Enter');
    await focused('.cm-content');
    await answer(page, 'satisfiable a=0 b=1');
    await page.keyboard.press('F6');
    await focused('#lesson figure button');
    await page.keyboard.press('F6');
    await focused('.cm-content');
    await page.keyboard.press('F6');
    await tabTo('#chapter', 'Shift+Tab');
    await page.keyboard.type('A maze');
    await page.waitForFunction(() => document.querySelector('#lesson').scrollTop > 1000);
    const left = await top();
    await page.keyboard.press('Escape');
    await focused('#tutorial[aria-expanded=false]');
    assert.ok(await page.locator('#lessons').isHidden());
    await page.keyboard.press('Enter');
    await focused('#lesson');
    assert.equal(await top(), left);
    await page.reload();
    await openTutorial(page);
    assert.equal(await top(), left);
    assert.equal(await page.locator('#chapter').inputValue(), 'tutorial.md#a-maze');
  },

  async 'a lesson leads to the next one, and all of its chapters can be chosen'() {
    const { page } = await visit();
    await openTutorial(page);
    await page.locator('#lesson a', { hasText: 'your own rules' }).click();
    await page.waitForFunction(() => document.querySelector('#chapter').value === 'your-own-rules.md');
    for (const { value } of await page.locator('#chapter option').evaluateAll((all) => all.map(({ value }) => ({ value })))) {
      await page.locator('#chapter').selectOption(value);
      await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
      assert.equal(await page.locator('#chapter').inputValue(), value);
      const isThere = (id) => document.getElementById(id).offsetTop - document.querySelector('#lesson').scrollTop;
      assert.ok(Math.abs(await page.evaluate(isThere, value)) <= 1, value);
    }
  },

  async 'on a telephone the tutorial lies over the editor, and a block that is tried uncovers it'() {
    const { page } = await visit({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });
    await openTutorial(page);
    assert.ok(await page.locator('.cm-content').isHidden());
    await status(page, 'as expected');
    await page.locator('#chapter').selectOption('tutorial.md#a-first-formula');
    await page.locator('#lesson .word-keyword').first().waitFor();
    await page.screenshot({ path: join(pictures, 'tutorial-narrow.png') });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `it is ${width} wide`);
    await page.locator('#lesson figure button').first().tap();
    await page.locator('#lessons').waitFor({ state: 'hidden' });
    await answer(page, 'satisfiable a=0 b=1');
    await page.locator('#tutorial').tap();
    assert.ok(await page.locator('#lesson').evaluate((it) => it.scrollTop) > 0);
  },

  async 'it works without a network once it was loaded, with a tutorial that was never opened'() {
    const { page, context } = await visit();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await status(page, 'as expected');
    await context.setOffline(true);
    await page.reload();
    await status(page, 'as expected');
    await openTutorial(page);
    await tryBlock(page, 0, program);
  },

  async 'it is dark where the person likes it dark'() {
    const { page } = await visit({ colorScheme: 'dark' });
    await status(page, 'as expected');
    await page.locator('#picture svg').waitFor();
    await page.screenshot({ path: join(pictures, 'dark.png') });
    const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(back, 'rgb(13, 17, 23)');
    await openTutorial(page);
    await tryBlock(page, 1, program);
    await page.screenshot({ path: join(pictures, 'tutorial-dark.png') });
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
    // In the page, where nobody waits for the driver of the browser.
    const answered = page.evaluate(() => new Promise((resolve) => {
      let typed;
      document.querySelector('.cm-content').addEventListener('beforeinput', () => (typed = performance.now()), { once: true, capture: true });
      const seen = () => [...document.querySelectorAll('.answer')].some((it) => it.textContent.includes('x=1 y=1'));
      new MutationObserver(() => typed && seen() && resolve(performance.now() - typed)).observe(document.body, { childList: true, subtree: true });
    }));
    const began = performance.now();
    await write(page, 'formula both = (x*y)\nsolve both\n');
    await answer(page, 'x=1 y=1');
    console.log(`  answered ${Math.round(await answered)} ms after typing, the pause included, and seen by the driver ${Math.round(performance.now() - began)} ms after it began to type`);
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
  return JSON.parse(JSON.stringify(whole).replace(/ +(?:in )?(?:\d+\.\d{6}|about \d+)(?: seconds)?(?=")/g, ''));
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

await make(visits, pictures, process.argv[5]);
server.close();
