import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { Trace, outOf, placeOf, stateAfter, stopAt } from '../../src/trace';

const place = (line: number) => ({ file: '<stdin>', line });

/** `1 2`, `1 -2`, `-1 3`, `-1 -3`, by the procedure that learns. */
const trace: Trace = {
  procedure: 'cdcl',
  levels: 'What is true, by levels',
  kind: 'Clauses',
  between: ' ',
  items: [
    { number: 1, parts: ['1', '2'], place: place(2) },
    { number: 2, parts: ['1', '-2'], place: place(3) },
    { number: 3, parts: ['-1', '3'], place: place(4) },
    { number: 4, parts: ['-1', '-3'], place: place(5) },
    { number: 5, parts: ['1'] },
  ],
  given: 4,
  steps: [
    { kind: 'split', says: '', level: 1, entry: '-1' },
    { kind: 'unit', says: '', level: 1, entry: '2', item: 1 },
    { kind: 'conflict', says: '', level: 1, item: 2 },
    { kind: 'learnt', says: '', level: 1, item: 5, from: [1, 2], marks: [{ item: 5, says: 'learnt' }] },
    { kind: 'backtrack', says: '', level: 0 },
    { kind: 'unit', says: '', level: 0, entry: '1', item: 5 },
    { kind: 'unit', says: '', level: 0, entry: '3', item: 3 },
    { kind: 'conflict', says: '', level: 0, item: 4 },
    { kind: 'refuted', says: '', level: 0, from: [3, 4, 5] },
  ],
  is_cut: false,
  answer: 'unsatisfiable',
};

test('entries go with their level, and what is said stays', () => {
  const entries = (count: number) => stateAfter(trace, count).entries.map(({ entry }) => entry);
  assert.deepEqual([0, 1, 2, 4, 5, 7].map(entries), [[], ['-1'], ['-1', '2'], ['-1', '2'], [], ['1', '3']]);
  assert.deepEqual([3, 4].map((count) => stateAfter(trace, count).known), [4, 5]);
  assert.equal(stateAfter(trace, 9).marks.get(5), 'learnt');
});

test('a step stems from the line of its clause, or of the first that it follows from', () => {
  const lines = trace.steps.map((it) => placeOf(trace, it)?.line);
  assert.deepEqual(lines, [undefined, 2, 3, 2, undefined, undefined, 4, 5, 4]);
});

test('going on stops at lines, forward and back, and else at the ends', () => {
  const at = (line: number) => (it?: { line: number }) => it?.line === line;
  assert.deepEqual([1, 2, 4].map((count) => stopAt(trace, count, 1, at(2))), [2, 4, 9]);
  assert.deepEqual([9, 4, 2].map((count) => stopAt(trace, count, -1, at(2))), [4, 2, 1]);
  assert.equal(stopAt({ ...trace, steps: [] }, 0, 1, at(2)), 0);
});

test('out of a level leads to what takes it back', () => {
  assert.deepEqual([outOf(trace, 2), outOf(trace, 6)], [5, 9]);
});
