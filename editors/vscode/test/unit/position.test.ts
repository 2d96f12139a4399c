import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { Change, Position, moved } from '../../src/position';

const offsetOf = (text: string, { line, character }: Position) =>
  text.split('\n').slice(0, line).reduce((sum, it) => sum + it.length + 1, 0) + character;

const positionAt = (text: string, offset: number): Position => {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length - 1, character: lines[lines.length - 1].length };
};

test('a position outside of what is replaced stays at its sign', () => {
  const text = 'ab\n\ncde\nf';
  for (let start = 0; start <= text.length; start += 1) {
    for (let end = start; end <= text.length; end += 1) {
      for (const put of ['', 'x', '\n', 'x\ny', 'xyz\n\n']) {
        const change: Change = { range: { start: positionAt(text, start), end: positionAt(text, end) }, text: put };
        const edited = text.slice(0, start) + put + text.slice(end);
        for (let at = 0; at <= text.length; at += 1) {
          const expected = at < start ? at : Math.max(at, end) + put.length - (end - start);
          const found = offsetOf(edited, moved(positionAt(text, at), change));
          assert.equal(found, expected, JSON.stringify({ start, end, put, at }));
        }
      }
    }
  }
});
