// Positions in a text, and where they are after an edit.

export interface Position {
  line: number;
  character: number;
}

/** A place in the item that is meant, as the server takes and its lenses give it. */
export interface Place {
  uri: string;
  position: Position;
}

/** What stands between two positions is replaced by a text. */
export interface Change {
  range: { start: Position; end: Position };
  text: string;
}

/** Where a position is after a change; what is put before it pushes it on. */
export function moved(position: Position, { range: { start, end }, text }: Change): Position {
  if (isBefore(position, start)) return position;
  const lines = text.split('\n');
  const last = lines.at(-1)?.length ?? 0;
  const line = start.line + lines.length - 1;
  const character = lines.length === 1 ? start.character + last : last;
  // Within what is replaced, it is where that ends.
  if (isBefore(position, end)) return { line, character };
  if (position.line > end.line) return { line: line + position.line - end.line, character: position.character };
  return { line, character: character + position.character - end.character };
}

function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}
