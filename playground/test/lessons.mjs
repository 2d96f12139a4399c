// What the tests of both pages share about the tutorial: its blocks, as the documents have them, and how one is tried.

import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { written } from './visits.mjs';

const DOCS = join(dirname(fileURLToPath(import.meta.url)), '../../docs');

/** The blocks with files of their own: names and texts. */
export const blocks = ['tutorial.md', 'your-own-rules.md'].flatMap((name) => {
  const found = readFileSync(join(DOCS, name), 'utf8').matchAll(/^```puzzle (?:wrong )?(\S+\.puzzle)\n([^]*?)^```$/gm);
  return [...found].map(([, file, text]) => ({ file, text }));
});

/** What the program says of a block. */
export function inProgram(program, { file, text }) {
  const folder = mkdtempSync(join(tmpdir(), 'lesson-'));
  writeFileSync(join(folder, file), text);
  const { stdout } = spawnSync(program, ['run', '--format', 'json', file], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return JSON.parse(stdout).files;
}

export async function openTutorial(page) {
  await page.locator('#tutorial').click();
  await page.locator('#lesson figure').first().waitFor();
}

/** Tries a block; the page shows its text, its name, and the answers and mistakes that the program tells. */
export async function tryBlock(page, index, program) {
  const block = blocks[index];
  const [{ tests, diagnostics }] = inProgram(program, block);
  await page.locator('#status').evaluate((it) => (it.textContent = ''));
  await page.locator('#lesson figure button').nth(index).click();
  await page.locator('#status', { hasText: /· \d/ }).waitFor();
  assert.equal(await written(page), block.text);
  assert.match(await page.locator('#name').textContent(), new RegExp(`^${block.file}( •)?$`));
  const labels = await page.locator('.answer').evaluateAll((all) => all.map((it) => it.ariaLabel));
  assert.deepEqual(labels, tests.map(({ outcome, message }) => `${outcome}: ${message.includes('\n') ? 'drawn in the panel' : message}`));
  if (diagnostics.length === 0) return assert.equal(await page.locator('.cm-lintRange').count(), 0);
  await page.keyboard.press('Control+Shift+M');
  await page.locator('.cm-panel-lint').waitFor();
  const shown = await page.locator('.cm-panel-lint .cm-diagnosticText').allTextContents();
  assert.equal(shown.length, diagnostics.length);
  diagnostics.forEach(({ message }, at) => assert.ok(shown[at].startsWith(message.replaceAll('`', '')), `${shown[at]}: ${message}`));
  await page.keyboard.press('Escape');
}
