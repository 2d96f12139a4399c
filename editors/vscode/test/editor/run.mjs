// Runs the suite inside a real VS Code:   node test/editor/run.mjs PUZZLE

import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start } from './vscode.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const EXTENSION = join(HERE, '../..');
const FILES = join(HERE, 'files');
const LIMIT = 150_000;
/** What VS Code says about itself. */
const NOISE = /bindings file|watchdog|Service Worker|ERR |open-vsx|punycode/;

const code = await start({ files: readdirSync(FILES).map((name) => join(FILES, name)), program: process.argv[2] });
const page = await code.browser.newPage({ viewport: { width: 1280, height: 720 } });
const ended = new Promise((resolve) => {
  setTimeout(() => resolve('out of time'), LIMIT).unref();
  void page.exposeFunction('codeAutomationExit', resolve);
});
await page.exposeFunction('codeAutomationLog', (_, args) => {
  const text = args.map(String).join(' ');
  if (process.env.VERBOSE || (/^(ok|not ok|#) /.test(text) && !NOISE.test(text))) console.log(text);
});
await page.goto(
  code.url([
    ['extensionDevelopmentPath', code.remote(EXTENSION)],
    ['extensionTestsPath', code.remote(join(EXTENSION, 'dist/editor/suite.js'))],
  ]),
);
const result = await ended;
if (result !== 0) await page.screenshot({ path: join(EXTENSION, 'dist/failed.png') });
await code.stop();
console.log(result === 0 ? 'VS Code: the suite holds' : `VS Code: the suite fails (${result}); see dist/failed.png`);
process.exit(result === 0 ? 0 : 1);
