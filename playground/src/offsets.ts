// The module counts bytes of UTF-8, the editor units of UTF-16.

export class Offsets {
  /** For each unit the byte where its character begins; nothing where both are the same. */
  private readonly bytes: Uint32Array | undefined;
  private readonly length: number;

  constructor(text: string) {
    this.length = text.length;
    if (/^[\x00-\x7f]*$/.test(text)) return;
    const bytes = new Uint32Array(text.length + 1);
    let byte = 0;
    for (let unit = 0; unit < text.length; ) {
      const code = text.codePointAt(unit)!;
      bytes[unit] = byte;
      if (code > 0xffff) bytes[unit + 1] = byte;
      byte += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      unit += code > 0xffff ? 2 : 1;
    }
    bytes[text.length] = byte;
    this.bytes = bytes;
  }

  toByte(unit: number): number {
    return this.bytes ? this.bytes[Math.min(unit, this.length)]! : unit;
  }

  toUnit(byte: number): number {
    if (!this.bytes) return Math.min(byte, this.length);
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.bytes[middle]! < byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
