// The page of the live view: tabs over what the extension sends.

import { asLines } from '../src/answer';
import type { Aspect, FromPage, Live, LiveFrame, Location, Tab, ToPage } from '../src/live';
import { JOINING, TABS } from '../src/live';
import { answerParts } from './answer';
import { button, element, sentence, toggle } from './element';
import { Drawing } from './picture';
import { PlayTab } from './play';
import { Stepper } from './steps';
import { Worlds } from './worlds';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const vscode = acquireVsCodeApi();
const send = (message: FromPage) => vscode.postMessage(message);
const reveal = (location: Location) => send({ type: 'reveal', location });

/** Something for each tab. */
function each<T>(make: (tab: Tab) => T): Record<Tab, T> {
  return { answer: make('answer'), why: make('why'), picture: make('picture'), steps: make('steps'), play: make('play') };
}

const panels = each((tab) => {
  const panel = element('section', tab);
  Object.assign(panel, { id: tab, hidden: true });
  panel.setAttribute('role', 'tabpanel');
  panel.setAttribute('aria-labelledby', `tab-${tab}`);
  return panel;
});

const name = element('h1');
const footer = element('footer');
footer.setAttribute('role', 'status');
const frame = element('div', 'picture');
const drawing = new Drawing(frame);
const stepper = new Stepper<LiveFrame>(panels.steps, (frame) =>
  send({ type: 'frame', location: tab === 'steps' ? frame?.location : undefined }),
);
const play = new PlayTab(panels.play, (step, isNew) => send({ type: 'play', step, isNew }));

/** The pictures that can be saved. */
const drawings: Partial<Record<Tab, Drawing>> = { picture: drawing, steps: stepper.drawing, play: play.drawing };

let tab = (document.body.dataset.tab ?? 'picture') as Tab;
/** What each tab shows of an item, and the line of the cursor. */
const shown: Partial<Record<Aspect, Live>> = {};
let cursor = { uri: '', line: -1 };

const worlds = new Worlds(
  (number) => send({ type: 'world', number }),
  () => draw(),
);
const solution = element('input');
Object.assign(solution, { type: 'checkbox', checked: true });
solution.onchange = () => send({ type: 'solution', isShown: solution.checked });
const solutionBox = element('label', '', solution, 'solution');
const tools = element(
  'div',
  'actions',
  solutionBox,
  button('−', () => drawing.scale(-0.5), 'Smaller'),
  button('+', () => drawing.scale(0.5), 'Larger'),
  worlds.element,
);
panels.picture.append(tools, frame, element('div', 'remarks'));

const saves = [
  button('Save SVG', () => void save('svg'), 'Save the picture as a drawing'),
  button('Save PNG', () => void save('png'), 'Save the picture as an image'),
];
const bar = element(
  'div',
  'bar',
  toggle('Pin', 'Stay with this item wherever the cursor goes', (isOn) => send({ type: 'pin', isOn })),
  toggle('Pause', 'Leave what is shown as it is', (isOn) => send({ type: 'pause', isOn })),
  button('Copy', () => send({ type: 'copy', text: text() }), 'Copy what is shown as text'),
  ...saves,
);
const tabs = each((it) => tabButton(it, TABS[it]));
const list = element('nav', '', ...Object.values(tabs));
list.setAttribute('role', 'tablist');
document.body.append(element('header', '', name, bar), list, element('main', '', ...Object.values(panels)), footer);

function tabButton(it: Tab, words: string): HTMLButtonElement {
  const made = button(words, () => choose(it));
  made.id = `tab-${it}`;
  made.setAttribute('role', 'tab');
  made.setAttribute('aria-controls', it);
  return made;
}

// As in other lists of tabs: the arrows lead from one to the next.
list.addEventListener('keydown', ({ key }) => {
  const all = Object.keys(TABS) as Tab[];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step === undefined) return;
  choose(all[(all.indexOf(tab) + step + all.length) % all.length]);
  tabs[tab].focus();
});

/** Shows a tab; `isNew` begins another play there. */
function choose(chosen: Tab, isNew = false): void {
  tab = chosen;
  for (const it of Object.keys(TABS) as Tab[]) {
    panels[it].hidden = it !== tab;
    tabs[it].setAttribute('aria-selected', String(it === tab));
    tabs[it].tabIndex = it === tab ? 0 : -1;
  }
  footer.textContent = '';
  send({ type: 'tab', tab });
  if (tab === 'play') play.wake(isNew);
  if (tab === 'steps') stepper.wake();
  else stepper.pause();
  head();
}

/** The name of what is shown, and what can be done with it. */
function head(): void {
  name.textContent = tab === 'play' ? play.name : (shown[tab]?.name ?? '');
  const hasPicture = drawings[tab]?.isEmpty === false;
  saves.forEach((it) => (it.hidden = !hasPicture));
}

function text(): string {
  if (tab === 'play') return play.text;
  if (tab === 'steps') return stepper.text;
  const live = shown[tab];
  return live ? [live.answer.question, ...asLines(live.answer)].join('\n') : '';
}

async function save(format: 'svg' | 'png'): Promise<void> {
  const picture = drawings[tab];
  if (!picture) return;
  const data = format === 'svg' ? picture.asSvg() : await picture.asPng(isDark());
  send({ type: 'save', name: name.textContent ?? '', format, data });
}

function showLive(aspect: Aspect, live: Live, world: number): void {
  if (aspect === 'picture' && world > 1 && !live.answer.svg && shown.picture) {
    // What is shown stays, with why another one is not.
    return showRemarks(sentence(live.answer.text));
  }
  shown[aspect] = live;
  tabs.play.classList.toggle('dim', !live.isPlayed && !play.name);
  if (aspect === 'picture') return showPicture(live);
  if (aspect === 'steps') return showSteps(live);
  panels[aspect].replaceChildren(...answerParts(live.answer, reveal, () => send({ type: 'longer' })));
}

function showSteps({ answer, steps }: Live): void {
  const longer = () => send({ type: 'longer' });
  const why = answerParts(answer, reveal, longer);
  stepper.show(steps?.frames ?? [], steps?.isWhole ?? true, steps ? [] : why);
}

function showRemarks(...remarks: HTMLElement[]): void {
  panels.picture.querySelector('.remarks')?.replaceChildren(...remarks);
}

function showPicture({ answer, world, isJoined, isSolved }: Live): void {
  const words = answer.notes.flatMap((it) => (it.sort === 'summary' ? [it.text] : []));
  // What is said about the solution in it, or what there is in place of a picture.
  const said = answer.status === 'refused' ? sentence(answer.text) : element('pre', '', answer.text);
  const remarks = answer.svg ? [...words.map((it) => sentence(it)), ...(isJoined ? [sentence(JOINING)] : [])] : [said];
  showRemarks(...remarks);
  solutionBox.hidden = !isSolved;
  worlds.show(world);
  draw();
}

/** Draws what is shown, with what differs marked if that is wanted. */
function draw(): void {
  drawing.show(worlds.of(shown.picture?.answer.svg));
  drawing.point((part) => {
    const found = shown.picture?.parts.find((it) => it.name === part);
    return found && { title: `${part}: go to its line`, run: () => reveal(found.location) };
  });
  drawing.join(shown.picture?.isJoined ? (from, to) => send({ type: 'join', from, to }) : undefined);
  showCursor();
}

/** Marks the parts of the picture that stand in the line of the cursor. */
function showCursor(): void {
  const here = shown.picture?.parts.filter(
    ({ location: { uri, range } }) => uri === cursor.uri && range.start.line <= cursor.line && cursor.line <= range.end.line,
  );
  const names = new Set(here?.map((it) => it.name));
  drawing.places().forEach((it) => it.classList.toggle('here', names.has(it.dataset.at ?? '')));
}

function clear(): void {
  for (const aspect of ['answer', 'why', 'picture', 'steps'] as Aspect[]) delete shown[aspect];
  stepper.show([], true);
  panels.answer.replaceChildren();
  panels.why.replaceChildren();
  panels.picture.querySelector('.remarks')?.replaceChildren();
  worlds.show(undefined);
  drawing.show(undefined);
}

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  document.body.classList.toggle('busy', data.type === 'busy');
  if (data.type === 'tab') choose(data.tab, true);
  if (data.type === 'live') showLive(data.aspect, data.live, data.world);
  if (data.type === 'nothing' && data.isOther) clear();
  if (data.type === 'played') play.show(data.play);
  if (data.type === 'unplayed') play.fail(data.message);
  if (data.type === 'cursor') {
    cursor = data;
    showCursor();
  }
  if (data.type === 'live' || data.type === 'failed' || data.type === 'nothing') {
    const nothing = data.type === 'nothing' && data.isOther ? 'There is no puzzle under the cursor.' : '';
    footer.textContent = data.type === 'failed' ? data.message : nothing;
  }
  head();
});

function isDark(): boolean {
  const { classList } = document.body;
  return classList.contains('vscode-dark') || (classList.contains('vscode-high-contrast') && !classList.contains('vscode-high-contrast-light'));
}

const followTheme = () => document.body.classList.toggle('dark', isDark());
new MutationObserver(followTheme).observe(document.body, { attributeFilter: ['class'] });
followTheme();
choose(tab);
