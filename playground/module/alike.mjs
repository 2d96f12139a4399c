// Names the functions of a module so that in the order of their names those stand beside each other that are alike: of one type,
// behind each the one that shares most of its words of four bytes. What compresses the module for the network looks back no
// further than some thousands of bytes.
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

/** The functions of each type, by the bytes they begin with. */
function byType() {
  const groups = new Map();
  for (const it of bodies.keys()) {
    if (!groups.has(types[it])) groups.set(types[it], []);
    groups.get(types[it]).push(it);
  }
  for (const group of groups.values()) group.sort((one, other) => Buffer.compare(bodies[one], bodies[other]));
  return [...groups.entries()].sort(([one], [other]) => one - other).map(([, group]) => group);
}

/** The words in each of these functions that others have as well, and the functions that have a word, by their places here. */
function sharedWords(group) {
  const numbers = new Map();
  const holders = [];
  const words = group.map((it, place) => {
    const own = new Set();
    for (let from = 0; from + 4 <= bodies[it].length; from += 1) {
      const word = bodies[it].readUInt32LE(from);
      let number = numbers.get(word);
      if (number === undefined) numbers.set(word, (number = holders.push([]) - 1));
      if (!own.has(number)) holders[number].push(place);
      own.add(number);
    }
    return own;
  });
  return [words.map((own) => [...own].filter((word) => holders[word].length > 1)), holders];
}

/** A group with that behind each function which is next most alike. */
function chain(group) {
  const [words, holders] = sharedWords(group);
  const left = new Set(group.keys());
  const order = [];
  for (let last = 0; left.size > 0; ) {
    left.delete(last);
    order.push(group[last]);
    const shared = new Int32Array(group.length);
    for (const word of words[last]) for (const place of holders[word]) shared[place] += 1;
    // A function of a few bytes is like many others, which says little.
    const alike = (place) => shared[place] / (bodies[group[place]].length + 20);
    let most = -1;
    for (const place of left) {
      if (alike(place) > most) [last, most] = [place, alike(place)];
    }
  }
  return order;
}

const order = byType().flatMap(chain);
const names = [];
order.forEach((it, place) => (names[it] = String(place).padStart(6, '0')));
const map = names.map((name, it) => Buffer.concat([written(imports + it), counted(Buffer.from(name))]));
const functions = Buffer.concat([Buffer.from([1]), counted(Buffer.concat([written(map.length), ...map]))]);
const named = Buffer.concat([counted(Buffer.from('name')), functions]);
for (const part of [module, Buffer.concat([Buffer.from([CUSTOM]), counted(named)])]) {
  for (let done = 0; done < part.length; ) done += writeSync(1, part, done);
}
