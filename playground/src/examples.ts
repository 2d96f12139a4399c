// The examples, and which files a text needs.

export type Files = Record<string, string>;

export const loadExamples = async (): Promise<Files> => (await fetch('examples.json')).json() as Promise<Files>;

/** The files that a text names, and those that they name. */
export function needed(text: string, all: Files): Files {
  const found: Files = {};
  const pending = [text];
  for (let text = pending.pop(); text !== undefined; text = pending.pop()) {
    for (const [name, body] of Object.entries(all)) {
      if (name in found || !text.includes(`"${name}"`)) continue;
      found[name] = body;
      pending.push(body);
    }
  }
  return found;
}

/** What an example is about: the sentence that its first comment begins with. */
export function about(text: string): string {
  const comment = /^(?:\s*\/\/+[^\n]*\n)+/m.exec(text)?.[0] ?? '';
  const words = comment.replace(/^\s*\/+ ?/gm, '').replace(/\s+/g, ' ').trim();
  return /^.*?[.?!](?= |$)/.exec(words)?.[0] ?? words;
}
