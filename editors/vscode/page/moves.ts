// What is meant by pointing at a board: the moves that name what was pointed at.

/** Whether a move names a part of the board, such as `b2` in `b2-b3`. */
function names(move: string, part: string): boolean {
  return move === part || move.split(/(?<=\d)(?=\p{L})|[^\p{L}\p{N}_]+/u).includes(part);
}

/** The moves that name all these parts. */
export function movesAt(moves: string[], parts: string[]): string[] {
  return moves.filter((move) => parts.every((part) => names(move, part)));
}

/** What is pointed at after one more part: that alone where nothing names all of them. */
export function pointed(moves: string[], parts: string[], part: string): string[] {
  if (parts.includes(part)) return parts.filter((it) => it !== part);
  const all = [...parts, part];
  return movesAt(moves, all).length > 0 ? all : [part];
}

/** The one move that is meant, if it is clear. */
export function meant(moves: string[], parts: string[]): string | undefined {
  const last = parts.at(-1);
  if (last === undefined) return undefined;
  if (parts.length === 1 && moves.includes(last)) return last;
  const found = movesAt(moves, parts);
  return found.length === 1 ? found[0] : undefined;
}
