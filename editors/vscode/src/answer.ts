// What the server answers, and how it is said in one line and in full.

import { Position } from './position';

export interface Reason {
  location: { uri: string; range: Span };
  message: string;
}

export interface Span {
  start: Position;
  end: Position;
}

export type Note =
  | { sort: 'summary'; text: string }
  | { sort: 'table' | 'proof'; heading?: string; lines: string[] };

export interface Answer {
  question: string;
  text: string;
  status: 'answered' | 'holds' | 'fails' | 'unknown' | 'refused';
  notes: Note[];
  /** The places that a "no" follows from, and what introduces them. */
  because?: { heading?: string; places: Reason[] };
  svg?: string;
  /** Where the item stands that it is about, and by what the server knows it again. */
  about?: { range: Span; stamp: string };
}

/** The longest text that stands behind a line. */
const MAX_LINE = 100;

/** The answer in one line, and whether that is all of it. */
export function inOneLine(answer: Answer): { line: string; isAll: boolean } {
  const [first = '', ...more] = answer.text.trimEnd().split('\n');
  const isShort = first.length <= MAX_LINE;
  const isAll = isShort && more.length === 0;
  const start = isShort ? first : first.slice(0, MAX_LINE).replace(/\s+\S*$/, '');
  return { line: isAll ? first : `${start} …`, isAll };
}

/** The answer in one line with the first remark that says something by itself. */
export function behindLine(answer: Answer): string {
  const summaries = answer.notes.flatMap((it) => (it.sort === 'summary' ? [it.text] : []));
  const { line } = inOneLine(answer);
  // That another answer was expected stands in the line.
  const more = summaries.filter((it) => answer.status !== 'fails' || !it.includes(`the answer is \`${answer.text}\``));
  return [line, ...more.slice(0, 1)].join(' · ');
}

/** The answer in full, in Markdown. `link` writes the link to a place. */
export function inFull(answer: Answer, link: (reason: Reason) => string): string {
  const parts = [`**${escape(answer.question)}**`, code('puzzle-answer', answer.text)];
  const remarks = (proofs: boolean) => answer.notes.filter(({ sort }) => (sort === 'proof') === proofs);
  parts.push(...remarks(false).flatMap(paragraphs));
  if (answer.because) {
    const { heading, places } = answer.because;
    if (heading) parts.push(escape(heading));
    parts.push(places.map((it) => `- ${link(it)}`).join('\n'));
  }
  parts.push(...remarks(true).flatMap(paragraphs));
  return parts.join('\n\n');
}

function paragraphs(note: Note): string[] {
  if (note.sort === 'summary') return [escape(note.text)];
  return [...(note.heading ? [escape(note.heading)] : []), code('', note.lines.join('\n'))];
}

function code(language: string, text: string): string {
  return `\`\`\`\`${language}\n${text}\n\`\`\`\``;
}

/** The answer, its remarks and its reasons as lines of plain text. */
export function asLines(answer: Answer): string[] {
  const { heading, places = [] } = answer.because ?? {};
  const reasons = places.map((it) => `line ${it.location.range.start.line + 1}: ${it.message}`);
  const lines = (note: Note) => (note.sort === 'summary' ? [note.text] : [...(note.heading ? [note.heading] : []), ...note.lines]);
  const proofs = answer.notes.filter(({ sort }) => sort === 'proof');
  const remarks = answer.notes.filter(({ sort }) => sort !== 'proof');
  return [
    ...answer.text.trimEnd().split('\n'),
    ...remarks.flatMap(lines),
    ...(heading ? [heading] : []),
    ...reasons,
    ...proofs.flatMap(lines),
  ];
}

/** An expectation as answers are told: of a drawing its lines, without quotes and the margin that they share. */
export function asTold(expectation: string): string {
  const drawn = /^"""[^\n]*\n([\s\S]*?)\n?[ \t]*"""/.exec(expectation)?.[1];
  if (drawn === undefined) return expectation;
  const lines = drawn.split('\n');
  const margins = lines.filter((it) => it.trim() !== '').map((it) => it.length - it.trimStart().length);
  const margin = Math.min(...margins);
  return lines.map((it) => it.slice(margin).trimEnd()).join('\n');
}

/** Text that Markdown shows as it is, with what stands between backticks as code. */
export function escape(text: string): string {
  return text.replace(/`[^`]*`|[\\`*_{}[\]()#+\-.!<>|~]/g, (it) => (it.length > 1 ? it : `\\${it}`));
}
