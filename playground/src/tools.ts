// What a person asks about the puzzle at the cursor: why its answer is so, the next step, a play.

import type { PlayStep } from '../../editors/vscode/src/live';
import { button, coded, element, sentence } from '../../editors/vscode/page/element';
import { PlayTab } from '../../editors/vscode/page/play';
import { Stepper } from '../../editors/vscode/page/steps';
import type { Helper } from './helper';
import type { Correction, PageFrame, Place, Request, Steps } from './module';
import { detailParts } from './panel';
import { stepList, stepsEnd } from './steps';

/** What the tools need of the page. */
export interface Page {
  /** A request about what is at the cursor. */
  request(ask: Request['ask']): Request;
  /** Leads to a place in the text. */
  go(byte: number): void;
  /** Marks a place in the text, and no other one. */
  mark(place: Place | undefined): void;
  /** Makes a change that was offered. */
  apply(correction: Correction): void;
}

const at = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

export class Tools {
  private readonly why = at<HTMLButtonElement>('why');
  private readonly hint = at<HTMLButtonElement>('hint');
  private readonly play = at<HTMLButtonElement>('play');
  private readonly walk = at<HTMLButtonElement>('walk');
  private readonly said = at('said');
  private readonly table = at('table');
  private readonly way = at('stepper');
  private readonly stepper: Stepper<PageFrame>;
  /** The file that is stepped through. */
  private file = '';
  private readonly game = new PlayTab(this.table, (step, isNew) => void this.step(step, isNew));
  /** All steps that are known, how many are shown, and of what. */
  private steps?: { of: Request; found: Steps; shown: number };
  /** The text and the place at which a play began: it goes on whatever becomes of them. */
  private played?: Request;
  /** What was asked last; what is found on anything else comes too late. */
  private last?: Request;

  constructor(
    private readonly helper: Helper,
    private readonly page: Page,
  ) {
    this.why.onclick = () => void this.explain();
    this.hint.onclick = () => void this.next();
    this.play.onclick = () => this.open(this.table.hidden);
    this.walk.onclick = () => this.openSteps(this.way.hidden);
    this.stepper = new Stepper<PageFrame>(this.way, (frame) => {
      this.page.mark(frame?.place?.file === this.file ? frame.place.span : undefined);
    });
  }

  /** The cursor is at another puzzle, or the text is another one. */
  clear(): void {
    if (this.last) this.helper.stop();
    this.last = this.steps = undefined;
    this.hint.textContent = 'Hint';
    this.said.replaceChildren();
    this.stepper.show([], true);
  }

  /** The cursor stays at a puzzle, which can be played or not. */
  settle(canPlay: boolean): void {
    this.play.hidden = !canPlay && this.table.hidden;
    if (!this.way.hidden) void this.stepThrough();
  }

  private open(isOpen: boolean): void {
    if (isOpen) this.openSteps(false);
    this.table.hidden = !isOpen;
    this.play.setAttribute('aria-pressed', String(isOpen));
    at('picture').hidden = isOpen;
    if (isOpen) this.game.begin(true);
  }

  private openSteps(isOpen: boolean): void {
    if (isOpen) this.open(false);
    this.way.hidden = !isOpen;
    this.walk.setAttribute('aria-pressed', String(isOpen));
    at('picture').hidden = isOpen;
    if (isOpen) void this.stepThrough();
    else this.stepper.pause();
  }

  private async stepThrough(): Promise<void> {
    const request = this.page.request('walk');
    const { frames, refused, fault } = (await this.ask(request)) ?? {};
    this.said.replaceChildren();
    if (frames) {
      this.file = request.name;
      const words = [frames.answer.split('\n')[0] ?? '', ...frames.remarks].join(' · ');
      this.stepper.show(frames.frames, frames.whole, [sentence(words, 'remark')]);
    } else if (refused ?? fault) this.stepper.show([], true, [sentence(refused ?? fault ?? '', 'remark')]);
  }

  private async step(step: PlayStep, isNew: boolean): Promise<void> {
    if (isNew) this.played = this.page.request('play');
    const asked = { ...this.played!, step };
    this.last = asked;
    const told = await this.helper.one(asked);
    if (this.last !== asked) return;
    if (told.play) return this.game.show(told.play);
    this.game.fail(told.refused ?? told.fault ?? 'it was stopped');
  }

  private async explain(): Promise<void> {
    const told = await this.ask(this.page.request('why'));
    const file = told?.answer;
    const test = file?.tests[0];
    if (!file || !test) return;
    const parts = detailParts(test, file.file, (byte) => this.page.go(byte));
    const changes = (test.corrections ?? []).filter((it) => it.file === file.file).map((it) => this.change(it));
    if (changes.length > 0) parts.push(element('p', '', 'Each of these changes would do:'), element('ul', 'changes', ...changes));
    this.said.replaceChildren(...parts);
  }

  private change(correction: Correction): HTMLElement {
    const made = button('', () => this.page.apply(correction));
    made.append(...coded(correction.title));
    return element('li', '', made);
  }

  /** Shows one more step: the first comes alone and soon, the others at once with the second. */
  private async next(): Promise<void> {
    const { steps } = this;
    if (!steps) {
      const of = this.page.request('hints');
      const found = (await this.ask(of))?.steps;
      if (found) this.steps = { of, found, shown: Math.min(1, found.steps.length) };
    } else if (steps.shown < steps.found.steps.length) steps.shown += 1;
    else if (steps.found.end === 'more') {
      const found = (await this.ask({ ...steps.of, whole: true }))?.steps;
      if (found) this.steps = { ...steps, found, shown: Math.min(steps.shown + 1, found.steps.length) };
    }
    this.showSteps();
  }

  private showSteps(): void {
    if (!this.steps) return;
    const { found, shown } = this.steps;
    const go = (byte: number) => this.page.go(byte);
    const isLast = shown === found.steps.length && found.end !== 'more';
    this.said.replaceChildren(stepList(found, shown, found.file, go), ...(isLast ? stepsEnd(found, found.file, go) : []));
    this.hint.textContent = 'Next step';
    this.hint.disabled = isLast;
    this.said.querySelector('.steps > :last-child')?.scrollIntoView({ block: 'nearest' });
  }

  /** Asks, unless that is superseded meanwhile. */
  private async ask(request: Request) {
    this.helper.stop();
    this.last = request;
    this.said.setAttribute('aria-busy', 'true');
    const told = await this.helper.one(request);
    if (this.last !== request) return undefined;
    this.said.removeAttribute('aria-busy');
    this.hint.disabled = false;
    const words = told.refused ?? told.fault;
    if (words) this.said.replaceChildren(sentence(words, 'remark'));
    return told;
  }
}
