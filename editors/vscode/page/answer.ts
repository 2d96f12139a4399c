// An answer with its remarks, its reasons and its proofs.

import type { Answer, Note } from '../src/answer';
import type { Location } from '../src/live';
import { button, element, sentence } from './element';

const WORDS: Record<Answer['status'], string> = {
  answered: '',
  holds: 'as expected',
  fails: 'not as expected',
  unknown: 'unknown',
  refused: '',
};

/** What there is to see of an answer. `reveal` leads to a place, `longer` looks for it again. */
export function answerParts(answer: Answer, reveal: (location: Location) => void, longer: () => void): HTMLElement[] {
  const isProof = ({ sort }: Note) => sort === 'proof';
  const parts: HTMLElement[] = [element('h2', '', answer.question)];
  const words = WORDS[answer.status];
  if (words) parts.push(element('p', `status ${answer.status}`, words));
  parts.push(answer.status === 'refused' ? sentence(answer.text) : element('pre', `answer ${answer.status}`, answer.text.trimEnd()));
  if (answer.status === 'unknown') parts.push(button('Look longer', longer, 'Look for it as long as Solve does'));
  parts.push(...answer.notes.filter((it) => !isProof(it)).flatMap(note), ...reasons(answer, reveal));
  return [...parts, ...answer.notes.filter(isProof).flatMap(note)];
}

function note(it: Note): HTMLElement[] {
  if (it.sort === 'summary') return [sentence(it.text)];
  const lines = element('pre', '', it.lines.join('\n'));
  if (it.sort === 'table') return it.heading ? [sentence(it.heading, 'heading'), lines] : [lines];
  const fold = element('details', '', element('summary', '', it.heading ?? 'proof'), lines);
  fold.open = true;
  return [fold];
}

function reasons({ because }: Answer, reveal: (location: Location) => void): HTMLElement[] {
  if (!because) return [];
  const rows = because.places.map(({ location, message }) => {
    const place = button(`line ${location.range.start.line + 1}`, () => reveal(location), 'Go to the line');
    place.className = 'link';
    return element('li', '', place, ': ', ...sentence(message).childNodes);
  });
  const list = element('ul', 'because', ...rows);
  return because.heading ? [sentence(because.heading, 'heading'), list] : [list];
}
