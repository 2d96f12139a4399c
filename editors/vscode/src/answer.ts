// What the server answers, and how it is said in one line and in full.

export interface Because {
  location: { uri: string; range: { start: { line: number; character: number }; end: { line: number; character: number } } };
  message: string;
}

export interface Answer {
  question: string;
  text: string;
  status: 'answered' | 'holds' | 'fails' | 'unknown' | 'refused';
  notes: string[];
  because: Because[];
  svg?: string;
}

/** The longest text that stands behind a line. */
const MAX_LINE = 100;

/** The answer in one line, and whether that is all of it. */
export function inOneLine(answer: Answer): { line: string; isAll: boolean } {
  const [first, ...more] = answer.text.trimEnd().split('\n');
  const isShort = first.length <= MAX_LINE;
  const isAll = isShort && more.length === 0;
  const start = isShort ? first : first.slice(0, MAX_LINE).replace(/\s+\S*$/, '');
  return { line: isAll ? first : `${start} …`, isAll };
}

/** The answer in full, in Markdown. `link` writes the link to a place. */
export function inFull(answer: Answer, link: (because: Because) => string): string {
  const parts = [`**${escape(answer.question)}**`, `\`\`\`\`puzzle-answer\n${answer.text}\n\`\`\`\``];
  parts.push(...answer.notes.map(escape));
  if (answer.because.length > 0) {
    parts.push(answer.because.map((it) => `- ${link(it)}`).join('\n'));
  }
  return parts.join('\n\n');
}

/** The answer as a document of its own. */
export function asDocument(answer: Answer): string {
  const places = answer.because.map((it) => `line ${it.location.range.start.line + 1}: ${it.message}`);
  return [`${answer.question} =>`, answer.text.trimEnd(), ...answer.notes, ...places, ''].join('\n');
}

/** Text that Markdown shows as it is, with what stands between backticks as code. */
export function escape(text: string): string {
  return text.replace(/`[^`]*`|[\\`*_{}[\]()#+\-.!<>|~]/g, (it) => (it.length > 1 ? it : `\\${it}`));
}
