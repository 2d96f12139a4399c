// What leads to an answer, frame by frame: a slider, buttons, the arrow keys, or by itself.

import type { Frame } from '../src/live';
import { button, coded, element, sentence } from './element';
import { Drawing } from './picture';

/** Milliseconds that a frame stands where they follow by themselves. */
const PACE = 1000;

export class Stepper<F extends Frame> {
  readonly drawing: Drawing;
  private frames: F[] = [];
  private at = 0;
  private timer?: number;
  private readonly board = element('div', 'picture');
  private readonly slider = element('input');
  private readonly count = element('output', 'count');
  private readonly caption = element('p', 'caption');
  private readonly said = element('div', 'said');
  /** What has led here: the captions up to the frame that is shown. */
  private readonly past = element('ul', 'past');
  private readonly rest = element('p', 'remark');
  private readonly back = [
    button('|◀', () => this.go(0), 'First (Home)'),
    button('◀', () => this.go(this.at - 1), 'Previous (←)'),
  ];
  private readonly forth = [
    button('▶', () => this.go(this.at + 1), 'Next (→)'),
    button('▶|', () => this.go(this.frames.length - 1), 'Last (End)'),
  ];
  private readonly run = button('Run', () => this.turn(this.timer === undefined), 'Show them one after the other');
  private readonly controls = element('div', 'actions', ...this.back, this.run, ...this.forth, this.slider, this.count);

  /** `shown` hears which frame is shown. */
  constructor(
    private readonly tab: HTMLElement,
    private readonly shown: (frame: F | undefined) => void,
  ) {
    this.drawing = new Drawing(this.board);
    this.slider.type = 'range';
    this.slider.min = '0';
    this.slider.ariaLabel = 'Step';
    this.slider.oninput = () => this.go(Number(this.slider.value));
    for (const it of [...this.back, ...this.forth]) it.ariaLabel = it.title;
    this.caption.setAttribute('role', 'status');
    tab.append(this.controls, this.caption, this.said, this.board, this.past, this.rest);
    tab.addEventListener('keydown', (event) => this.press(event));
    for (const it of [this.controls, this.board, this.past]) it.hidden = true;
  }

  /** What is shown as text. */
  get text(): string {
    const { said = [], text = '' } = this.frames[this.at] ?? {};
    const past = this.frames.slice(0, this.at + 1).map(({ caption }) => caption);
    return [...past, ...said, text].filter(Boolean).join('\n');
  }

  /** Shows frames from the first on; the same ones where they were. `remark` says why there are none. */
  show(frames: F[], isWhole: boolean, remark: HTMLElement[] = []): void {
    const captions = (all: F[]) => all.map(({ caption }) => caption).join('\n');
    const isSame = captions(frames) === captions(this.frames);
    this.turn(false);
    this.frames = frames;
    this.slider.max = String(Math.max(0, frames.length - 1));
    this.controls.hidden = this.board.hidden = this.past.hidden = frames.length === 0;
    this.rest.textContent = isWhole ? '' : `There are more steps than these ${frames.length}, which are not shown.`;
    this.tab.querySelectorAll('.instead').forEach((it) => it.remove());
    remark.forEach((it) => it.classList.add('instead'));
    this.tab.append(...remark);
    this.draw(isSame ? this.at : 0);
  }

  /** Nothing moves where nobody looks, and no frame is the one that is shown. */
  pause(): void {
    this.turn(false);
    this.shown(undefined);
  }

  /** Tells again which frame is shown. */
  wake(): void {
    this.shown(this.frames[this.at]);
  }

  private go(to: number): void {
    this.turn(false);
    this.draw(to);
  }

  private draw(to: number): void {
    this.at = Math.max(0, Math.min(this.frames.length - 1, to));
    const frame = this.frames[this.at];
    const last = this.frames.length - 1;
    this.slider.value = String(this.at);
    this.slider.setAttribute('aria-valuetext', frame ? `${this.at + 1} of ${last + 1}: ${frame.caption}` : '');
    this.count.textContent = `${this.at + 1} of ${last + 1}`;
    for (const it of this.back) it.disabled = this.at === 0;
    for (const it of this.forth) it.disabled = this.at >= last;
    this.caption.replaceChildren(...coded(frame?.caption ?? ''));
    this.said.replaceChildren(...(frame?.said ?? []).map((it) => sentence(it)));
    this.board.hidden = !frame?.svg && !frame?.text;
    this.drawing.show(frame?.svg);
    if (frame?.text && !frame.svg) this.board.append(element('pre', '', frame.text));
    this.past.replaceChildren(...this.frames.slice(0, this.at + 1).map((it, index) => this.row(it, index)));
    this.past.lastElementChild?.scrollIntoView({ block: 'nearest' });
    this.shown(frame);
  }

  private row({ caption }: F, index: number): HTMLElement {
    const made = button('', () => this.go(index));
    made.className = 'link';
    made.append(...coded(caption));
    const row = element('li', '', made);
    if (index === this.at) row.setAttribute('aria-current', 'step');
    return row;
  }

  /** Begins or ends showing one after the other. */
  private turn(isOn: boolean): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.run.textContent = isOn ? 'Stop' : 'Run';
    this.run.setAttribute('aria-pressed', String(isOn));
    if (!isOn) return;
    const last = this.frames.length - 1;
    if (this.at === last) this.draw(0);
    this.timer = window.setInterval(() => {
      this.draw(this.at + 1);
      if (this.at === last) this.turn(false);
    }, PACE);
  }

  private press(event: KeyboardEvent): void {
    const { key, target } = event;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.frames.length - 1 }[key];
    // The slider knows these keys itself.
    if (to === undefined || target === this.slider || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.go(to);
  }
}
