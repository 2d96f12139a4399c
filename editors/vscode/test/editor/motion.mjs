// Moving pictures: screenshots one after the other as an APNG, which whatever shows a PNG shows, at least its first frame.
// Each IDAT chunk of a later picture becomes an fdAT chunk behind the control chunk of its frame.

import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** It plays twice and stays at its end, so that nobody has to read beside something that moves. */
const PLAYS = 2;

/** One picture of pictures of one size, each with the milliseconds for which it stands. */
export function moving(frames) {
  const parts = frames.map(({ png }) => chunks(png));
  const [first] = parts;
  const header = first.find(({ type }) => type === 'IHDR');
  let number = 0;
  const control = (milliseconds) => {
    const data = Buffer.alloc(26);
    data.writeUInt32BE(number++, 0);
    header.data.copy(data, 4, 0, 8);
    data.writeUInt16BE(milliseconds, 20);
    data.writeUInt16BE(1000, 22);
    return chunk('fcTL', data);
  };
  const written = parts.flatMap((part, index) => {
    const pixels = part.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
    const begin = control(frames[index].milliseconds);
    if (index === 0) return [begin, ...pixels.map((data) => chunk('IDAT', data))];
    const numbered = (data) => {
      const sequence = Buffer.alloc(4);
      sequence.writeUInt32BE(number++);
      return chunk('fdAT', Buffer.concat([sequence, data]));
    };
    return [begin, ...pixels.map(numbered)];
  });
  const animation = Buffer.alloc(8);
  animation.writeUInt32BE(frames.length, 0);
  animation.writeUInt32BE(PLAYS, 4);
  const before = [chunk('IHDR', header.data), chunk('acTL', animation)];
  return Buffer.concat([SIGNATURE, ...before, ...written, chunk('IEND', Buffer.alloc(0))]);
}

function chunks(png) {
  const found = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    found.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end) });
    at = end + 4;
  }
  return found;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
