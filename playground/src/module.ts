// What a page and the module say to each other; see `module/src/requests.rs`. Places are offsets in bytes.

import type { Frame, Play, PlayStep, World } from '../../editors/vscode/src/live';

export interface Request {
  ask: 'check' | 'run' | 'format' | 'complete' | 'hover' | 'draw' | 'why' | 'hints' | 'play' | 'walk' | 'join';
  name: string;
  text: string;
  files: Record<string, string>;
  at?: number;
  /** Whether all steps are wanted, and not the first alone. */
  whole?: boolean;
  step?: PlayStep;
  /** The parts of a picture that are joined. */
  join?: [from: string, to: string];
  /** The number of the solution that is drawn, from 1. */
  world?: number;
}

export interface Place {
  start: { line: number; column: number; offset: number };
  end: { line: number; column: number; offset: number };
}

export interface Fix {
  title: string;
  certain: boolean;
  edits: { span: Place; text: string }[];
}

export interface Finding {
  code: string;
  name: string;
  severity: 'error' | 'warning' | 'hint';
  message: string;
  label: string;
  span: Place;
  help?: string;
  fixes: Fix[];
}

export interface Listing {
  heading?: string;
  lines: string[];
}

/** A change that makes a yes of a no. */
export type Correction = Fix & { file: string };

export interface Test {
  name: string;
  span: Place;
  outcome: 'answered' | 'passed' | 'failed' | 'unknown';
  message: string;
  remarks?: Listing[];
  because?: { heading?: string; places: { file: string; span: Place; message: string }[] };
  corrections?: Correction[];
  proofs?: Listing[];
  seconds: number;
}

export interface File {
  file: string;
  diagnostics: Finding[];
  tests: Test[];
}

export interface Offer {
  label: string;
  sort: string;
  detail: string;
  documentation: string;
  from: number;
  to: number;
  text: string;
  snippet?: string;
}

export interface Picture {
  name: string;
  from: number;
  to: number;
  svg?: string;
  message: string;
  /** Whether it can be played. */
  played: boolean;
  /** Whether its parts are joined by hand. */
  joined: boolean;
  /** Where its parts stand in the text that have names. */
  parts: { name: string; from: number }[];
  /** Which of its solutions is drawn, where they are shown one after the other. */
  world?: World;
}

/** What a step follows from: a place, or an earlier step. */
export interface Reason {
  says: string;
  file?: string;
  span?: Place;
  step?: number;
}

export interface Steps {
  file: string;
  steps: { says: string; kind: 'value' | 'barred'; rules: Reason[]; seen: Reason[]; facts: Reason[]; smallest: boolean }[];
  end: 'more' | 'solved' | 'open' | 'no solution';
  hardest?: number;
  solution?: string[];
  beside?: string[];
  differences?: string[];
  because?: Reason[];
  doubts?: string[];
}

/** What leads to an answer. */
export interface Frames {
  answer: string;
  remarks: string[];
  frames: PageFrame[];
  whole: boolean;
}

/** A frame, and where the text says so. */
export type PageFrame = Frame & { place?: { file: string; span: Place } };

/** What is told: one of these at a time. */
export interface Told {
  file?: File;
  answer?: File;
  tokens?: [from: number, to: number, sort: string][];
  text?: string;
  offers?: Offer[];
  word?: { markdown: string; from: number; to: number };
  picture?: Picture;
  steps?: Steps;
  play?: Play;
  frames?: Frames;
  change?: Correction;
  /** Why that cannot be said. */
  refused?: string;
  fault?: string;
}

/** What a worker is sent: first the module, then requests. */
export type ToWorker = { module: WebAssembly.Module } | { id: number; request: Request };

/** What a worker sends: what is told on a request, and at last that it is done. */
export type FromWorker = { id: number; told: Told } | { id: number; done: true };
