// The steps of a procedure as `puzzle trace` writes them, and what they have come to after some of them. Knows no
// procedure, and nothing of VS Code.

export interface Trace {
  procedure: string;
  /** What the entries on levels are called together; nothing where there are none. */
  levels?: string;
  /** What the items are, and what stands between the parts of one. */
  kind: string;
  between: string;
  items: Item[];
  /** How many items there are before the first step. */
  given: number;
  steps: Step[];
  is_cut: boolean;
  answer: string;
}

/** A clause, a position. */
export interface Item {
  number: number;
  parts: string[];
  origin?: string;
  /** The line of a file that says it, from 1. */
  place?: { file: string; line: number };
}

export interface Step {
  kind: string;
  says: string;
  /** What was put on higher levels is taken back, and then the entry is put on this one. */
  level: number;
  entry?: string;
  item?: number;
  from?: number[];
  marks?: { item: number; says: string }[];
}

/** What the steps have come to. */
export interface State {
  /** The steps whose entries stand, the lowest level first. */
  entries: Step[];
  /** What is said of items, by their numbers. */
  marks: Map<number, string>;
  /** How many items have come up. */
  known: number;
}

export function stateAfter(trace: Trace, count: number): State {
  const entries: Step[] = [];
  const marks = new Map<number, string>();
  let known = trace.given;
  for (const step of trace.steps.slice(0, count)) {
    while (entries.length > 0 && entries.at(-1)!.level > step.level) entries.pop();
    if (step.entry !== undefined) entries.push(step);
    for (const mark of step.marks ?? []) marks.set(mark.item, mark.says);
    known = Math.max(known, step.item ?? 0, ...(step.from ?? []));
  }
  return { entries, marks, known };
}

/** Where a step stems from: the line of its item, else the first of those that it follows from. */
export function placeOf(trace: Trace, step: Step | undefined): Item['place'] {
  const items = [step?.item, ...(step?.from ?? [])].map((number) => number && trace.items[number - 1]);
  return items.map((it) => (it ? it.place : undefined)).find((it) => it !== undefined);
}

/** How many steps are done when the next one is done that some lines stop at, forward or back; else all or one of them. */
export function stopAt(trace: Trace, count: number, by: 1 | -1, isStop: (place: Item['place']) => boolean): number {
  const [first, last] = [Math.min(1, trace.steps.length), trace.steps.length];
  for (let at = count + by; at >= first && at <= last; at += by) {
    if (isStop(placeOf(trace, trace.steps[at - 1]))) return at;
  }
  return by > 0 ? last : first;
}

/** How many steps are done when what was put on the present level is taken back; else all of them. */
export function outOf(trace: Trace, count: number): number {
  const level = trace.steps[count - 1]?.level ?? 0;
  const rest = trace.steps.slice(count).findIndex((it) => it.level < level);
  return rest < 0 ? trace.steps.length : count + rest + 1;
}
