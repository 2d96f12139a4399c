// A preprocessor of mdBook (JSON in, JSON out): the README comes first, each message is a page below the table of all, blocks of
// puzzle text get a link that opens the playground with them, and links to files that are no page become words.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { deflateRawSync } from 'node:zlib';

const ROOT = '..';
const text = (path) => readFileSync(join(ROOT, path), 'utf8');
const examples = readdirSync(join(ROOT, 'examples'));

if (process.argv[2] === 'supports') process.exit(0);
const [, book] = JSON.parse(readFileSync(0, 'utf8'));

const chapters = (items) => items.flatMap(({ Chapter: it }) => (it ? [it, ...chapters(it.sub_items)] : []));

/** A page of a file that the summary does not name. */
function page(path, file, number = null, parents = []) {
  const content = text(file);
  const name = /^# (.*)$/m.exec(content)[1];
  return { Chapter: { name, content, number, sub_items: [], path, source_path: path, parent_names: parents } };
}

const table = chapters(book.items).find((it) => it.path === 'errors.md');
const codes = readdirSync(join(ROOT, 'docs/errors')).sort();
table.sub_items = codes.map((it, index) => page(`errors/${it}`, `docs/errors/${it}`, [...table.number, index + 1], [table.name]));
book.items.unshift(page('index.md', 'README.md'));

/** Where a page has its source. */
const source = (path) => (path === 'index.md' ? 'README.md' : `docs/${path}`);
const pages = new Map(chapters(book.items).map(({ path }) => [source(path), path]));

/** A link as the site has it; words alone where it leads to no page, which has no address. */
function link(from, whole, sign, words, address) {
  if (/^(https?:|#)/.test(address)) return whole;
  const [path, place] = address.split('#');
  const file = join(dirname(source(from)), path);
  const to = pages.get(file) ?? (sign && file.startsWith('docs/') && existsSync(join(ROOT, file)) ? relative('docs', file) : undefined);
  if (to === undefined) return sign ? '' : words;
  return `${sign}[${words}](${relative(dirname(from), to)}${place ? `#${place}` : ''})`;
}

/** The link that opens the playground with a block, as `playground/src/link.ts` reads it. */
function tryIt(from, block, isWrong) {
  const imported = [...block.matchAll(/^import "(.*)"/gm)].map(([, it]) => it);
  // What lies beside the reader's file alone is not there; some blocks are about that.
  if (!isWrong && !imported.every((it) => it.startsWith('shelf/') || examples.includes(it))) return '';
  const playground = relative(dirname(from), 'playground/index.html');
  return `<p class="try"><a href="${playground}#text=${deflateRawSync(block).toString('base64url')}">Try it</a></p>\n\n`;
}

function rewritten({ path, content }) {
  // Blocks and the text between them take turns.
  const parts = content.split(/^(```[^]*?^```\n)/m);
  return parts.map((part, index) => {
    if (index % 2 === 0) return part.replace(/(!?)\[((?:[^[\]]|!?\[[^\]]*\](?:\([^)]*\))?)*)\]\(([^)\s]+)\)/g, (...all) => link(path, ...all));
    const [, info, block] = /^```(.*)\n([^]*)```\n$/.exec(part);
    const [sort, ...more] = info.split(' ');
    // Only the kind of a block is of use here.
    const shown = `\`\`\`${sort === 'puzzle' ? 'text' : sort}\n${block}\`\`\`\n`;
    // What the page of a new kind shows is built there.
    if (sort !== 'puzzle' || path === 'adding-a-kind.md') return shown;
    return `${shown}\n${tryIt(path, block, more.includes('wrong'))}`;
  }).join('');
}

for (const chapter of chapters(book.items)) chapter.content = rewritten(chapter);
process.stdout.write(JSON.stringify(book));
