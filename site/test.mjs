// Looks through the built site: each link leads somewhere, each block can be tried, and a browser shows it:
//     node test.mjs FOLDER PICTURES

import { strict as assert } from 'node:assert';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { serve } from '../playground/test/serve.mjs';
import { answer, make, open, written } from '../playground/test/visits.mjs';

const [folder, pictures] = process.argv.slice(2, 4).map((it) => resolve(it));
const DOCS = resolve(import.meta.dirname, '../docs');
const MADE_BY_MDBOOK = ['404.html', 'toc.html'];
const names = readdirSync(folder, { recursive: true })
  .filter((it) => it.endsWith('.html') && !it.startsWith('playground/') && !MADE_BY_MDBOOK.includes(it));
const html = new Map(names.map((it) => [it, readFileSync(join(folder, it), 'utf8')]));
const server = await serve(folder);

/** The blocks of a document that are puzzle text, and whether they are right. */
const blocks = (name) => [...readFileSync(join(DOCS, name), 'utf8').matchAll(/^```puzzle\b(.*)\n([^]*?)^```$/gm)]
  .map(([, more, text]) => ({ text, isRight: !more.includes('wrong') }));

const visits = {
  async 'each document is a page, and each link leads somewhere'() {
    const documents = readdirSync(DOCS, { recursive: true }).filter((it) => it.endsWith('.md') && it !== 'SUMMARY.md');
    assert.deepEqual(documents.filter((it) => !html.has(it.replace('.md', '.html'))), []);
    const lost = [];
    for (const [name, text] of html) {
      for (const [, address] of text.matchAll(/ (?:href|src)="([^"]*)"/g)) {
        if (/^(https?|data):/.test(address)) continue;
        const [path, place = ''] = address.split('#');
        const file = path ? join(dirname(name), path) : name;
        const isThere = existsSync(join(folder, file)) && (!place || !html.has(file) || html.get(file).includes(`id="${decodeURIComponent(place)}"`));
        if (!isThere) lost.push(`${name}: ${address}`);
      }
    }
    assert.deepEqual(lost, []);
  },

  async 'each block can be tried, but those that need a file'() {
    let count = 0;
    for (const [name, text] of html) {
      if (name === 'index.html' || name === 'adding-a-kind.html') continue;
      const carried = [...text.matchAll(/href="([^"#]*)#text=([^"]*)"/g)].map(([, page, it]) => {
        assert.equal(join(dirname(name), page), 'playground/index.html');
        return inflateRawSync(Buffer.from(it, 'base64url')).toString();
      });
      const all = blocks(name.replace('.html', '.md'));
      const missing = all.filter((it) => !carried.includes(it.text));
      assert.equal(carried.length + missing.length, all.length, name);
      assert.ok(missing.every(({ text, isRight }) => isRight && /^import "(?!shelf)/m.test(text)), name);
      count += carried.length;
    }
    assert.ok(count > 250, `only ${count} blocks`);
  },

  async 'a block is tried'() {
    for (const [name, at, words] of [['tutorial.html', 0, 'satisfiable a=0 b=1'], ['errors/E0601.html', 0, '']]) {
      const { page, faults } = await open(server.url + name, {}, 'main');
      await page.screenshot({ path: join(pictures, `${name.replace(/\W/g, '-')}.png`) });
      await page.locator('.try a').nth(at).click();
      await page.locator('.cm-content').waitFor();
      if (words) await answer(page, words);
      assert.equal(await written(page), blocks(relative('.', name).replace('.html', '.md'))[at].text);
      assert.deepEqual(faults, []);
    }
  },
};

await make(visits, pictures);
server.close();
