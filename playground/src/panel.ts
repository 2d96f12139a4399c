// What stands beside the editor: the picture of what the cursor is at, and the answer with all its remarks.

import { element } from '../../editors/vscode/page/element';
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

/** Shows a picture as `svg`, or why there is none. */
export function showPicture(place: HTMLElement, picture: Picture | undefined, svg: string | undefined): void {
  place.classList.remove('old');
  place.replaceChildren();
  if (svg) {
    const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    place.append(document.importNode(drawn, true));
  }
  const message = picture ? picture.message : 'Put the cursor on a puzzle to see its picture.';
  if (message && !message.includes('\n')) place.append(element('p', 'message', message));
}
