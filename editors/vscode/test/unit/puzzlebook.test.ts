import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { Answer } from '../../src/answer';
import { asHtml } from '../../src/html';
import { Cell, cellsOf, written } from '../../src/puzzlebook';

const LECTURE = `# One

Text.

\`\`\`puzzle
solve (x*y)

count (x*y) => 1
\`\`\`

- an item

  \`\`\`puzzle
  solve x
  \`\`\`

~~~text
\`\`\`puzzle
~~~

\`\`\`\`puzzle wrong
draw f => """
\`\`\`
"""
\`\`\`\`
`;

test('blocks at the margin are cells, and all else is prose', () => {
  const cells = cellsOf(LECTURE);
  assert.deepEqual(
    cells.map(({ isPuzzle, rest }) => [isPuzzle, rest]),
    [
      [false, undefined],
      [true, ''],
      [false, undefined],
      [true, 'wrong'],
    ],
  );
  assert.equal(cells[1]!.text, 'solve (x*y)\n\ncount (x*y) => 1');
  assert.ok(cells[2]!.text.startsWith('- an item') && cells[2]!.text.endsWith('~~~'));
  assert.equal(cells[3]!.text, 'draw f => """\n```\n"""');
});

test('cells are the text again, each from its line on', () => {
  const cells = cellsOf(LECTURE);
  const { text, starts } = written(cells);
  assert.equal(text, LECTURE);
  const lines = text.split('\n');
  cells.forEach((cell, at) => assert.equal(lines[starts[at]!], cell.text.split('\n')[0]));
  assert.equal(written([]).text, '');
});

test('what is written is read again', () => {
  // A generator of numbers, so that each run is the same.
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  const pieces = ['```', '~~~', '~~~puzzle a`b', '~~~~', '```puzzle', ' ', 'a', '\n', '\n', '> ', '````', 'solve x'];
  const some = () => Array.from({ length: random(8) }, () => pieces[random(pieces.length)]).join('');
  for (let turn = 0; turn < 3000; turn += 1) {
    const once = written(cellsOf(Array.from({ length: 6 }, some).join('\n'))).text;
    const cells = cellsOf(once);
    const again = written(cells);
    assert.equal(again.text, once);
    const isSame = (cell: Cell, at: number) => again.text.split('\n').slice(again.starts[at]!).join('\n').startsWith(cell.text);
    assert.ok(cells.every(isSame), JSON.stringify(once));
  }
});

test('a block without an end goes on to the end', () => {
  assert.deepEqual(cellsOf('```puzzle\nsolve x'), [{ isPuzzle: true, text: 'solve x', rest: '' }]);
  assert.deepEqual(cellsOf('```puzzles\nsolve x\n```'), [{ isPuzzle: false, text: '```puzzles\nsolve x\n```' }]);
});

test('answers are text, whatever stands in them', () => {
  const answer: Answer = { question: 'solve <b>', text: 'x < y & "z"', status: 'holds', notes: [] };
  const html = asHtml([answer]);
  assert.ok(html.includes('class="puzzle-holds"') && html.includes('solve &lt;b&gt;') && html.includes('x &lt; y &amp; &quot;z&quot;'));
  assert.ok(asHtml([{ ...answer, svg: '<svg/>' }]).includes('<figure><svg/></figure>'));
  assert.equal(asHtml([]), '');
});
