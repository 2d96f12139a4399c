// The border to the module, as a worker crosses it: texts in, and texts that it tells.

export interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  /** Answers a request of a page. */
  ask(room: number, length: number): void;
  /** Takes a message of an editor, where the module has the language server. */
  take(room: number, length: number): void;
  /** Lets the language server go on; tells for how many milliseconds it has nothing to do then, or less than none. */
  turn(): number;
}

/** What can be done with a module that was made. */
export interface Border {
  exports: Exports;
  /** Hands over a text. */
  give(text: string, to: (room: number, length: number) => void): void;
}

/** Makes an instance of a module, which tells texts. */
export async function cross(module: WebAssembly.Module, tell: (text: string) => void): Promise<Border> {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  const bytes = (at: number, length: number) => new Uint8Array(exports.memory.buffer, at, length);
  const host = {
    now: () => performance.now(),
    tell: (at: number, length: number) => tell(decoder.decode(bytes(at, length))),
  };
  const made = await WebAssembly.instantiate(module, { host });
  const exports = made.exports as unknown as Exports;
  return {
    exports,
    give(text, to) {
      const said = encoder.encode(text);
      const room = exports.room(said.length);
      bytes(room, said.length).set(said);
      to(room, said.length);
    },
  };
}
