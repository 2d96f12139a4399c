// Visits to a real VS Code: each in a folder of its own, so that what is not saved in one is not found in the next.

import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
export const EXTENSION = join(HERE, '../..');
/** What each folder begins with. */
export const FILES = join(HERE, 'files');

/** Where a picture of what was seen goes. */
export function picture(name) {
  return join(EXTENSION, 'dist/visits', `${name}.png`);
}

/** Makes all visits, or those with a text in their names, and ends with how they went. */
export async function makeVisits(code, visits, chosen) {
  mkdirSync(join(EXTENSION, 'dist/visits'), { recursive: true });
  let failed = 0;
  for (const name of Object.keys(visits).filter((name) => !chosen || name.includes(chosen))) {
    const make = (more = '') => visit(code, visits[name], `${name.replaceAll(' ', '-')}${more}`);
    // An editor over a network may lose a click, so a visit that fails is made once more, and that is said.
    let reason = await make();
    if (reason !== undefined) {
      console.log(`once more, ${name}: ${reason}`);
      reason = await make('-again');
    }
    if (reason !== undefined) failed += 1;
    console.log(reason === undefined ? `ok ${name}` : `not ok ${name}: ${reason}`);
  }
  await code.stop();
  console.log(failed === 0 ? 'VS Code: the visits hold' : `VS Code: ${failed} visits fail; see dist/visits`);
  process.exit(failed === 0 ? 0 : 1);
}

/** Makes a visit; says why it fails, if it does. */
async function visit(code, make, to) {
  const folder = join(code.workspace, to);
  cpSync(FILES, folder, { recursive: true });
  const page = await code.browser.newPage({ viewport: { width: 1280, height: 760 } });
  page.setDefaultTimeout(60_000);
  if (process.env.VERBOSE) page.on('console', (it) => console.log(it.text()));
  const open = async (file) => {
    await page.goto(code.url([['openFile', code.remote(join(folder, file))]], folder));
    await page.locator('.tab', { hasText: file }).waitFor();
    await page.locator('.view-line').first().waitFor();
  };
  try {
    await make(page, open, folder);
    return undefined;
  } catch (error) {
    await page.screenshot({ path: picture(to) });
    return error.message;
  } finally {
    await page.close();
  }
}
