// The little Markdown that the module writes: paragraphs, lists, code in lines and in blocks.

function inline(words: string, into: HTMLElement): void {
  words.split(/(`[^`]*`)/).forEach((part) => {
    if (!part.startsWith('`') || part.length < 2) return into.append(part);
    const code = document.createElement('code');
    code.textContent = part.slice(1, -1);
    into.append(code);
  });
}

/** Markdown as elements. */
export function markdown(text: string, name = ''): HTMLElement {
  const whole = document.createElement('div');
  whole.className = `words ${name}`;
  for (const part of text.split(/(^```[\s\S]*?^```)/m)) {
    if (part.startsWith('```')) {
      const block = document.createElement('pre');
      block.textContent = part.replace(/^```.*\n/, '').replace(/\n?```$/, '');
      whole.append(block);
      continue;
    }
    for (const paragraph of part.split(/\n\s*\n/).filter((it) => it.trim())) {
      const lines = paragraph.trim().split('\n');
      const isList = lines.every((it) => it.startsWith('- '));
      const block = document.createElement(isList ? 'ul' : 'p');
      if (!isList) inline(lines.join('\n'), block);
      else
        for (const line of lines) {
          const row = document.createElement('li');
          inline(line.slice(2), row);
          block.append(row);
        }
      whole.append(block);
    }
  }
  return whole;
}
