// Every example is sound, as is the sample of the editors, so the grammar may find nothing wrong in it and must know every word.

import { strict as assert } from 'node:assert';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadWASM, OnigScanner, OnigString } from 'vscode-oniguruma';
import { INITIAL, Registry, parseRawGrammar } from 'vscode-textmate';

const GRAMMAR = 'syntaxes/puzzle.tmLanguage.json';
const EXAMPLES = '../../examples';
const SAMPLE = '../sample.puzzle';

async function engine() {
  const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await loadWASM(new Uint8Array(wasm).buffer);
  return {
    createOnigScanner: (patterns: string[]) => new OnigScanner(patterns),
    createOnigString: (text: string) => new OnigString(text),
  };
}

test('every word of every example has a scope, and none is invalid', async () => {
  const registry = new Registry({
    onigLib: engine(),
    loadGrammar: async () => parseRawGrammar(readFileSync(GRAMMAR, 'utf8'), GRAMMAR),
  });
  const grammar = (await registry.loadGrammar('source.puzzle'))!;
  const examples = readdirSync(EXAMPLES).filter((name) => name.endsWith('.puzzle'));
  assert.ok(examples.length > 20);
  for (const name of [...examples.map((it) => join(EXAMPLES, it)), SAMPLE]) {
    let state = INITIAL;
    for (const [index, line] of readFileSync(name, 'utf8').split('\n').entries()) {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      state = ruleStack;
      for (const { startIndex, endIndex, scopes } of tokens) {
        const text = line.slice(startIndex, endIndex);
        const scope = scopes[scopes.length - 1];
        const place = `${name}:${index + 1}: \`${text}\` is ${scope}`;
        assert.ok(!scope.startsWith('invalid'), place);
        assert.ok(text.trim() === '' || !/^(source|meta)\./.test(scope), place);
      }
    }
  }
});
