// Where the texts of the page are: among the examples that lie beside it, or in the folder that a program serves.

/** Whether the page is that of `puzzle serve`; the build says so. */
declare const SERVED: boolean;
export const isServed = SERVED;

export type Files = Record<string, string>;

/** A text that can be opened: its name, and what it is about. */
export interface Entry {
  name: string;
  about: string;
}

/** The examples, by name. */
let examples: Files = {};

/** Finds the texts that can be opened. */
export async function entries(): Promise<Entry[]> {
  if (isServed) {
    const names = (await (await fetch('files.json')).json()) as string[];
    return names.map((name) => ({ name, about: '' }));
  }
  examples = (await (await fetch('examples.json')).json()) as Files;
  const puzzles = Object.entries(examples).filter(([name]) => name.endsWith('.puzzle'));
  return puzzles.map(([name, text]) => ({ name, about: about(text) }));
}

/** The text of one of them. */
export async function read(name: string): Promise<string> {
  if (!isServed) return examples[name] ?? '';
  return said(await fetch(at(name)));
}

/** Saves a text over what it was when it was read; it was nothing if it is new. Fails with the reason. */
export async function save(name: string, text: string, was: string | undefined): Promise<void> {
  await said(await fetch(at(name), { method: 'PUT', body: JSON.stringify({ text, was }) }));
}

const at = (name: string) => `file/${name.split('/').map(encodeURIComponent).join('/')}`;

async function said(response: Response): Promise<string> {
  const words = await response.text();
  if (!response.ok) throw new Error(words);
  return words;
}

/** The texts that another one imports, as far as the page has them: the program reads those of its folder itself. */
export function needed(text: string): Files {
  const found: Files = {};
  const pending = [text];
  for (let text = pending.pop(); text !== undefined; text = pending.pop()) {
    for (const [name, body] of Object.entries(examples)) {
      if (name in found || !text.includes(`"${name}"`)) continue;
      found[name] = body;
      pending.push(body);
    }
  }
  return found;
}

/** What an example is about: the sentence that its first comment begins with. */
function about(text: string): string {
  const comment = /^(?:\s*\/\/+[^\n]*\n)+/m.exec(text)?.[0] ?? '';
  const words = comment.replace(/^\s*\/+ ?/gm, '').replace(/\s+/g, ' ').trim();
  return /^.*?[.?!](?= |$)/.exec(words)?.[0] ?? words;
}
