// Markdown as cells, the fenced blocks of puzzles and the prose between them. A notebook is kept as such a text, so that
// the program, other editors and whoever reads it see a document.

export interface Cell {
  isPuzzle: boolean;
  text: string;
  /** What follows `puzzle` behind the fence. */
  rest?: string;
}

/** The line that begins a fenced block, and what stands behind the fence. */
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*(.*?)[ \t]*$/;

/** The cells of a text. Blocks within lists and quotations stay in the prose around them. */
export function cellsOf(text: string): Cell[] {
  const cells: Cell[] = [];
  let prose: string[] = [];
  const endProse = () => {
    const text = prose.join('\n').replace(/^(?:[ \t]*\n)+|\s+$/g, '');
    if (text !== '') cells.push({ isPuzzle: false, text });
    prose = [];
  };
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const [, fence = '', info = ''] = FENCE.exec(line) ?? [];
    // The words behind a fence of backticks have none.
    if (fence === '' || (fence.startsWith('`') && info.includes('`'))) {
      prose.push(line);
      continue;
    }
    let end = at + 1;
    while (end < lines.length && !closes(lines[end]!, fence)) end += 1;
    const [word, ...rest] = info.split(/\s+/);
    if (word?.toLowerCase() === 'puzzle' && /^[`~]/.test(line)) {
      endProse();
      cells.push({ isPuzzle: true, text: lines.slice(at + 1, end).join('\n'), rest: rest.join(' ') });
    } else {
      prose.push(...lines.slice(at, end + 1));
    }
    at = end;
  }
  endProse();
  return cells;
}

function closes(line: string, fence: string): boolean {
  const [, other = '', info = ''] = FENCE.exec(line) ?? [];
  return other[0] === fence[0] && other.length >= fence.length && info === '';
}

/** The text of cells, and the line on which the text of each begins. */
export function written(cells: readonly Cell[]): { text: string; starts: number[] } {
  const lines: string[] = [];
  const starts: number[] = [];
  for (const { isPuzzle, text, rest } of cells) {
    if (lines.length > 0) lines.push('');
    const inside = text.split(/\r?\n/);
    if (!isPuzzle) {
      starts.push(lines.length);
      lines.push(...inside);
      continue;
    }
    // The words behind a fence of backticks have none; and it is longer than any that the lines may be taken for.
    const mark = rest?.includes('`') ? '~' : '`';
    const runs = inside.map((it) => /^ {0,3}(`+|~+|)/.exec(it)![1]!).filter((it) => it.startsWith(mark));
    const fence = mark.repeat(Math.max(2, ...runs.map((it) => it.length)) + 1);
    lines.push([`${fence}puzzle`, rest].filter(Boolean).join(' '));
    starts.push(lines.length);
    lines.push(...inside, fence);
  }
  return { text: lines.length > 0 ? `${lines.join('\n')}\n` : '', starts };
}
