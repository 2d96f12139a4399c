// The page: a text is checked and answered as it is typed, and drawn where the cursor is.

import type { EditorView } from '@codemirror/view';
import { Worlds } from '../../editors/vscode/page/worlds';
import { keepAnswers, makeEditor, showAnswer, showFindings, showStep, showTokens } from './editor';
import type { Asker } from './editor';
import { Helper } from './helper';
import { Lessons } from './lessons';
import { fromFragment, toFragment } from './link';
import type { File, Fix, Picture, Request, Test, Told } from './module';
import { Offsets } from './offsets';
import { PicturePanel, detailParts } from './panel';
import { entries, isServed, needed, read, save } from './place';
import type { Entry } from './place';
import { Tools } from './tools';

const FIRST = 'cave.puzzle';
/** Milliseconds without typing before the answers are looked for, and before a picture is. */
const [PAUSE, GLANCE] = [60, 120];

const at = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const [status, details, picture, others] = [at('status'), at('details'), at('picture'), at('others')];
const stopButton = at<HTMLButtonElement>('stop');

// Some servers do not know what the file is; then it is compiled when it is there as a whole.
const compiled = () =>
  WebAssembly.compileStreaming(fetch('puzzle.wasm')).catch(async () =>
    WebAssembly.compile(await (await fetch('puzzle.wasm')).arrayBuffer()),
  );
// Where a program serves the page, it answers itself.
const module = isServed ? Promise.resolve(undefined) : compiled();
// Quick things are never behind long ones.
const [quick, solver, artist, guide] = [new Helper(module), new Helper(module), new Helper(module), new Helper(module)];

let view: EditorView;
let name = 'mine.puzzle';
/** What the file held when it was read or saved; nothing of a text without a file. */
let saved: string | undefined;
let tests: Test[] = [];
let drawn: Picture | undefined;
/** Where the parts of the picture stand in the text, also while it is of an older one. */
let parts = new Map<string, number>();
let version = 0;
/** How many pictures were asked for: an older one comes too late. */
let asked = 0;
const timers: Record<string, number> = {};

const text = () => view.state.doc.toString();

function request(ask: Request['ask'], at?: number): Request {
  const now = text();
  return { ask, name, text: now, files: needed(now), at: at === undefined ? 0 : new Offsets(now).toByte(at) };
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
  const helpers = [solver, artist, guide].filter((it) => it.isBusy);
  if (helpers.length === 0) return;
  helpers.forEach((it) => it.stop());
  say('Stopped. Ctrl+Enter asks again.');
}

/** Shows the answer that the cursor is at, or the last one above it. */
function detail(): void {
  const offsets = new Offsets(text());
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  const isAbove = (it: Test) => offsets.toUnit(it.span.start.offset) <= line.to;
  const chosen = tests.filter(isAbove).at(-1) ?? tests[0];
  details.replaceChildren(...(chosen ? detailParts(chosen, name, (byte) => goTo(offsets.toUnit(byte))) : []));
}

function goTo(place: number): void {
  view.dispatch({ selection: { anchor: Math.min(place, view.state.doc.length) }, scrollIntoView: true });
  view.focus();
}

/** Draws what the cursor is at, with its first solution or the one of that number. */
async function draw(world = 1): Promise<void> {
  artist.stop();
  const [of, place, own] = [version, view.state.selection.main.head, (asked += 1)];
  picture.classList.add('old');
  const told = await artist.one({ ...request('draw', place), world });
  const isElsewhere = world === 1 && place !== view.state.selection.main.head;
  if (of !== version || own !== asked || isElsewhere) return;
  if (told.fault) say(`The picture could not be drawn: ${told.fault}`);
  if (world > 1 && drawn && !told.picture?.svg) {
    // What is shown stays, with why another one is not.
    drawn = { ...drawn, message: told.picture?.message || drawn.message };
  } else {
    drawn = told.picture;
    const offsets = new Offsets(text());
    parts = new Map(drawn?.parts.map((it) => [it.name, offsets.toUnit(it.from)]));
    worlds.show(drawn?.world);
  }
  redraw();
  tools.settle(drawn?.played ?? false);
}

/** Draws what is shown once more. */
function redraw(): void {
  picture.classList.remove('old');
  panel.show(drawn, worlds.of(drawn?.svg));
}

const panel = new PicturePanel(picture, {
  go: (part) => goTo(parts.get(part) ?? 0),
  async join(from, to) {
    const [of, place] = [version, view.state.selection.main.head];
    const { change, refused, fault } = await quick.one({ ...request('join', place), join: [from, to] });
    if (of !== version) return;
    if (!change) return panel.say(refused ?? fault ?? '');
    if (change.file !== name) return panel.say(`the corridor belongs into \`${change.file}\``);
    apply(change);
  },
});

/** Makes a change that was offered; it can be undone like what is typed. */
function apply({ edits }: Fix): void {
  const offsets = new Offsets(text());
  const unit = (place: number) => offsets.toUnit(place);
  view.dispatch({
    changes: edits.map(({ span, text }) => ({ from: unit(span.start.offset), to: unit(span.end.offset), insert: text })),
    userEvent: 'input.fix',
  });
}

const worlds = new Worlds((number) => void draw(number), redraw);
at('tools').append(worlds.element);

const asker: Asker = {
  changed(changes) {
    version += 1;
    drawn = undefined;
    parts.forEach((place, part) => parts.set(part, changes.mapPos(place)));
    worlds.show(undefined);
    tools.clear();
    solver.stop();
    stopButton.hidden = true;
    void check();
    later('run', PAUSE, () => void run());
    later('draw', GLANCE, () => void draw());
    later('keep', PAUSE, keep);
    showName();
  },
  moved() {
    detail();
    const byte = new Offsets(text()).toByte(view.state.selection.main.head);
    if (drawn && drawn.from <= byte && byte <= drawn.to) return;
    tools.clear();
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
  save: () => void (isServed && saveText()),
  stop,
  complete: (place) => quick.one(request('complete', place)),
  hover: (place) => quick.one(request('hover', place)),
  choose: goTo,
};

const tools = new Tools(guide, {
  request: (ask) => request(ask, view.state.selection.main.head),
  go: (byte) => goTo(new Offsets(text()).toUnit(byte)),
  mark(place) {
    const offsets = new Offsets(text());
    showStep(view, place && [offsets.toUnit(place.start.offset), offsets.toUnit(place.end.offset)]);
  },
  apply(correction) {
    apply(correction);
    view.focus();
  },
});

const lessons = new Lessons({
  // It becomes a file only if it is saved, and never in the place of another one.
  open(file, body) {
    if (mayLeave()) openInstead(file, body);
  },
  edit: () => view.focus(),
  async tokens(file, body) {
    let tokens: Told['tokens'];
    await quick.ask({ ask: 'check', name: file, text: body, files: {} }, (told) => (tokens ??= told.tokens));
    return tokens ?? [];
  },
});

function keep(): void {
  sessionStorage.setItem('text', JSON.stringify({ name, text: text(), saved }));
}

/** The name of the text, with a mark while it is not saved. */
function showName(): void {
  at('name').textContent = isServed && text() !== saved ? `${name} •` : name;
}

/** Opens a text, which is what its file holds if it has one. */
function open(file: string, body: string, inFile?: string): void {
  name = file;
  saved = inFile;
  tests = [];
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: body }, selection: { anchor: 0 }, scrollIntoView: true });
  keepAnswers(view, []);
  showName();
}

/** Whether what is in the editor may give way to another text: what is not saved of a file is asked about. */
function mayLeave(): boolean {
  return !isServed || saved === undefined || text() === saved || confirm(`Leave ${name} without saving it?`);
}

/** Opens a text in the place of the one that a link has carried. */
function openInstead(file: string, body: string, inFile?: string): void {
  history.replaceState(null, '', location.pathname);
  open(file, body, inFile);
}

async function showGallery(): Promise<void> {
  const dialog = at<HTMLDialogElement>('gallery');
  // A folder may have other files by now.
  at('examples').replaceChildren(...(await entries().catch(() => [])).map((it) => row(it, dialog)));
  dialog.showModal();
}

function row({ name: file, about }: Entry, dialog: HTMLDialogElement): HTMLElement {
  const button = document.createElement('button');
  const title = document.createElement('strong');
  title.textContent = file.replace('.puzzle', '');
  button.append(title, ` ${about}`);
  button.onclick = async () => {
    if (!mayLeave()) return;
    const text = await opened(file).catch((error: Error) => say(`${file} cannot be opened: ${error.message}.`));
    dialog.close();
    if (!text) return;
    openInstead(...text);
    view.focus();
  };
  const made = document.createElement('li');
  made.append(button);
  return made;
}

/** A text as it is opened. What is in another format is held by a text that is in no file yet. */
type Opened = [file: string, body: string, inFile?: string];

async function opened(file: string): Promise<Opened> {
  const body = await read(file);
  return file.endsWith('.puzzle') ? [file, body, body] : [file.replace(/(\.[^./]+)+$/, '.puzzle'), body];
}

/** Saves the text in its file, or in a new one. */
async function saveText(): Promise<void> {
  const now = text();
  const file = saved === undefined ? prompt('Save as', name) : name;
  if (!file) return;
  const failed = await save(file, now, saved).then(() => undefined, (error: Error) => error.message);
  // Not in the line below, where an answer may take its place before it is read.
  if (failed !== undefined) return alert(`Not saved: ${failed}.`);
  [name, saved] = [file, now];
  keep();
  showName();
  say(`${file} is saved.`);
}

async function share(): Promise<void> {
  history.replaceState(null, '', await toFragment(text()));
  const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  say(isCopied ? 'The link is copied: it carries the text.' : 'The link is in the address bar: it carries the text.');
}

/** The text to begin with: the one of the link, the one that was here before, or the first that can be opened. */
async function first(): Promise<Opened> {
  const [carried, all] = await Promise.all([fromFragment(location.hash), entries()]);
  if (carried !== undefined) return ['mine.puzzle', carried];
  const kept = JSON.parse(sessionStorage.getItem('text') ?? 'null') as { name: string; text: string; saved?: string } | null;
  if (kept) return [kept.name, kept.text, kept.saved];
  const names = all.map((it) => it.name);
  const file = isServed ? names.find((it) => it.endsWith('.puzzle')) ?? names[0] : FIRST;
  return file === undefined ? [name, ''] : opened(file);
}

/** Pictures that one can point at know dark surroundings by a class. */
function followTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.body.classList.toggle('dark', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}

async function begin(): Promise<void> {
  followTheme();
  // Nothing can be typed or pressed before the text is there: it would be lost.
  const start = await first();
  view = makeEditor(at('editor'), '', asker);
  open(...start);
  at('save').hidden = !isServed;
  if (isServed) for (const id of ['open', 'gallery-title']) at(id).textContent = 'Files';
  at('tutorial').onclick = () => lessons.turn();
  at('open').onclick = () => void showGallery();
  at('save').onclick = () => void saveText();
  stopButton.onclick = stop;
  at('format').onclick = () => asker.format();
  at('share').onclick = () => void share();
  addEventListener('hashchange', async () => {
    const carried = await fromFragment(location.hash);
    if (carried !== undefined && carried !== text()) open('mine.puzzle', carried);
  });
  at('actions').inert = false;
  view.focus();
  await module.catch((error: unknown) => say(`This browser cannot run it: ${String(error)}`));
}

void begin();
if (!isServed) void navigator.serviceWorker?.register('offline.js').catch(() => undefined);
