// The examples and the files that they name, as one JSON object: `node examples.mjs FOLDER`.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const names = readdirSync(folder).sort();
const texts = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
process.stdout.write(JSON.stringify(texts));
