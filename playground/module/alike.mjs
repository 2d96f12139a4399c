// Names the functions of a module so that in the order of their names those stand beside each other that are alike: of one type,
// by the bytes they begin with. What compresses the module for the network looks back no further than some thousands of bytes.
//
//     node module/alike.mjs FILE > NAMED

import { readFileSync, writeSync } from 'node:fs';

const CUSTOM = 0, IMPORT = 2, FUNCTION = 3, CODE = 10;

const module = readFileSync(process.argv[2]);
let at = 8;

/** The number that is written next (LEB128). */
function number() {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = module[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return value;
  }
}

/** A number as it is written. */
function written(value) {
  const bytes = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Buffer.from([...bytes, value]);
}

/** Bytes with how many there are before them. */
const counted = (bytes) => Buffer.concat([written(bytes.length), bytes]);

let imports = 0;
const types = [];
const bodies = [];
while (at < module.length) {
  const section = module[at++];
  const end = number() + at;
  if (section === IMPORT) imports = importedFunctions();
  if (section === FUNCTION) for (let left = number(); left > 0; left -= 1) types.push(number());
  if (section === CODE) {
    for (let left = number(); left > 0; left -= 1) {
      const size = number();
      bodies.push(module.subarray(at, at + size));
      at += size;
    }
  }
  at = end;
}

/** How many of the imports are functions: of this module all are. */
function importedFunctions() {
  const count = number();
  for (let left = count; left > 0; left -= 1) {
    for (let names = 2; names > 0; names -= 1) {
      const size = number();
      at += size;
    }
    if (module[at++] !== 0) throw new Error('something else than functions is imported');
    number();
  }
  return count;
}

const order = bodies.map((_, it) => it).sort((one, other) => types[one] - types[other] || Buffer.compare(bodies[one], bodies[other]));
const names = [];
order.forEach((it, place) => (names[it] = String(place).padStart(6, '0')));
const map = names.map((name, it) => Buffer.concat([written(imports + it), counted(Buffer.from(name))]));
const functions = Buffer.concat([Buffer.from([1]), counted(Buffer.concat([written(map.length), ...map]))]);
const named = Buffer.concat([counted(Buffer.from('name')), functions]);
for (const part of [module, Buffer.concat([Buffer.from([CUSTOM]), counted(named)])]) {
  for (let done = 0; done < part.length; ) done += writeSync(1, part, done);
}
