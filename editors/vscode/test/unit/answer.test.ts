import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { Answer, asLines, asTold, behindLine, escape, inFull, inOneLine } from '../../src/answer';

const range = { start: { line: 7, character: 4 }, end: { line: 7, character: 9 } };
const no: Answer = {
  question: 'solve house',
  text: 'no solution',
  status: 'answered',
  notes: [{ sort: 'summary', text: 'no number of steps is enough' }],
  because: {
    heading: 'these tolls bar every way:',
    places: [{ location: { uri: 'file:///house.puzzle', range }, message: '`Old_study` asks for `KEY`' }],
  },
};
const neither: Answer = {
  question: 'prove groups: all x. x = x',
  text: 'neither',
  status: 'answered',
  notes: [
    { sort: 'table', heading: 'true when:', lines: ['* | a b', 'a | a b'] },
    { sort: 'summary', text: 'found by searching worlds' },
    { sort: 'proof', heading: 'proof by resolution:', lines: ['1. p', '2. -p'] },
  ],
};

test('a short text stands in its line', () => {
  assert.deepEqual(inOneLine(no), { line: 'no solution', isAll: true });
});

test('a long text or one of several lines is cut', () => {
  assert.deepEqual(inOneLine({ ...no, text: '* - x\n    y\n' }), { line: '* - x …', isAll: false });
  const { line, isAll } = inOneLine({ ...no, text: 'START '.repeat(50) });
  assert.ok(!isAll && line.endsWith('START …') && line.length < 110, line);
});

test('in full there are notes and reasons with links', () => {
  const text = inFull(no, (it) => `[here](${it.location.uri})`);
  assert.match(text, /^\*\*solve house\*\*\n\n````puzzle-answer\nno solution\n````\n\nno number/);
  assert.match(text, /\n\nthese tolls bar every way:\n\n- \[here\]\(file:\/\/\/house\.puzzle\)$/);
});

test('behind a line stands no heading', () => {
  assert.equal(behindLine(neither), 'neither · found by searching worlds');
  assert.equal(behindLine({ ...neither, notes: neither.notes.slice(0, 1) }), 'neither');
  assert.equal(behindLine(no), 'no solution · no number of steps is enough');
});

test('behind a line that fails stands the answer once', () => {
  const summary = { sort: 'summary', text: 'expected `E wins`, but the answer is `A wins`' } as const;
  assert.equal(behindLine({ ...no, status: 'fails', text: 'A wins', notes: [summary, ...no.notes] }), 'A wins · no number of steps is enough');
});

test('tables and proofs keep their columns, each below its heading', () => {
  const text = inFull(neither, () => '');
  assert.match(text, /\ntrue when:\n\n````\n\* \| a b\na \| a b\n````\n\nfound by/);
  assert.match(text, /\nproof by resolution:\n\n````\n1\. p\n2\. -p\n````$/);
});

test('no heading is without what it introduces', () => {
  const headings = (answer: Answer) => asLines(answer).filter((line) => line.endsWith(':'));
  for (const answer of [no, neither, { ...no, because: undefined }, { ...neither, notes: [] }]) {
    const lines = asLines(answer);
    assert.ok(!lines[lines.length - 1].endsWith(':'), lines.join());
    assert.equal(headings(answer).length, answer.notes.filter((it) => 'heading' in it).length + (answer.because ? 1 : 0));
    assert.ok(!behindLine(answer).endsWith(':'));
  }
});

test('its lines name those of the reasons', () => {
  assert.deepEqual(
    asLines(no),
    ['no solution', 'no number of steps is enough', 'these tolls bar every way:', 'line 8: `Old_study` asks for `KEY`'],
  );
});

test('signs of the language are no marks of Markdown, code stays code', () => {
  assert.equal(escape('(x*y) `a_b` _'), '\\(x\\*y\\) `a_b` \\_');
});

test('a drawing is compared without its quotes and its margin', () => {
  assert.equal(asTold('"""\n    1 2\n      .\n\n    3 4\n    """'), '1 2\n  .\n\n3 4');
  assert.equal(asTold('START Hall GOAL'), 'START Hall GOAL');
});
