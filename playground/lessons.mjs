// The tutorial beside the editor: the lessons among the documents as one HTML fragment, `node lessons.mjs FOLDER`. A
// block of puzzle text becomes one that can be tried. Documents that are no lesson have no address: links to them are words.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';

const LESSONS = ['tutorial.md', 'your-own-rules.md'];
const folder = process.argv[2];

const escape = (text) => text.replace(/[&<>"]/g, (it) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[it]);
const anchor = (words) => words.toLowerCase().replace(/[^\p{L}\p{N} -]/gu, '').replaceAll(' ', '-');

/** A lesson; its places are called as links between documents call them. */
function lesson(name) {
  const renderer = {
    heading({ tokens, text, depth }) {
      const id = depth === 1 ? name : `${name}#${anchor(text)}`;
      return `<h${depth + 1} id="${id}">${this.parser.parseInline(tokens)}</h${depth + 1}>\n`;
    },
    code({ text, lang = '' }) {
      const [sort, ...words] = lang.split(' ');
      const code = `<pre><code>${escape(text)}\n</code></pre>`;
      const file = words.find((it) => it.endsWith('.puzzle'));
      if (sort !== 'puzzle' || !file) return `${code}\n`;
      const about = words.includes('wrong') ? ', wrong on purpose' : '';
      const title = `<figcaption><span>${file}${about}</span><button type="button" aria-label="Try it: ${file}${about}">Try it</button></figcaption>`;
      return `<figure data-file="${file}">${title}${code}</figure>\n`;
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      if (LESSONS.includes(href.split('#')[0])) return `<a href="#${href}">${words}</a>`;
      return /^https?:/.test(href) ? `<a href="${escape(href)}" target="_blank" rel="noopener">${words}</a>` : words;
    },
  };
  return new Marked({ renderer }).parse(readFileSync(join(folder, name), 'utf8'));
}

process.stdout.write(LESSONS.map(lesson).join(''));
