// What `package.json` promises and other files have to keep.

import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LANGUAGES } from '../../src/languages';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { contributes } = manifest;

test('every file it names is there', () => {
  const named = [...JSON.stringify(contributes).matchAll(/"((?:\.\/)?[\w-]+(?:\/[\w.-]+)?\.(?:json|svg|png|md))"/g)];
  assert.ok(named.length > 5);
  for (const [, path] of named) assert.ok(existsSync(path), path);
  assert.ok(existsSync(manifest.icon), manifest.icon);
});

test('languages are those that the server is told of, each with its colours', () => {
  assert.deepEqual(contributes.languages.map(({ id }: { id: string }) => id).sort(), [...LANGUAGES].sort());
  assert.deepEqual(contributes.grammars.map(({ language }: { language: string }) => language).sort(), [...LANGUAGES].sort());
});

/** VS Code has a sign of its own beside each test. */
const OWN: Record<string, boolean> = { 'puzzle.lenses.tests': false };

test('settings are those of the language server, with its defaults', () => {
  const page = readFileSync('../../docs/language-server.md', 'utf8');
  const settings = [...page.matchAll(/^\| `(puzzle\.\S+)` \| `(.+?)` \|/gm)];
  assert.ok(settings.length > 3);
  for (const [, name, value] of settings) {
    assert.deepEqual(contributes.configuration.properties[name]?.default, OWN[name] ?? JSON.parse(value), name);
  }
});

test('the README tells of every setting', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const name of Object.keys(contributes.configuration.properties)) assert.ok(readme.includes(`| \`${name}\` |`), name);
});

test('lints are those of the language', () => {
  const page = readFileSync('../../docs/language.md', 'utf8');
  const table = page.slice(page.indexOf('| lint | finds |'));
  const lints = [...table.slice(0, table.indexOf('\n\n')).matchAll(/^\| `([a-z-]+)`/gm)].map(([, name]) => name);
  assert.ok(lints.length > 5);
  assert.deepEqual(contributes.configuration.properties['puzzle.lints'].propertyNames.enum, lints);
});

test('the problem matcher reads the short format', () => {
  const [{ pattern }] = contributes.problemMatchers;
  const [, file, line, column, severity, code, message] =
    new RegExp(pattern.regexp).exec('C:\\a b\\x.puzzle:3:16: error[E0202]: missing parentheses: add them') ?? [];
  assert.deepEqual(
    { file, line, column, severity, code, message },
    { file: 'C:\\a b\\x.puzzle', line: '3', column: '16', severity: 'error', code: 'E0202', message: 'missing parentheses: add them' },
  );
});
