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

/** Of each format a line, a word of it, and how that is scoped. */
const FOREIGN: [string, string, [string, string, string][]][] = [
  ['maze', 'text.maze', [['Hall TREASURES TOLLS lamp NEXT GOAL', 'TOLLS', 'keyword'], ['Hall TREASURES TOLLS NEXT', 'Hall', 'entity.name'], ['3', '3', 'constant.numeric']]],
  ['dots-and-boxes', 'text.dots', [['1 0', '0', 'constant.numeric']]],
  ['dimacs', 'text.dimacs', [['c a note', 'c a note', 'comment'], ['p cnf 2 1', 'p', 'keyword'], ['1 -2 0', '-2', 'constant.numeric.negated']]],
  ['qdimacs', 'text.qdimacs', [['e 1 2 0', 'e', 'keyword.control.quantifier'], ['1 -2 0', '0', 'keyword.operator.end']]],
  ['davis-putnam', 'text.davis-putnam', [['1 -2', '1', 'constant.numeric']]],
  ['qcir', 'source.qcir', [['g = and(x, -y)', 'g', 'entity.name'], ['exists(y)', 'exists', 'keyword'], ['#QCIR-G14', '#QCIR-G14', 'comment']]],
  ['tptp', 'source.tptp', [['fof(a, axiom, ! [X] : p(X)).', 'axiom', 'storage'], ['fof(a, axiom, ! [X] : p(X)).', 'X', 'variable'], ['% a note', '% a note', 'comment']]],
];

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

test('files of other formats are coloured: their marks, and what is not blank', async () => {
  for (const [name, scopeName, marks] of FOREIGN) {
    const path = `syntaxes/${name}.tmLanguage.json`;
    const registry = new Registry({ onigLib: engine(), loadGrammar: async () => parseRawGrammar(readFileSync(path, 'utf8'), path) });
    const grammar = (await registry.loadGrammar(scopeName))!;
    for (const [line, word, scope] of marks) {
      const { tokens } = grammar.tokenizeLine(line, INITIAL);
      const token = tokens.find(({ startIndex, endIndex }) => line.slice(startIndex, endIndex).trim() === word);
      assert.ok(token?.scopes[token.scopes.length - 1].startsWith(scope), `${name}: ${word} in ${line}`);
    }
  }
});
