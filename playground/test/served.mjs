// Uses the page of `puzzle serve` as a person does, over a folder of its own:
//     node test/served.mjs PUZZLE PICTURES [NAME]

import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { blocks, openTutorial, tryBlock } from './lessons.mjs';
import { answer, make, open, status, write, written } from './visits.mjs';

const [program, pictures] = process.argv.slice(2, 4).map((it) => resolve(it));
const folder = mkdtempSync(join(tmpdir(), 'served-'));
const file = (name) => join(folder, name);
writeFileSync(file('either.puzzle'), 'formula either = (x+y)\n');
writeFileSync(file('count.puzzle'), 'import "either.puzzle"\n\ncount either => 3\n');

const server = spawn(program, ['serve', folder, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((found) => server.stdout.once('data', (line) => found(String(line).trim())));
const visit = () => open(url);

const visits = {
  async 'the first file of the folder is answered, with what it imports'() {
    const { page, faults } = await visit();
    await page.locator('#name', { hasText: 'count.puzzle' }).waitFor();
    await status(page, '1 as expected');
    await page.screenshot({ path: join(pictures, 'served.png') });
    assert.deepEqual(faults, []);
  },

  async 'a file is opened, changed and saved'() {
    const { page } = await visit();
    await page.locator('#open').click();
    await page.locator('#examples button', { hasText: 'either' }).click();
    await page.waitForFunction(() => document.querySelector('#name').textContent === 'either.puzzle');
    await write(page, 'formula either = (x+y+z)\n');
    await page.locator('#name', { hasText: '•' }).waitFor();
    await page.keyboard.press('Control+s');
    await page.locator('#name', { hasText: /^either\.puzzle$/ }).waitFor();
    assert.equal(readFileSync(file('either.puzzle'), 'utf8'), 'formula either = (x+y+z)\n');
  },

  async 'what somebody else has changed is not written over'() {
    const { page } = await visit();
    writeFileSync(file('count.puzzle'), 'count (x*y) => 1\n');
    await write(page, 'count (x+y)\n');
    const warning = page.waitForEvent('dialog');
    await page.keyboard.press('Control+s');
    assert.match((await warning).message(), /changed elsewhere/);
    await (await warning).accept();
    assert.equal(readFileSync(file('count.puzzle'), 'utf8'), 'count (x*y) => 1\n');
  },

  async 'a new text gets a name when it is saved'() {
    const { page } = await visit();
    await page.goto(`${url}#text=S84vzStR0KjQrtTkAgA`);
    await page.waitForFunction(() => document.querySelector('#name').textContent.startsWith('mine.puzzle'));
    assert.equal(await written(page), 'count (x+y)\n');
    page.once('dialog', (it) => it.accept('new.puzzle'));
    await page.locator('#save').click();
    await page.locator('#name', { hasText: /^new\.puzzle$/ }).waitFor();
    assert.equal(readFileSync(file('new.puzzle'), 'utf8'), 'count (x+y)\n');
  },

  async 'each block of the tutorial is answered as the program does'() {
    const { page, faults } = await visit();
    await openTutorial(page);
    for (const index of blocks.keys()) await tryBlock(page, index, program);
    await page.screenshot({ path: join(pictures, 'served-tutorial.png') });
    assert.deepEqual(faults, []);
  },

  async 'a block of the tutorial takes the place of no file'() {
    const own = 'count (x*y) => 1\n';
    writeFileSync(file('island.puzzle'), own);
    const { page } = await visit();
    await page.locator('#open').click();
    await page.locator('#examples button', { hasText: 'island' }).click();
    await page.locator('#name', { hasText: /^island\.puzzle$/ }).waitFor();
    await write(page, 'count (x+y)\n');
    await openTutorial(page);
    // What is not saved is asked about, and stays.
    page.once('dialog', (it) => it.dismiss());
    await page.locator('#lesson figure button').first().click();
    assert.equal(await written(page), 'count (x+y)\n');
    page.once('dialog', (it) => it.accept());
    await tryBlock(page, 0, program);
    const asked = [];
    const isRefused = new Promise((refused) => page.on('dialog', async (it) => {
      if (asked.push(it.message()) === 2) refused();
      await it.accept(it.defaultValue());
    }));
    await page.keyboard.press('Control+s');
    await isRefused;
    assert.equal(asked[0], 'Save as');
    assert.match(asked[1], /`island.puzzle` is there already/);
    await page.locator('#name', { hasText: /^island\.puzzle •$/ }).waitFor();
    assert.equal(readFileSync(file('island.puzzle'), 'utf8'), own);
  },

  async 'a long question is stopped, and the next one is answered'() {
    const { page } = await visit();
    await write(page, 'game big: dots {\n    size 4\n}\nsolve big\n');
    await status(page, 'Answering');
    await page.locator('#stop').click();
    await status(page, 'Stopped');
    await write(page, 'count (x+y)\n');
    await answer(page, '3');
  },
};

try {
  await make(visits, pictures, process.argv[4]);
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}
