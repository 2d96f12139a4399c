// Uses the extension as a browser runs it, in the worker of a page and without a program:   node test/editor/web.mjs [NAME]

import { strict as assert } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { behind, clickBehind, command, lens, line, panel, pigeons, runTest } from './person.mjs';
import { EXTENSION, FILES, makeVisits, picture } from './visits.mjs';
import { start } from './vscode.mjs';

const settings = { 'remote.extensionKind': { 'puzzle-lang.puzzle-lang': ['web'] } };

const visits = {
  async 'a maze is answered and drawn'(page, open) {
    await open('cave.puzzle');
    await (await lens(page, 'Draw')).click();
    await panel(page).locator('svg text', { hasText: 'GOAL' }).waitFor();
    await page.locator('.tab', { hasText: 'cave.puzzle' }).click();
    await (await lens(page, 'Solve')).click();
    await behind(page, 'START Hall Door GOAL');
    await page.screenshot({ path: picture('web') });
  },

  async 'a mistake is marked while one types, and mended'(page, open) {
    await open('mistake.puzzle');
    const wave = page.locator('.squiggly-error, .squiggly-warning');
    await lens(page, 'Solve');
    await clickBehind(page, 'formula either');
    await page.keyboard.type('*');
    await wave.first().waitFor();
    await page.keyboard.press('Backspace');
    await wave.first().waitFor();
    await line(page, 'formula either').click();
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .monaco-list-row', { hasText: '(x+y)' }).first().waitFor();
    await page.keyboard.press('Enter');
    await line(page, 'formula either = (x+y)').waitFor();
  },

  async 'answers stand behind their lines by themselves, and tests say what fails'(page, open) {
    await open('answers.puzzle');
    await page.locator('.view-line', { hasText: '≠' }).first().waitFor();
    await runTest(page, 'solve clash');
    await behind(page, '✗ unsatisfiable');
    await command(page, 'Testing: Focus on Test Explorer View');
    await command(page, 'Test: Run All Tests');
    await page.locator('.test-explorer .monaco-list-row', { hasText: 'answers.puzzle' }).locator('.codicon-testing-failed-icon').waitFor();
  },

  async 'what is imported is read, from the workspace and from the shelf'(page, open, folder) {
    writeFileSync(join(folder, 'parts of it.puzzle'), 'formula part = (x*y)\n');
    writeFileSync(join(folder, 'whole.puzzle'), 'import "parts of it.puzzle"\nimport "shelf/nim"\nsolve part\n');
    await open('whole.puzzle');
    await page.locator('.view-line', { hasText: 'x=1 y=1' }).waitFor();
    assert.equal(await page.locator('.squiggly-error').count(), 0);
    await line(page, 'shelf/nim').locator('span', { hasText: 'nim' }).last().click();
    await page.keyboard.press('F12');
    await page.locator('.tab', { hasText: 'nim.puzzle' }).waitFor();
    await line(page, 'game nim').waitFor();
  },

  async 'a long question can be stopped, and does not keep others waiting'(page, open, folder) {
    writeFileSync(join(folder, 'pigeons.puzzle'), `formula other = x\n${pigeons()}`);
    await open('pigeons.puzzle');
    await page.locator('.codelens-decoration a', { hasText: 'Solve' }).nth(1).click();
    const progress = page.locator('.notification-toast', { hasText: 'Solving' });
    await progress.waitFor();
    await clickBehind(page, 'formula other');
    await page.keyboard.type('*');
    await page.locator('.squiggly-error').first().waitFor();
    await page.keyboard.press('Backspace');
    await progress.hover();
    await progress.locator('a', { hasText: 'Cancel' }).click();
    await progress.waitFor({ state: 'detached' });
    await clickBehind(page, 'formula other');
    await page.keyboard.press('Alt+Enter');
    await behind(page, '⇒ satisfiable');
  },

  async 'games are played'(page, open) {
    await open('play.puzzle');
    await (await lens(page, 'Play')).click();
    await panel(page).locator('svg').first().waitFor();
    await panel(page).locator('button', { hasText: 'Undo' }).waitFor();
  },

  async 'what needs a program is not offered'(page, open) {
    await open('cave.puzzle');
    await lens(page, 'Solve');
    await page.keyboard.press('F1');
    await page.keyboard.type('Puzzle: ');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'Puzzle: Live View' }).waitFor();
    assert.equal(await rows.filter({ hasText: 'Step Through' }).count(), 0);
  },
};

const code = await start({ files: [join(FILES, 'cave.puzzle')], settings, vsix: join(EXTENSION, 'dist/puzzle.vsix') });
await makeVisits(code, visits, process.argv[2]);
