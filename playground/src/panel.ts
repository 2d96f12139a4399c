// What stands beside the editor: the picture of what the cursor is at, and the answer with all its remarks.

import { element, sentence } from '../../editors/vscode/page/element';
import { Drawing } from '../../editors/vscode/page/picture';
import { JOINING } from '../../editors/vscode/src/live';
import type { Listing, Picture, Test } from './module';

function listing({ heading, lines }: Listing): HTMLElement {
  if (!heading && lines.length === 1) return element('p', '', ...lines);
  const whole = element('div', 'listing');
  if (heading) whole.append(element('p', '', heading));
  whole.append(element('pre', '', lines.join('\n')));
  return whole;
}

/** An answer with all that is said of it; `go` leads to a line of the text. */
export function detailParts(test: Test, name: string, go: (byte: number) => void): HTMLElement[] {
  const parts: HTMLElement[] = [element('h2', '', test.name)];
  const isDrawn = test.message.includes('\n');
  const words = { answered: '', passed: 'as expected: ', failed: '', unknown: 'unknown: ' }[test.outcome];
  parts.push(element(isDrawn ? 'pre' : 'p', `outcome ${test.outcome}`, isDrawn ? test.message : words + test.message));
  parts.push(...(test.remarks ?? []).map(listing));
  if (test.because) {
    if (test.because.heading) parts.push(element('p', '', test.because.heading));
    const list = element('ul', 'because');
    for (const { file, span, message } of test.because.places) {
      const row = element('li');
      const words = `line ${span.start.line}: ${message}`;
      if (file === name) {
        const button = element('button', 'link', words);
        button.onclick = () => go(span.start.offset);
        row.append(button);
      } else row.append(`${file}, ${words}`);
      list.append(row);
    }
    parts.push(list);
  }
  for (const proof of test.proofs ?? []) {
    const fold = element('details');
    fold.append(element('summary', '', proof.heading ?? 'proof'), element('pre', '', proof.lines.join('\n')));
    parts.push(fold);
  }
  return parts;
}

/** What a part of a picture leads to, and what joins two of them where that can be done. */
export interface PictureActs {
  go(part: string): void;
  join(from: string, to: string): void;
}

/** The picture of what the cursor is at, or why there is none. */
export class PicturePanel {
  private readonly frame = element('div', 'picture');
  private readonly words = element('div', 'message');
  private readonly drawing = new Drawing(this.frame);

  constructor(
    place: HTMLElement,
    private readonly acts: PictureActs,
  ) {
    this.words.setAttribute('role', 'status');
    place.append(this.frame, this.words);
  }

  /** Shows a picture as `svg`. */
  show(picture: Picture | undefined, svg: string | undefined): void {
    this.frame.hidden = !svg;
    this.drawing.show(svg);
    this.drawing.point((name) => {
      const isKnown = picture?.parts.some((it) => it.name === name);
      return isKnown ? { title: `${name}: go to its line`, run: () => this.acts.go(name) } : undefined;
    });
    this.drawing.join(picture?.joined ? (from, to) => this.acts.join(from, to) : undefined);
    const message = picture ? picture.message : 'Put the cursor on a puzzle to see its picture.';
    const said = message.includes('\n') ? '' : message;
    const words = [said, svg && picture?.joined ? JOINING : ''].filter(Boolean);
    this.words.replaceChildren(...words.map((it) => element('p', '', it)));
  }

  /** Says below the picture why something cannot be done, until there is another one. */
  say(words: string): void {
    this.words.replaceChildren(sentence(words, 'refused'));
  }
}
