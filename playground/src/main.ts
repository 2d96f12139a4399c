// The page: a text is checked and answered as it is typed, and drawn where the cursor is.

import type { EditorView } from '@codemirror/view';
import { keepAnswers, makeEditor, showAnswer, showFindings, showTokens } from './editor';
import type { Asker } from './editor';
import { about, loadExamples, needed } from './examples';
import type { Files } from './examples';
import { Helper } from './helper';
import { fromFragment, toFragment } from './link';
import type { File, Picture, Request, Test } from './module';
import { Offsets } from './offsets';
import { showDetails, showPicture } from './panel';

const FIRST = 'cave.puzzle';
/** Milliseconds without typing before the answers are looked for, and before a picture is. */
const [PAUSE, GLANCE] = [120, 120];

const at = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const [status, details, picture, others] = [at('status'), at('details'), at('picture'), at('others')];
const stopButton = at<HTMLButtonElement>('stop');

// Some servers do not know what the file is; then it is compiled when it is there as a whole.
const module = WebAssembly.compileStreaming(fetch('puzzle.wasm')).catch(async () =>
  WebAssembly.compile(await (await fetch('puzzle.wasm')).arrayBuffer()),
);
// Quick things are never behind long ones.
const [quick, solver, artist] = [new Helper(module), new Helper(module), new Helper(module)];

let view: EditorView;
let examples: Files = {};
let name = 'mine.puzzle';
let tests: Test[] = [];
let drawn: Picture | undefined;
let version = 0;
const timers: Record<string, number> = {};

const text = () => view.state.doc.toString();

function request(ask: Request['ask'], at?: number): Request {
  const now = text();
  return { ask, name, text: now, files: needed(now, examples), at: at === undefined ? 0 : new Offsets(now).toByte(at) };
}

function later(what: string, pause: number, act: () => void): void {
  clearTimeout(timers[what]);
  timers[what] = setTimeout(act, pause);
}

function say(words: string): void {
  status.textContent = words;
}

async function check(): Promise<void> {
  const [of, offsets] = [version, new Offsets(text())];
  const files: File[] = [];
  await quick.ask(request('check'), (told) => {
    if (of !== version) return;
    if (told.tokens) showTokens(view, told.tokens, offsets);
    if (told.file) files.push(told.file);
    if (told.fault) say(told.fault);
  });
  if (of === version) showFiles(files, offsets);
}

function showFiles(files: File[], offsets: Offsets): void {
  showFindings(view, files[0]?.diagnostics ?? [], offsets);
  const lines = files.slice(1).flatMap((file) =>
    file.diagnostics.map((it) => `${file.file}, line ${it.span.start.line}: ${it.message}`),
  );
  others.textContent = lines.join('\n');
}

async function run(): Promise<void> {
  solver.stop();
  const [of, offsets, began] = [version, new Offsets(text()), performance.now()];
  const files: File[] = [];
  const found: Test[] = [];
  stopButton.hidden = false;
  say('Answering …');
  const isWhole = await solver.ask(request('run'), (told) => {
    if (of !== version) return;
    const test = told.answer?.tests[0];
    if (test) {
      found.push(test);
      showAnswer(view, test, offsets, asker);
      tests = found;
      detail();
    }
    if (told.file) files.push(told.file);
    if (told.fault) say(`The program could not go on: ${told.fault}`);
  });
  if (of !== version) return;
  stopButton.hidden = true;
  keepAnswers(view, found);
  tests = found;
  detail();
  if (!isWhole) return;
  showFiles(files, offsets);
  say(summary(files[0], performance.now() - began));
}

function summary(file: File | undefined, time: number): string {
  const count = (outcome: Test['outcome']) => file?.tests.filter((it) => it.outcome === outcome).length ?? 0;
  const errors = file?.diagnostics.filter((it) => it.severity === 'error').length ?? 0;
  const words = { answered: 'answered', passed: 'as expected', failed: 'not as expected', unknown: 'unknown' };
  const parts = Object.entries(words).map(([outcome, word]) => [count(outcome as Test['outcome']), word] as const);
  const shown = [...parts, [errors, errors === 1 ? 'error' : 'errors'] as const].filter(([number]) => number > 0);
  return `${shown.map((it) => it.join(' ')).join(', ') || 'Nothing is asked'} · ${(time / 1000).toFixed(2)} s`;
}

function stop(): void {
  if (!solver.isBusy && !artist.isBusy) return;
  solver.stop();
  artist.stop();
  say('Stopped. Ctrl+Enter asks again.');
}

/** Shows the answer that the cursor is at, or the last one above it. */
function detail(): void {
  const offsets = new Offsets(text());
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  const isAbove = (it: Test) => offsets.toUnit(it.span.start.offset) <= line.to;
  const chosen = tests.filter(isAbove).at(-1) ?? tests[0];
  showDetails(details, chosen, name, (byte) => goTo(offsets.toUnit(byte)));
}

function goTo(place: number): void {
  view.dispatch({ selection: { anchor: Math.min(place, view.state.doc.length) }, scrollIntoView: true });
  view.focus();
}

async function draw(): Promise<void> {
  artist.stop();
  const [of, place] = [version, view.state.selection.main.head];
  picture.classList.add('old');
  const told = await artist.one(request('draw', place));
  if (of !== version || place !== view.state.selection.main.head) return;
  if (told.fault) say(`The picture could not be drawn: ${told.fault}`);
  drawn = told.picture;
  showPicture(picture, drawn);
}

const asker: Asker = {
  changed() {
    version += 1;
    drawn = undefined;
    solver.stop();
    stopButton.hidden = true;
    void check();
    later('run', PAUSE, () => void run());
    later('draw', PAUSE, () => void draw());
    later('keep', PAUSE, () => sessionStorage.setItem('text', JSON.stringify({ name, text: text() })));
  },
  moved() {
    detail();
    const byte = new Offsets(text()).toByte(view.state.selection.main.head);
    if (drawn && drawn.from <= byte && byte <= drawn.to) return;
    later('draw', GLANCE, () => void draw());
  },
  async format() {
    const of = version;
    const { text: formatted } = await quick.one(request('format'));
    const now = text();
    if (of !== version || formatted === undefined || formatted === now) return;
    // Only what differs is replaced, so that the cursor stays where it is.
    let [start, end] = [0, 0];
    while (start < now.length && now[start] === formatted[start]) start += 1;
    const most = Math.min(now.length, formatted.length) - start;
    while (end < most && now.at(-1 - end) === formatted.at(-1 - end)) end += 1;
    view.dispatch({ changes: { from: start, to: now.length - end, insert: formatted.slice(start, formatted.length - end) } });
  },
  run: () => void run(),
  stop,
  complete: (place) => quick.one(request('complete', place)),
  hover: (place) => quick.one(request('hover', place)),
  choose: goTo,
};

function open(file: string, body: string): void {
  name = file;
  tests = [];
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: body }, selection: { anchor: 0 }, scrollIntoView: true });
  keepAnswers(view, []);
  at('name').textContent = file;
}

function fillGallery(): void {
  const dialog = at<HTMLDialogElement>('gallery');
  const rows = Object.entries(examples).filter(([file]) => file.endsWith('.puzzle'));
  at('examples').replaceChildren(
    ...rows.map(([file, body]) => {
      const button = document.createElement('button');
      const title = document.createElement('strong');
      title.textContent = file.replace('.puzzle', '');
      button.append(title, ` ${about(body)}`);
      button.onclick = () => {
        dialog.close();
        history.replaceState(null, '', location.pathname);
        open(file, body);
        view.focus();
      };
      const row = document.createElement('li');
      row.append(button);
      return row;
    }),
  );
  at('open').onclick = () => dialog.showModal();
}

async function share(): Promise<void> {
  history.replaceState(null, '', await toFragment(text()));
  const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  say(isCopied ? 'The link is copied: it carries the text.' : 'The link is in the address bar: it carries the text.');
}

async function begin(): Promise<void> {
  examples = await loadExamples();
  const carried = await fromFragment(location.hash);
  const kept = JSON.parse(sessionStorage.getItem('text') ?? 'null') as { name: string; text: string } | null;
  view = makeEditor(at('editor'), '', asker);
  if (carried !== undefined) open('mine.puzzle', carried);
  else if (kept) open(kept.name, kept.text);
  else open(FIRST, examples[FIRST] ?? '');
  fillGallery();
  stopButton.onclick = stop;
  at('format').onclick = () => asker.format();
  at('share').onclick = () => void share();
  addEventListener('hashchange', async () => {
    const carried = await fromFragment(location.hash);
    if (carried !== undefined && carried !== text()) open('mine.puzzle', carried);
  });
  view.focus();
  await module.catch((error: unknown) => say(`This browser cannot run it: ${String(error)}`));
}

void begin();
void navigator.serviceWorker?.register('offline.js').catch(() => undefined);
