// The tutorial beside the editor: lessons whose blocks can be tried. Their text is loaded when it is first opened, and the
// place that a person has come to is kept.

import { element } from '../../editors/vscode/page/element';
import type { Told } from './module';
import { Offsets } from './offsets';

type Tokens = NonNullable<Told['tokens']>;

/** What the lessons need of the page. */
export interface Learner {
  /** Puts a block into the editor, under the name of its file. */
  open(file: string, text: string): void;
  /** Goes on in the editor. */
  edit(): void;
  /** The words of a text, and what each of them is. */
  tokens(file: string, text: string): Promise<Tokens>;
}

const KEPT = 'lesson';
const at = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

export class Lessons {
  private readonly pane = at('lessons');
  private readonly lesson = at('lesson');
  private readonly chapter = at<HTMLSelectElement>('chapter');
  private readonly opener = at('tutorial');
  /** The paragraphs and blocks, once they are loaded. */
  private parts: HTMLElement[] = [];
  /** The part that stands at the top, and how much of it is above. */
  private place = Number(localStorage.getItem(KEPT) ?? 0);
  /** What had the focus in the pane. */
  private last: HTMLElement = this.lesson;

  constructor(private readonly learner: Learner) {
    at('leave').onclick = () => this.close();
    this.chapter.onchange = () => this.go(this.chapter.value);
    this.lesson.onscroll = () => this.keep();
    this.lesson.onclick = (event) => this.clicked(event);
    this.pane.addEventListener('focusin', ({ target }) => (this.last = target as HTMLElement));
    this.pane.addEventListener('keydown', ({ key }) => key === 'Escape' && this.close());
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'F6' || this.pane.hidden) return;
      event.preventDefault();
      if (this.pane.contains(document.activeElement)) this.edit();
      else this.last.focus();
    });
  }

  /** Opens the pane, or closes it. */
  turn(): void {
    if (this.pane.hidden) void this.open();
    else this.close();
  }

  private async open(): Promise<void> {
    this.show(true);
    if (this.parts.length === 0) await this.load();
    this.scrollTo(this.place);
    this.lesson.focus({ preventScroll: true });
  }

  private close(): void {
    this.show(false);
    this.opener.focus();
  }

  private show(isOpen: boolean): void {
    this.pane.hidden = !isOpen;
    this.opener.setAttribute('aria-expanded', String(isOpen));
  }

  private async load(): Promise<void> {
    const response = await fetch('lessons.html').catch(() => undefined);
    if (!response?.ok) {
      this.lesson.replaceChildren(element('p', '', 'The tutorial cannot be loaded. Close it and try again.'));
      return;
    }
    this.lesson.innerHTML = await response.text();
    this.parts = [...this.lesson.children] as HTMLElement[];
    this.chapter.replaceChildren(...this.headings().map((it) =>
      new Option(`${it.tagName === 'H2' ? '' : '\u2003'}${it.textContent}`, it.id)));
    void this.colour();
  }

  /** Colours the blocks as the editor does. */
  private async colour(): Promise<void> {
    for (const { file, code } of this.parts.flatMap((it) => blockOf(it) ?? [])) {
      const text = code.textContent ?? '';
      code.replaceChildren(...coloured(text, await this.learner.tokens(file, text)));
    }
  }

  private headings(): HTMLElement[] {
    return this.parts.filter((it) => it.id);
  }

  private clicked(event: MouseEvent): void {
    const target = event.target as HTMLElement;
    const link = target.closest('a');
    if (link?.hash && link.target === '') {
      event.preventDefault();
      this.go(decodeURIComponent(link.hash.slice(1)));
    }
    const block = target.closest('button') && blockOf(target.closest('figure')!);
    if (!block) return;
    this.learner.open(block.file, block.code.textContent ?? '');
    this.edit();
  }

  /** Goes on in the editor, which the pane covers where there is no room for both. */
  private edit(): void {
    if (getComputedStyle(this.pane).position === 'absolute') this.close();
    else this.learner.edit();
  }

  private go(id: string): void {
    this.scrollTo(this.parts.findIndex((it) => it.id === id));
  }

  private scrollTo(place: number): void {
    const part = this.parts[Math.trunc(place)];
    if (part) this.lesson.scrollTop = part.offsetTop + (place % 1) * part.offsetHeight;
  }

  private keep(): void {
    const top = this.lesson.scrollTop;
    const index = this.parts.findIndex((it) => it.offsetTop + it.offsetHeight > top);
    const part = this.parts[index];
    if (this.pane.hidden || !part) return;
    // Never quite the whole of it, nor less than nothing of it, which would be another part.
    this.place = index + Math.min(Math.max((top - part.offsetTop) / part.offsetHeight, 0), 0.99);
    localStorage.setItem(KEPT, String(this.place));
    this.chapter.value = this.headings().filter((it) => it.offsetTop <= top + 1).at(-1)?.id ?? this.chapter.value;
  }
}

/** The block that can be tried in a part: its file, and where its text stands. */
function blockOf(part: HTMLElement): { file: string; code: HTMLElement } | undefined {
  const [file, code] = [part.dataset.file, part.querySelector('code')];
  return file && code ? { file, code } : undefined;
}

function coloured(text: string, tokens: Tokens): (string | Node)[] {
  const offsets = new Offsets(text);
  const parts: (string | Node)[] = [];
  let done = 0;
  for (const [from, to, sort] of tokens) {
    const [start, end] = [offsets.toUnit(from), offsets.toUnit(to)];
    parts.push(text.slice(done, start), element('span', `word-${sort}`, text.slice(start, end)));
    done = end;
  }
  return [...parts, text.slice(done)];
}
