// Uses the packaged extension as a person would, with the mouse, and takes the pictures of the
// documentation on the way:   node test/editor/screenshots.mjs PUZZLE DIRECTORY

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { moving } from './motion.mjs';
import { behind, command, lens, line, panel } from './person.mjs';
import { start } from './vscode.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const EXTENSION = join(HERE, '../..');
const [program, directory] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });

const FILES = [
  'walkthrough/first.puzzle',
  'test/editor/files/mistake.puzzle',
  '../../examples/keys.puzzle',
  '../../examples/duel.puzzle',
  'test/editor/files/play.puzzle',
];
const WIDE = { width: 1000, height: 400 };
const NARROW = { width: 640, height: 390 };

/** What is done on the way to each picture. Where something is shown on the way, the picture moves. */
const pictures = {
  async solve(page, show) {
    const link = await lens(page, 'Solve');
    await show(link);
    await link.click();
    await behind(page, 'START Hall Door GOAL');
  },

  async draw(page, show) {
    const link = await lens(page, 'Draw');
    await show(link);
    await link.click();
    await panel(page).locator('svg').locator('text', { hasText: 'GOAL' }).waitFor();
  },

  async steps(page) {
    await (await lens(page, 'Draw')).click();
    const view = panel(page);
    await view.getByRole('tab', { name: 'Steps' }).click();
    await view.locator('.caption', { hasText: 'START' }).waitFor();
    await view.getByRole('button', { name: 'Next' }).click();
    await view.getByRole('button', { name: 'Next' }).click();
    await view.locator('.caption', { hasText: 'Door, pays KEY' }).waitFor();
  },

  async test(page, show) {
    await lens(page, 'Solve');
    await command(page, 'Testing: Focus on Test Explorer View');
    await show(page.locator('.test-explorer .monaco-list-row').first());
    await command(page, 'Test: Run All Tests');
    const row = (text) => page.locator('.test-explorer .monaco-list-row', { hasText: text });
    const closed = row('first.puzzle').and(page.locator('[aria-expanded=false]'));
    const failing = row('shortest house').locator('.codicon-testing-failed-icon');
    // Rows move while others are found and run: a click may meet a neighbour instead.
    for (const end = Date.now() + 20_000; !(await failing.isVisible()) && Date.now() < end; ) {
      await closed.locator('.monaco-tl-twistie').click({ timeout: 1000 }).catch(() => {});
      await page.waitForTimeout(500);
    }
    await failing.waitFor();
  },

  async mistake(page) {
    await page.locator('.squiggly-error').first().waitFor();
    await page.locator('.view-line', { hasText: 'x+y' }).locator('span span', { hasText: '+' }).first().click();
    // Answers that arrive later would close the menu again.
    await page.locator('.lightBulbWidget').waitFor();
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .monaco-list-row', { hasText: '(x+y)' }).first().waitFor();
  },

  async why(page) {
    await (await lens(page, 'Why')).click();
    await behind(page, '← Study asks for KEY');
  },

  async board(page) {
    await (await lens(page, 'Best move')).click();
    await behind(page, '⇒ 1');
    await page.locator('.codelens-decoration a', { hasText: 'Draw' }).nth(1).click();
    await panel(page).locator('svg').locator('text').first().waitFor();
  },

  async play(page) {
    await (await lens(page, 'Play')).click();
    const view = panel(page);
    await view.locator('.place.can[data-at=b2]').click();
    await view.locator('.made', { hasText: '2. O' }).waitFor();
    await view.getByRole('button', { name: 'Hint' }).click();
    await view.locator('.said .hint').waitFor();
  },

  // The last one: the text that it opens comes back in later windows.
  async write(page, show) {
    await lens(page, 'Solve');
    await command(page, 'View: Close All Editors');
    await page.keyboard.press('F1');
    await page.keyboard.type('Puzzle: New');
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'New Puzzle' });
    await show(row);
    await row.click();
    await line(page, 'START').waitFor();
    await lens(page, 'Solve');
  },
};

/** What each picture shows: a file, a size, and a theme if not the dark one. */
const STAGES = {
  write: ['first.puzzle', NARROW],
  solve: ['first.puzzle', NARROW],
  draw: ['first.puzzle', WIDE],
  steps: ['first.puzzle', { width: 1000, height: 520 }],
  test: ['first.puzzle', WIDE],
  mistake: ['mistake.puzzle', { width: 640, height: 300 }],
  why: ['keys.puzzle', { width: 1240, height: 480 }, 'Default Light Modern'],
  board: ['duel.puzzle', WIDE],
  play: ['play.puzzle', { width: 1000, height: 520 }],
};

const chosen = process.argv[4] ? process.argv[4].split(',') : Object.keys(pictures);
let failed = 0;
for (const theme of new Set(chosen.map((name) => STAGES[name][2]))) {
  const code = await start({
    files: FILES.map((name) => join(EXTENSION, name)),
    program,
    vsix: join(EXTENSION, 'dist/puzzle.vsix'),
    settings: {
      // A panel that opens by itself would cover the tests.
      'testing.automaticallyOpenTestResults': 'neverOpen',
      'window.title': 'Visual Studio Code',
      'workbench.activityBar.location': 'hidden',
      'workbench.colorTheme': theme ?? 'Default Dark Modern',
      'workbench.layoutControl.enabled': false,
    },
  });
  for (const name of chosen.filter((it) => STAGES[it][2] === theme)) {
    // As with the visits: an editor over a network may lose a click.
    let reason = await take(code, name);
    if (reason !== undefined) {
      console.log(`once more, ${name}: ${reason}`);
      reason = await take(code, name);
    }
    if (reason !== undefined) failed += 1;
    console.log(reason === undefined ? `ok ${name}` : `not ok ${name}: ${reason}`);
  }
  await code.stop();
}
process.exit(failed === 0 ? 0 : 1);

/** Points at something, as screenshots have no pointer, or at nothing. */
async function point(page, target) {
  const { x, y, width, height } = (await target?.boundingBox()) ?? { x: -99, y: -99, width: 0, height: 0 };
  await page.evaluate(([left, top]) => {
    const pointer = document.getElementById('pointer') ?? document.body.appendChild(document.createElement('div'));
    pointer.id = 'pointer';
    const form = 'polygon(0 0, 0 78%, 26% 60%, 42% 98%, 60% 90%, 44% 54%, 78% 52%)';
    Object.assign(pointer.style, { position: 'fixed', left: `${left}px`, top: `${top}px`, width: '16px', height: '24px' });
    Object.assign(pointer.style, { background: '#fff', clipPath: form, zIndex: '99999', pointerEvents: 'none' });
  }, [x + width / 2, y + height / 2]);
}

/** Takes a picture; says why it shows something else, if it does. */
async function take(code, name) {
  const [file, viewport] = STAGES[name];
  const page = await code.browser.newPage({ viewport });
  page.setDefaultTimeout(20_000);
  const frames = [];
  const show = async (target) => {
    await target.waitFor();
    await point(page, target);
    await page.waitForTimeout(700);
    frames.push({ png: await page.screenshot(), milliseconds: 1500 });
    await point(page);
  };
  try {
    await page.goto(code.url([['openFile', code.remote(join(code.workspace, file))]]));
    await page.locator('.tab', { hasText: file }).waitFor();
    await page.keyboard.press('Control+b');
    await pictures[name](page, show);
    await page.mouse.move(viewport.width * 0.27, viewport.height - 8);
    await page.waitForTimeout(700);
    return undefined;
  } catch (error) {
    return error.message;
  } finally {
    const last = { png: await page.screenshot(), milliseconds: 3000 };
    writeFileSync(resolve(directory, `${name}.png`), frames.length > 0 ? moving([...frames, last]) : last.png);
    await page.close();
  }
}
