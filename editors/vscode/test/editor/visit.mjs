// Types and clicks in a real VS Code as a person does in the first minutes, and looks at what is
// shown:   node test/editor/visit.mjs PUZZLE [NAME]

import { strict as assert } from 'node:assert';
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { behind, clickBehind, command, lens, line, panel, pigeons, runTest } from './person.mjs';
import { EXTENSION, FILES, makeVisits, picture } from './visits.mjs';
import { start } from './vscode.mjs';

const [program, chosen] = process.argv.slice(2);
/** Milliseconds in which something that should not happen would. */
const WHILE = 1000;

const visits = {
  async 'a new puzzle is answered and drawn at once'(page, open) {
    await open('cave.puzzle');
    await (await lens(page, 'Draw')).click();
    await panel(page).locator('svg text', { hasText: 'GOAL' }).waitFor();
    await page.locator('.tab', { hasText: 'cave.puzzle' }).click();
    await command(page, 'Puzzle: New Puzzle');
    await line(page, 'START').waitFor();
    // The cursor stands on the comment above the maze.
    await panel(page).locator('svg text', { hasText: 'Garden' }).waitFor();
    await page.keyboard.press('Alt+Enter');
    await behind(page, 'START Hall Door GOAL');
    await clickBehind(page, 'Behind');
    await page.keyboard.type(' Or wrong?');
    await page.waitForTimeout(WHILE);
    assert.equal(await panel(page).locator('svg text', { hasText: 'Garden' }).count(), 1);
  },

  async 'an answer is chosen behind the arrow and its blank'(page, open) {
    await open('answers.puzzle');
    await lens(page, 'Solve');
    await clickBehind(page, 'formula both');
    await page.keyboard.press('Enter');
    await page.keyboard.type('solve both =>', { delay: 400 });
    const rows = page.locator('.suggest-widget.visible .monaco-list-row');
    await rows.filter({ hasText: 'unsatisfiable' }).waitFor();
    await page.keyboard.type(' ');
    await page.waitForTimeout(WHILE);
    await rows.filter({ hasText: 'x=0 y=0 z=0' }).waitFor();
    const labels = await rows.locator('.label-name').allInnerTexts();
    assert.deepEqual([labels[0], labels.at(-1)], ['satisfiable', 'x=0 y=0 z=0'], labels.join());
    assert.match((await rows.first().getAttribute('class')) ?? '', /focused/);
    await page.keyboard.press('Enter');
    // The editor asks the server about the chosen row before it writes it.
    await line(page, 'solve both => satisfiable').waitFor();
  },

  async 'the walkthrough knows that the program was found'(page, open) {
    await open('cave.puzzle');
    await lens(page, 'Solve');
    await command(page, 'Puzzle: How to Install the Program');
    await step(page, 'installed', '.complete').waitFor();
    assert.equal(await step(page, 'install').count(), 0);
  },

  async 'the walkthrough sees the program come'(page, open) {
    const away = `${code.puzzle}.away`;
    renameSync(code.puzzle, away);
    try {
      await open('cave.puzzle');
      await page.locator('.notification-toast a', { hasText: 'How to Install' }).click();
      await step(page, 'install', ':not(.complete)').waitFor();
    } finally {
      renameSync(away, code.puzzle);
    }
    await page.locator('.getting-started-step a, .getting-started-step button', { hasText: 'Look for it again' }).first().click();
    await step(page, 'installed', '.complete').waitFor();
  },

  async 'the page of the extension shows its pictures'(page, open) {
    await open('cave.puzzle');
    await page.keyboard.press('Control+Shift+x');
    await page.locator('.extension-list-item .name', { hasText: 'Puzzle' }).first().click();
    const readme = panel(page);
    await readme.locator('h1', { hasText: 'Puzzle for VS Code' }).waitFor();
    const pictures = readme.locator('img');
    assert.ok((await pictures.count()) > 5);
    for (const it of await pictures.all()) assert.ok(await it.evaluate((image) => image.complete && image.naturalWidth > 100));
    await page.screenshot({ path: picture('extension') });
  },

  async 'the world of a theory is drawn'(page, open) {
    await open('cats.puzzle');
    await (await lens(page, 'Draw')).click();
    await panel(page).locator('svg text', { hasText: 'grey' }).waitFor();
    await panel(page).locator('svg text', { hasText: 'Tom' }).waitFor();
  },

  async 'no heading stands alone'(page, open) {
    await open('cats.puzzle');
    await page.locator('.codelens-decoration a', { hasText: 'Solve' }).nth(1).click();
    await behind(page, '⇒ neither');
    await behind(page, 'true when', false);
    const place = () => page.evaluate(() => {
      const says = (it) => getComputedStyle(it, '::after').content.includes('⇒ neither');
      const { right, top, height } = [...document.querySelectorAll('.view-line span')].find(says).getBoundingClientRect();
      return { x: right - 20, y: top + height / 2 };
    });
    const isTold = () => {
      const shown = [...document.querySelectorAll('[class*="hover"]')].map((it) => it.textContent.replaceAll('\u00a0', ' '));
      return shown.some((it) => /true when:\s*grey\(Tom\), grey\(Kit\)\s*false when:\s*grey\(Tom\)/.test(it));
    };
    // Lines move when lenses come, and the mouse is elsewhere then.
    for (let left = 10, told = false; !told; left--) {
      assert.ok(left > 0, 'nothing is told where the mouse is');
      const { x, y } = await place();
      await page.mouse.move(x - 5, y);
      await page.mouse.move(x, y);
      told = await page.waitForFunction(isTold, undefined, { timeout: 3000 }).then(() => true, () => false);
    }
    await open('answers.puzzle');
    await runTest(page, 'solve clash');
    await behind(page, '✗ unsatisfiable');
    await command(page, 'Testing: Focus on Test Explorer View');
    await command(page, 'Test: Run All Tests');
    const file = page.locator('.test-explorer .monaco-list-row', { hasText: 'answers.puzzle' });
    await file.locator('.codicon-testing-failed-icon').waitFor();
    // What was said of all tests is longer than the panel.
    const result = page.locator('.test-output-peek-tree .monaco-list-row', { hasText: 'solve clash' });
    await result.hover();
    await result.locator('.codicon-terminal').click();
    const output = page.locator('.test-output-peek, .xterm-rows, .test-output-peek-message-container');
    await output.filter({ hasText: /these parts cannot all be true:[\s\S]*line 4/ }).first().waitFor();
  },

  async 'a picture is saved'(page, open, folder) {
    await open('cave.puzzle');
    await (await lens(page, 'Draw')).click();
    await panel(page).locator('svg text', { hasText: 'GOAL' }).waitFor();
    for (const format of ['SVG', 'PNG']) {
      await panel(page).getByRole('button', { name: `Save ${format}` }).click();
      const name = `cave.${format.toLowerCase()}`;
      // What is typed before the dialog has its own proposal would be lost.
      const path = page.locator('.quick-input-widget input').first();
      await path.waitFor();
      await page.waitForFunction(
        ([input, name]) => input.value.endsWith(name),
        [await path.elementHandle(), name],
      );
      await page.keyboard.press('Enter');
      await page.locator('.monaco-list-row', { hasText: name }).first().waitFor();
    }
    assert.equal(readFileSync(join(folder, 'cave.png')).subarray(1, 4).toString(), 'PNG');
    const saved = readFileSync(join(folder, 'cave.svg'), 'utf8');
    assert.ok(saved.includes('GOAL') && !saved.includes('data-at'), saved);
    cpSync(join(folder, 'cave.png'), picture('saved'));
  },

  async 'the live view can be read in high contrast'(page, open, folder) {
    mkdirSync(join(folder, '.vscode'));
    writeFileSync(join(folder, '.vscode/settings.json'), '{ "workbench.colorTheme": "Default High Contrast" }');
    await open('play.puzzle');
    await (await lens(page, 'Play')).click();
    await panel(page).locator('body.vscode-high-contrast.dark').waitFor();
    await panel(page).locator('.place.can[data-at=b2]').focus();
    await page.keyboard.press('Space');
    await panel(page).locator('.made', { hasText: '1. X b2   2. O' }).waitFor();
    // The keys go on where there is something to do.
    await panel(page).locator('.place.can:focus').waitFor();
    await page.screenshot({ path: picture('contrast') });
  },

  async 'the live view follows the cursor, stays when it is pinned, and leads to lines'(page, open) {
    await open('locked.puzzle');
    await lens(page, 'Solve');
    await line(page, 'solve locked').click();
    await command(page, 'Puzzle: Live View');
    const view = panel(page);
    await view.getByRole('tab', { name: 'Answer' }).click();
    await view.locator('pre', { hasText: 'no solution' }).waitFor();
    await view.getByRole('tab', { name: 'Answer' }).press('ArrowRight');
    const reason = view.locator('.because li', { hasText: 'asks for' });
    await reason.getByRole('button').click();
    await cursorIn(page, 'Door  tolls');
    await view.getByRole('tab', { name: 'Picture' }).click();
    // From a line to its part, and from a part to its line.
    await view.locator('.place.here[data-at=Door]').waitFor();
    await page.screenshot({ path: picture('picture') });
    await view.locator('.place[data-at=Vault]').click();
    await cursorIn(page, 'treasures');
    await view.locator('.place.here[data-at=Vault]').waitFor();
    await view.getByRole('button', { name: 'Pin' }).click();
    // Files open where the focus is.
    await line(page, 'steps 9').click();
    await page.locator('.explorer-viewlet .monaco-list-row', { hasText: 'duel.puzzle' }).click();
    await line(page, 'game duel').click();
    await page.waitForTimeout(WHILE);
    assert.equal(await view.locator('h1').innerText(), 'locked');
    await view.getByRole('button', { name: 'Pin' }).click();
    await line(page, 'game duel').click();
    await view.locator('h1', { hasText: 'duel' }).waitFor();
    await view.getByRole('tab', { name: 'Why' }).click();
    await view.getByText('A chooses y := 0').waitFor();
    await page.screenshot({ path: picture('why') });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await view.getByRole('button', { name: 'Copy' }).click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('A chooses y := 0'));
    await view.getByRole('button', { name: 'Pause' }).click();
    await line(page, 'formula').first().click();
    await page.waitForTimeout(WHILE);
    assert.equal(await view.locator('h1').innerText(), 'duel');
  },

  async 'a corridor is drawn from node to node, by the mouse and by the keys, and is undone'(page, open) {
    await open('locked.puzzle');
    await (await lens(page, 'Draw')).click();
    const part = (name) => panel(page).locator(`.place.can[data-at=${name}]`);
    await part('Vault').hover();
    await page.mouse.down();
    await part('Door').hover();
    await panel(page).locator('line.leading').waitFor({ state: 'attached' });
    await page.screenshot({ path: picture('corridor') });
    await page.mouse.up();
    await line(page, '-> GOAL Door').waitFor();
    await part('START').focus();
    await page.keyboard.press('Shift+Enter');
    await part('GOAL').focus();
    await page.keyboard.press('Enter');
    await line(page, '-> Door GOAL').waitFor();
    await line(page, 'steps 9').click();
    await page.keyboard.press('Control+z');
    await line(page, '-> Door GOAL').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await line(page, '-> GOAL Door').waitFor({ state: 'detached' });
  },

  async 'a Sudoku and Tippy are written as the page of the extension says, and become a worksheet'(page, open, folder) {
    const readme = readFileSync(join(EXTENSION, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```puzzle\n([\s\S]*?)```/g)].map(([, block]) => block);
    assert.equal(blocks.length, 2);
    writeFileSync(join(folder, 'first.puzzle'), `/// Today's.\n${blocks[0]}`);
    await open('first.puzzle');
    await lens(page, 'Solve');
    await clickBehind(page, 'import');
    await (await lens(page, 'Draw')).click();
    await panel(page).locator('svg text', { hasText: '8' }).first().waitFor();
    await line(page, 'import').click();
    await page.keyboard.press('Alt+Enter');
    await behind(page, '⇒');
    // A cell leads to its sign in the drawing.
    await panel(page).locator('.place[data-at=i9]').click();
    await cursorIn(page, '. 9 . | . . . | 4 . .');
    await page.screenshot({ path: picture('sudoku') });
    await page.locator('.tab', { hasText: 'first.puzzle' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('game', { delay: 50 });
    const rows = page.locator('.suggest-widget.visible .monaco-list-row');
    await rows.filter({ hasText: 'game' }).first().waitFor();
    await page.screenshot({ path: picture('snippet') });
    await page.keyboard.press('Enter');
    await line(page, 'game small').waitFor();
    // From the name over the kind to the size, and to the end.
    for (const key of ['Tab', 'Tab', '4', 'Tab']) await page.keyboard.press(key);
    await line(page, 'size 4').waitFor();
    await line(page, 'game small').click();
    await page.locator('.codelens-decoration a', { hasText: 'Play' }).last().click();
    await panel(page).locator('.place.can[data-at=b2]').click();
    await panel(page).locator('.made', { hasText: '1. X b2   2. O' }).waitFor();
    // Where one is after a move.
    await command(page, 'Puzzle: Make a Worksheet');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Questions and Answers' }).click();
    const path = page.locator('.quick-input-widget input').first();
    await page.waitForFunction((input) => input.value.endsWith('first.html'), await path.elementHandle());
    await page.keyboard.press('Enter');
    await page.locator('.notification-toast', { hasText: 'The worksheet is first.html' }).waitFor();
    const worksheet = readFileSync(join(folder, 'first.html'), 'utf8');
    assert.ok(worksheet.includes('<svg') && worksheet.includes('Today'), worksheet.slice(0, 500));
  },

  async 'a long answer opens the live view, where commands are about the text that was left'(page, open, folder) {
    const [, sudoku] = readFileSync(join(EXTENSION, 'README.md'), 'utf8').match(/```puzzle\n([\s\S]*?)```/);
    writeFileSync(join(folder, 'first.puzzle'), sudoku);
    await open('first.puzzle');
    await (await lens(page, 'Solve')).click();
    const view = panel(page);
    await view.locator('section.answer', { hasText: '8 1 2 | 7 5 3 | 6 4 9' }).waitFor();
    assert.equal(await page.locator('.notification-toast').count(), 0);
    // Another text beside the first one: what is asked from the view is asked of it.
    await page.locator('.tab', { hasText: 'first.puzzle' }).click();
    await command(page, 'View: Split Editor Down');
    await page.keyboard.press('Control+p');
    await page.locator('.quick-input-widget input').first().pressSequentially('cave.puzzle');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'cave.puzzle' }).first().click();
    await clickBehind(page, 'maze cave');
    await view.locator('h1', { hasText: 'cave' }).click();
    await command(page, 'Puzzle: Solve');
    await behind(page, 'START');
    await page.screenshot({ path: picture('split') });
  },

  async 'names are offered behind a verb'(page, open) {
    await open('answers.puzzle');
    await lens(page, 'Solve');
    await clickBehind(page, 'solve clash');
    await page.keyboard.press('Enter');
    await page.keyboard.type('count ', { delay: 50 });
    await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'both' }).first().waitFor();
    await page.keyboard.press('Escape');
    // A blank elsewhere opens no list.
    await page.keyboard.type('both ', { delay: 50 });
    await page.waitForTimeout(WHILE);
    assert.equal(await page.locator('.suggest-widget.visible').count(), 0);
  },

  async 'tests are run again and again as their file is edited'(page, open) {
    await open('answers.puzzle');
    await lens(page, 'Solve');
    await command(page, 'Testing: Focus on Test Explorer View');
    await command(page, 'Test: Start Continuous Run');
    const file = page.locator('.test-explorer .monaco-list-row', { hasText: 'answers.puzzle' });
    await file.locator('.codicon-testing-failed-icon').waitFor();
    // A sign beside the line runs it, and no lens says the same; what is expected tells tests apart that ask the same.
    await page.locator('.margin .codicon-testing-failed-icon, .glyph-margin-widgets .codicon-testing-failed-icon').first().waitFor();
    assert.equal(await page.locator('.codelens-decoration a', { hasText: 'Run test' }).count(), 0);
    await file.locator('.monaco-tl-twistie').click();
    const test = page.locator('.test-explorer .monaco-list-row', { hasText: 'solve clash' });
    await test.filter({ hasText: '=> satisfiable' }).waitFor();
    // Expected and found, side by side.
    await test.click();
    await command(page, 'Test: Peek Output');
    const peek = page.locator('.test-output-peek .monaco-diff-editor');
    await peek.locator('.view-line', { hasText: /^satisfiable$/ }).first().waitFor();
    await peek.locator('.view-line', { hasText: /^unsatisfiable$/ }).first().waitFor();
    await page.screenshot({ path: picture('difference') });
    await page.keyboard.press('Escape');
    await clickBehind(page, 'solve clash');
    for (const _ of 'satisfiable') await page.keyboard.press('Backspace');
    await page.keyboard.type('unsatisfiable');
    await file.locator('.codicon-testing-passed-icon').waitFor();
  },

  async 'boards are compared side by side, and the answer is accepted'(page, open, folder) {
    const rows = ['1 3 4 2', '4 2 1 3', '2 4 3 1'];
    const board = (last) => `"""\n${[...rows, last].map((it) => `    ${it}\n`).join('')}    """`;
    const given = '"""\n        1 . . .\n        . 2 . .\n        . . 3 .\n        . . . 4\n        """';
    const puzzle = `import "shelf/latin_square"\npuzzle four: latin_square {\n    grid Cell = 4 by 4\n    board ${given}\n}`;
    writeFileSync(join(folder, 'board.puzzle'), `${puzzle}\nsolve four => ${board('3 1 4 2')}\n`);
    await open('board.puzzle');
    await runTest(page, 'solve four');
    await behind(page, '✗');
    await command(page, 'Testing: Focus on Test Explorer View');
    await command(page, 'Test: Run All Tests');
    const file = page.locator('.test-explorer .monaco-list-row', { hasText: 'board.puzzle' });
    await file.locator('.codicon-testing-failed-icon').waitFor();
    await file.locator('.monaco-tl-twistie').click();
    await page.locator('.test-explorer .monaco-list-row', { hasText: 'solve four' }).click();
    await command(page, 'Test: Peek Output');
    const peek = page.locator('.test-output-peek .monaco-diff-editor');
    for (const row of ['3 1 4 2', '3 1 2 4']) await peek.locator('.view-line', { hasText: row }).first().waitFor();
    // Only the row that is wrong differs.
    await page.waitForFunction(() => document.querySelectorAll('.test-output-peek .cdr.line-insert').length === 1);
    await page.screenshot({ path: picture('boards') });
    await page.keyboard.press('Escape');
    await line(page, '4 2 1 3').click();
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .monaco-list-row', { hasText: 'Write the right answer' }).first().waitFor();
    await page.keyboard.press('Enter');
    await line(page, '3 1 2 4').waitFor();
    await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    // What the tests said stands over the end of the line.
    await line(page, 'solve four').click({ position: { x: 5, y: 8 } });
    await command(page, 'Puzzle: Run Test');
    await behind(page, '✓');
  },

  async 'worlds are shown one after the other'(page, open) {
    await open('village.puzzle');
    await (await lens(page, 'Draw')).click();
    const view = panel(page);
    await view.locator('svg text', { hasText: 'likes(x, y): x → y' }).waitFor();
    const first = await view.locator('.picture svg').first().innerHTML();
    await view.getByRole('button', { name: 'Next world' }).click();
    await view.locator('.remarks', { hasText: 'world 2, with' }).waitFor();
    await view.getByRole('button', { name: 'What differs' }).click();
    await view.locator('svg .highlight, svg .line.minus').first().waitFor({ state: 'attached' });
    await page.screenshot({ path: picture('worlds') });
    // The cursor may move in the text of what is shown.
    await line(page, 'sort Pet').click();
    await page.waitForTimeout(WHILE);
    await view.locator('.remarks', { hasText: 'world 2, with' }).waitFor();
    await view.getByRole('button', { name: 'Next world' }).click();
    await view.locator('.remarks', { hasText: 'world 3, with' }).waitFor();
    await view.getByRole('button', { name: 'Next world' }).click();
    await view.locator('.remarks', { hasText: 'there is no other world' }).waitFor();
    await view.getByRole('button', { name: 'First world' }).click();
    await view.getByRole('button', { name: 'Next world' }).waitFor();
    assert.equal(await view.locator('.picture svg').first().innerHTML(), first);
    await line(page, 'maze lane').click();
    await view.locator('h1', { hasText: 'lane' }).waitFor();
    await view.locator('.worlds').waitFor({ state: 'hidden' });
  },

  async 'a game is played on its board'(page, open) {
    await open('play.puzzle');
    await (await lens(page, 'Play')).click();
    const view = panel(page);
    await view.locator('.place.can[data-at=b2]').click();
    await view.locator('.made', { hasText: '1. X b2   2. O' }).waitFor();
    await view.getByRole('button', { name: 'Hint' }).click();
    await view.locator('.said .hint').waitFor();
    await page.screenshot({ path: picture('play') });
    await view.getByRole('button', { name: 'Undo' }).click();
    await view.locator('.place.can[data-at=b2]').press('Enter');
    await view.locator('.made', { hasText: '1. X b2   2. O' }).waitFor();
    await view.getByLabel('against').selectOption('person');
    await view.locator('.place.can[data-at=a1]').click();
    await view.locator('.turn', { hasText: 'O: the cell' }).waitFor();
    // A line between dots.
    await line(page, 'game dots').click();
    await view.getByRole('button', { name: 'New game' }).click();
    await view.locator('.place.can[data-at=a1b1]').click();
    await view.locator('.made', { hasText: '1. first a1b1' }).waitFor();
    // All moves can be reached. The editor at times draws its lenses anew only when its cursor moves.
    await line(page, 'game large').click();
    await page.locator('.codelens-decoration a', { hasText: 'Play' }).last().click();
    await view.locator('h1', { hasText: 'large' }).waitFor();
    assert.equal(await view.locator('.moves button').count(), 36);
    await view.locator('.moves button').last().click();
    await view.locator('.made', { hasText: '1. X f6' }).waitFor();
    await page.screenshot({ path: picture('large') });
    await line(page, '36 moves').click();
    await view.getByRole('tab', { name: 'Answer' }).click();
    await view.locator('pre', { hasText: 'wins' }).waitFor();
    // The play is still there.
    await view.getByRole('tab', { name: 'Play' }).click();
    await view.locator('.made', { hasText: '1. X f6' }).waitFor();
  },

  async 'a notebook is one program, and is kept as Markdown'(page, open, folder) {
    await open('cave.puzzle');
    // Before the extension is there, nobody knows that it is a notebook.
    await lens(page, 'Draw');
    await page.locator('.explorer-viewlet .monaco-list-row', { hasText: 'lecture.puzzlebook' }).click();
    await page.locator('.notebook-editor .view-line', { hasText: 'predicate' }).waitFor();
    await command(page, 'Notebook: Run All');
    const output = page.frameLocator('iframe.webview').frameLocator('#active-frame');
    await output.locator('.puzzle-holds', { hasText: 'count ball' }).waitFor();
    await output.locator('.puzzle-fails', { hasText: '7' }).waitFor();
    await page.screenshot({ path: picture('notebook') });
    // What is far below is drawn when it is looked at.
    await page.mouse.move(800, 300);
    await page.mouse.wheel(0, 2000);
    await output.locator('figure svg text', { hasText: 'Well' }).waitFor();
    await page.screenshot({ path: picture('notebook-below') });
    await page.mouse.wheel(0, -2000);
    // A mistake in one cell about what another declares.
    await page.locator('.notebook-editor .view-line', { hasText: '=> 8' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('count bal');
    // Beside the expectation that fails.
    const faults = (count) =>
      page.waitForFunction((it) => document.querySelectorAll('.notebook-editor .squiggly-error').length === it, count);
    await faults(2);
    // The name of what another cell declares is offered.
    await page.keyboard.press('Control+Space');
    await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'ball' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('l => 7');
    await faults(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    await page.locator('.tab.dirty').waitFor({ state: 'detached' });
    const before = readFileSync(join(FILES, 'lecture.puzzlebook'), 'utf8');
    assert.equal(readFileSync(join(folder, 'lecture.puzzlebook'), 'utf8'), before.replace('=> 8', '=> 8\ncount ball => 7'));
  },

  async 'the preview of Markdown shows answers'(page, open) {
    await open('lecture.md');
    await command(page, 'Markdown: Open Preview');
    const shown = page.frameLocator('iframe.webview').frameLocator('#active-frame');
    await shown.locator('.puzzle-holds', { hasText: 'count ball' }).waitFor();
    await shown.locator('.puzzle-answered pre', { hasText: 'comes(' }).waitFor();
    await shown.locator('figure svg text', { hasText: 'Well' }).waitFor();
    await page.screenshot({ path: picture('preview') });
  },

  async 'the menu offers what makes sense'(page, open) {
    const offered = async (text) => {
      await line(page, text).click();
      // The server is asked once the cursor rests.
      await page.waitForTimeout(WHILE);
      await line(page, text).click({ button: 'right' });
      await page.locator('.monaco-menu .action-item', { hasText: 'Puzzle' }).first().hover();
      const menu = page.locator('.monaco-menu').last();
      await menu.locator('.action-label', { hasText: 'Live View' }).waitFor();
      const names = await menu.locator('.action-label').allInnerTexts();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      return names.filter((it) => it.trim() !== '');
    };
    await open('cave.puzzle');
    await lens(page, 'Draw');
    assert.deepEqual(await offered('START'), ['Solve', 'Why', 'Draw', 'Live View', 'Step Through', 'Make a Worksheet']);
    await open('play.puzzle');
    await lens(page, 'Play');
    const game = await offered('game');
    assert.ok(game.includes('Best Move') && game.includes('Play') && !game.includes('Run Test'), game.join());
  },

  async 'a puzzle is stepped through by the buttons, forward and back'(page, open) {
    await open('steps.puzzle');
    await lens(page, 'Solve');
    await clickBehind(page, 'clauses learns');
    await command(page, 'Puzzle: Step Through');
    const press = (name) => page.locator(`.debug-toolbar .action-label[aria-label^="${name}"]`).click();
    /** The line that is marked, by its height. */
    const marked = (text) =>
      page.waitForFunction((text) => {
        const mark = document.querySelector('.debug-top-stack-frame-line')?.getBoundingClientRect();
        const lines = [...document.querySelectorAll('.editor-instance .view-line')];
        const line = lines.find((it) => it.textContent.replaceAll('\u00a0', ' ').trim() === text)?.getBoundingClientRect();
        return mark && line && Math.abs(mark.top - line.top) < 4;
      }, text);
    await marked('clauses learns {');
    await press('Step Over');
    await marked('-1 3');
    await press('Step Over');
    await marked('-1 -3');
    await page.locator('.debug-call-stack .stack-frame', { hasText: '3. conflict' }).waitFor();
    await page.locator('.debug-variables .expression', { hasText: 'all literals of clause 4 are false' }).waitFor();
    await page.screenshot({ path: picture('steps') });
    await press('Step Back');
    await marked('-1 3');
    await press('Stop');
    await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  },

  async 'what leads to an answer is stepped through with a slider'(page, open, folder) {
    await open('walk.puzzle');
    await (await lens(page, 'Draw')).click();
    const view = panel(page);
    await view.locator('svg text', { hasText: 'GOAL' }).first().waitFor();
    await view.getByRole('tab', { name: 'Steps' }).click();
    const tab = view.locator('section.steps');
    const caption = (words) => tab.locator('.caption', { hasText: words }).waitFor();
    const press = (name) => tab.getByRole('button', { name }).click();
    /** A line may be out of sight. */
    const cursorTo = async (text) => {
      const number = readFileSync(join(folder, 'walk.puzzle'), 'utf8').split('\n').findIndex((it) => it.includes(text)) + 1;
      // A click on a tab gives the text the focus some time later, which closes what was opened meanwhile.
      const inText = () => document.activeElement?.closest('.editor-instance') != null;
      if (!(await page.evaluate(inText))) {
        await page.locator('.tab', { hasText: 'walk.puzzle' }).click();
        await page.waitForFunction(inText);
      }
      await page.keyboard.press('Control+g');
      const line = page.locator('.quick-input-widget input').first();
      await line.fill(`:${number}`);
      await line.press('Enter');
      await cursorIn(page, text);
    };
    /** Waits until just the line of a text is marked, by its height. */
    const marked = (text) =>
      page.waitForFunction((text) => {
        const marks = [...document.querySelectorAll('.view-overlays .cdr[class*="ced-"]')];
        const tops = marks.filter((it) => getComputedStyle(it).backgroundColor !== 'rgba(0, 0, 0, 0)').map((it) => it.getBoundingClientRect().top);
        const lines = [...document.querySelectorAll('.editor-instance .view-line')];
        const line = lines.find((it) => it.textContent.replaceAll('\u00a0', ' ').trim().startsWith(text))?.getBoundingClientRect();
        return line && tops.length > 0 && tops.every((it) => Math.abs(it - line.top) < 4);
      }, text);
    await caption('START');
    await press('Next');
    await caption('D, takes KEY');
    await marked('D treasures KEY');
    await tab.getByRole('button', { name: 'Next' }).press('ArrowRight');
    await tab.getByRole('button', { name: 'Next' }).press('ArrowRight');
    await caption('A, pays KEY');
    await marked('A tolls KEY');
    await page.screenshot({ path: picture('walk') });
    await tab.getByLabel('Step', { exact: true }).fill('0');
    await caption('START');
    await press('Last');
    await caption('GOAL');
    assert.ok(await tab.getByRole('button', { name: 'Next' }).isDisabled());
    // It follows the cursor: the plan of a puzzle, the line of play of a game, a proof.
    const others = [
      ['solve eight', 'slide(b2, a2)', 'action slide', 'plan'], ['game small', 'X: b2', '', 'line'],
      ['prove people', '2. human(Socrates)', 'rule who', 'proof'],
    ];
    for (const [item, second, said, name] of others) {
      await cursorTo(item);
      await view.locator('h1', { hasText: item.split(' ')[1] }).waitFor();
      await tab.locator('.count', { hasText: /^1 of/ }).waitFor();
      await press('Next');
      await caption(second);
      if (said) await marked(said);
      await page.screenshot({ path: picture(name) });
    }
    await cursorTo('count (x+y)');
    await tab.locator('.instead', { hasText: 'nothing is done on the way to this answer' }).waitFor();
    await tab.getByRole('button', { name: 'Next' }).waitFor({ state: 'hidden' });
    // Nothing is marked where nobody steps.
    await cursorTo('maze cave');
    await caption('START');
    await press('Next');
    await marked('D treasures KEY');
    await view.getByRole('tab', { name: 'Answer' }).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.view-overlays .cdr[class*="ced-"]')].every((it) => getComputedStyle(it).backgroundColor === 'rgba(0, 0, 0, 0)'),
    );
  },

  async 'a formula is drawn with its values, and what is below a picture is in sentences'(page, open) {
    await open('answers.puzzle');
    await lens(page, 'Solve');
    await clickBehind(page, 'formula both');
    await (await lens(page, 'Draw')).click();
    const view = panel(page);
    const valued = view.locator('svg text', { hasText: /^[*+]=[01]$/ });
    await valued.first().waitFor();
    await page.screenshot({ path: picture('formula') });
    await view.getByLabel('solution').uncheck();
    await valued.first().waitFor({ state: 'detached' });
    await view.getByLabel('solution').check();
    await open('duel.puzzle');
    await (await lens(page, 'Draw')).click();
    await view.locator('.remarks', { hasText: /\w sets \w\. [AE] wins\./ }).waitFor();
  },

  async 'files of other formats are answered when they are open themselves'(page, open) {
    // A maze has lenses above its first line, its picture, and says what a node has; no word of it is taken for Puzzle.
    await open('den.maze');
    await (await lens(page, 'Solve')).click();
    await behind(page, 'START Cellar Hall GOAL');
    const node = line(page, 'lamp TOLLS NEXT').locator('span', { hasText: /^Cellar$/ }).first();
    await node.hover();
    await page.locator('.monaco-hover:visible', { hasText: 'corridors lead here from START' }).waitFor();
    assert.match((await node.getAttribute('class')) ?? '', /mtk(?!1\b)/, 'it has no colour');
    await (await lens(page, 'Draw')).click();
    await panel(page).locator('svg text', { hasText: 'Cellar' }).waitFor();
    await page.screenshot({ path: picture('maze-file') });
    await page.locator('.tab', { hasText: 'den.maze' }).click();
    await clickBehind(page, 'Hall TREASURES');
    await page.keyboard.type(' Atic', { delay: 50 });
    await page.waitForTimeout(WHILE);
    assert.equal(await page.locator('.suggest-widget.visible').count(), 0, 'something is offered');
    await page.locator('.squiggly-error').first().waitFor();
    await panel(page).locator('text=it has errors').first().waitFor();
    // Of clauses the number that is none is marked, and mended.
    await open('small.cnf');
    await page.locator('.squiggly-error').first().waitFor();
    await line(page, '+2').locator('span', { hasText: '+2' }).last().click();
    // Answers that arrive later would close the menu again.
    await page.waitForTimeout(WHILE);
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .monaco-list-row', { hasText: 'Write 2' }).first().waitFor();
    await page.keyboard.press('Enter');
    await line(page, '1 2 0').waitFor();
    await (await lens(page, 'Solve')).click();
    await behind(page, '⇒');
    await page.screenshot({ path: picture('clause-file') });
  },

  async 'what is typed elsewhere ends no solve'(page, open, folder) {
    writeFileSync(join(folder, 'pigeons.puzzle'), `formula other = x\n${pigeons()}`);
    await open('pigeons.puzzle');
    await page.locator('.codelens-decoration a', { hasText: 'Solve' }).nth(1).click();
    const progress = page.locator('.notification-toast', { hasText: 'Solving' });
    await progress.waitFor();
    await clickBehind(page, 'formula other');
    await page.keyboard.type(' // typed');
    await page.waitForTimeout(WHILE);
    assert.equal(await progress.count(), 1, 'it was cancelled');
    await clickBehind(page, 'clauses pigeons');
    await page.keyboard.press('Enter');
    await page.keyboard.type('1');
    await progress.waitFor({ state: 'detached' });
  },

  async 'an edit takes away the answers that depend on it'(page, open) {
    await open('answers.puzzle');
    await page.locator('.codelens-decoration a', { hasText: 'Solve' }).first().click();
    await behind(page, '⇒ satisfiable');
    // The hint that says the answer gives way to it.
    const hints = page.locator('.view-line', { hasText: '≠' });
    await hints.first().waitFor();
    await runTest(page, 'solve clash');
    await behind(page, '✗ unsatisfiable');
    await hints.first().waitFor({ state: 'detached' });
    await clickBehind(page, 'A comment');
    await page.keyboard.press('Enter');
    await page.keyboard.type('// Another one.');
    await page.waitForTimeout(WHILE);
    await behind(page, '⇒ satisfiable');
    await behind(page, '✗ unsatisfiable');
    await clickBehind(page, 'formula clash');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('y');
    await behind(page, '✗ unsatisfiable', false);
    await behind(page, '⇒ satisfiable');
  },
};

const code = await start({ files: [join(FILES, 'cave.puzzle')], program, vsix: join(EXTENSION, 'dist/puzzle.vsix') });
await makeVisits(code, visits, chosen);

/** Waits until the cursor is in the line of a text. */
async function cursorIn(page, text) {
  await page.waitForFunction((text) => {
    const cursor = document.querySelector('.editor-instance .cursors-layer .cursor')?.getBoundingClientRect();
    const lines = [...document.querySelectorAll('.editor-instance .view-line')];
    const line = lines.find((it) => it.textContent.replaceAll('\u00a0', ' ').includes(text))?.getBoundingClientRect();
    return cursor && line && Math.abs(cursor.top - line.top) < 4;
  }, text);
}

/** The mark of a step of the walkthrough. */
function step(page, name, more = '') {
  return page.locator(`[data-done-step-id$="#${name}"]${more}`);
}
