// Makes the package, from a folder of its own: what VS Code runs and shows. Its page has its
// pictures within it, because links that lead to other files lead nowhere there.
//
//     package.mjs [PROGRAM TARGET]
//
// With a program the package brings it, for a target as VS Code calls it (`linux-x64`), whose system it was built for. Without one
// it brings the module for browsers, where that was built (`npm run web`).

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const ROOT = '../..';
const FOLDER = 'dist/package';
const FILES = [
  'language-configuration.json',
  'dist/extension.js',
  'dist/live.js',
  ...['syntaxes', 'languages', 'icons', 'media', 'walkthrough', 'pictures'],
];

rmSync(FOLDER, { recursive: true, force: true });
for (const file of FILES) {
  mkdirSync(dirname(join(FOLDER, file)), { recursive: true });
  cpSync(file, join(FOLDER, file), { recursive: true });
}
const [program, target] = process.argv.slice(2);
const WEB = 'dist/web';
const hasModule = !program && existsSync(join(WEB, 'puzzle.wasm'));
if (hasModule) cpSync(WEB, join(FOLDER, WEB), { recursive: true });
const { scripts, devDependencies, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'));
if (!hasModule) delete manifest.browser;
writeFileSync(join(FOLDER, 'package.json'), JSON.stringify(manifest, null, 2));

const inline = (_, words, path) => `![${words}](data:image/png;base64,${readFileSync(path).toString('base64')})`;
const page = readFileSync('README.md', 'utf8')
  .replace(/!\[([^\]]*)\]\(([^)]+\.png)\)/g, inline)
  .replace(/(?<!!)\[([^\]]*)\]\((?!https?:|data:)[^)]*\)/g, '$1');
writeFileSync(join(FOLDER, 'README.md'), page);
cpSync(join(ROOT, 'CHANGELOG.md'), join(FOLDER, 'CHANGELOG.md'));
const licences = ['LICENSE-MIT', 'LICENSE-APACHE'].map((it) => readFileSync(join(ROOT, it), 'utf8'));
writeFileSync(join(FOLDER, 'LICENSE'), licences.join(`\n${'-'.repeat(80)}\n\n`));

if (program) {
  const brought = join(FOLDER, 'bin', basename(program));
  mkdirSync(dirname(brought));
  cpSync(program, brought);
  chmodSync(brought, 0o755);
}

const vsce = join(process.cwd(), 'node_modules/.bin/vsce');
const name = target ? `puzzle-${target}.vsix` : 'puzzle.vsix';
const flags = ['--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository', '--out', `../${name}`];
if (target) flags.push('--target', target);
execFileSync(vsce, ['package', ...flags], { cwd: FOLDER, stdio: 'inherit' });
