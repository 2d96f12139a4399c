// What a page and the module say to each other; see `module/src/requests.rs`. Places are offsets in bytes.

export interface Request {
  ask: 'check' | 'run' | 'format' | 'complete' | 'hover' | 'draw';
  name: string;
  text: string;
  files: Record<string, string>;
  at?: number;
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

export interface Test {
  name: string;
  span: Place;
  outcome: 'answered' | 'passed' | 'failed' | 'unknown';
  message: string;
  remarks?: Listing[];
  because?: { heading?: string; places: { file: string; span: Place; message: string }[] };
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
}

/** What is told: one of these at a time. */
export interface Told {
  file?: File;
  answer?: File;
  tokens?: [from: number, to: number, sort: string][];
  text?: string;
  offers?: Offer[];
  word?: { markdown: string; from: number; to: number };
  picture?: Picture;
  fault?: string;
}

/** What a worker is sent: first the module, then requests. */
export type ToWorker = { module: WebAssembly.Module } | { id: number; request: Request };

/** What a worker sends: what is told on a request, and at last that it is done. */
export type FromWorker = { id: number; told: Told } | { id: number; done: true };
