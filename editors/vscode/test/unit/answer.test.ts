import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { Answer, asDocument, escape, inFull, inOneLine } from '../../src/answer';

const range = { start: { line: 7, character: 4 }, end: { line: 7, character: 9 } };
const no: Answer = {
  question: 'solve house',
  text: 'no solution',
  status: 'answered',
  notes: ['no number of steps is enough'],
  because: [{ location: { uri: 'file:///house.puzzle', range }, message: '`Old_study` asks for `KEY`' }],
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
  assert.match(text, /\n- \[here\]\(file:\/\/\/house\.puzzle\)$/);
});

test('as a document it names the lines', () => {
  assert.equal(
    asDocument(no),
    'solve house =>\nno solution\nno number of steps is enough\nline 8: `Old_study` asks for `KEY`\n',
  );
});

test('signs of the language are no marks of Markdown, code stays code', () => {
  assert.equal(escape('(x*y) `a_b` _'), '\\(x\\*y\\) `a_b` \\_');
});
