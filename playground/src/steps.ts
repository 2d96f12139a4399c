// What follows in a puzzle step by step: values and what cannot be, each with the rules and the facts that it follows from.

import { button, coded, element } from '../../editors/vscode/page/element';
import type { Reason, Steps } from './module';

/** The steps so far; `go` leads to a place in the text. */
export function stepList(steps: Steps, shown: number, name: string, go: (byte: number) => void): HTMLElement {
  const list = element('ol', 'steps');
  steps.steps.slice(0, shown).forEach(({ says, kind, rules, seen, facts, smallest }, index) => {
    const row = element('li', '', element('strong', '', says));
    row.id = `step-${index + 1}`;
    if (kind === 'value' && rules.length === 0) row.append(element('p', 'remark', 'as nothing else is left'));
    row.append(...reasons('by', rules, name, go), ...reasons('seen along', seen, name, go));
    row.append(...reasons('with', facts, name, go));
    if (!smallest) row.append(element('p', 'remark', 'perhaps not the smallest reason'));
    list.append(row);
  });
  return list;
}

function reasons(word: string, all: Reason[], name: string, go: (byte: number) => void): HTMLElement[] {
  if (all.length === 0) return [];
  const parts = all.map((it) => element('li', '', place(it, name, go)));
  return [element('div', 'reasons', element('span', 'remark', word), element('ul', '', ...parts))];
}

/** What a reason says, as a way to where it says it. */
function place({ says, file, span, step }: Reason, name: string, go: (byte: number) => void): Node {
  const lead = (words: string, act: () => void) => {
    const made = button('', act);
    made.className = 'link';
    made.append(...coded(words));
    return made;
  };
  if (step !== undefined) {
    return lead(`${says} (step ${step})`, () => document.getElementById(`step-${step}`)?.scrollIntoView({ block: 'nearest' }));
  }
  if (span && file === name) return lead(`${says} (line ${span.start.line})`, () => go(span.start.offset));
  return element('span', '', ...coded(span ? `${says} (${file}, line ${span.start.line})` : says));
}

/** What is said behind the last step. */
export function stepsEnd(steps: Steps, name: string, go: (byte: number) => void): HTMLElement[] {
  const said: HTMLElement[] = [];
  const count = steps.steps.length;
  const say = (words: string) => said.push(element('p', '', words));
  if (steps.end === 'solved') say(count === 0 ? 'Nothing is open.' : 'That is the solution, and there is no other one.');
  if (steps.end === 'open') {
    say(`Nothing ${count === 0 ? '' : 'more '}follows: there are several solutions.`);
    say('One of them:');
    said.push(element('pre', '', (steps.solution ?? []).join('\n')));
    say(`Another one, with ${(steps.differences ?? []).slice(0, 3).join(', ')}; what differs:`);
    said.push(element('pre', '', (steps.beside ?? []).join('\n')));
  }
  if (steps.end === 'no solution') {
    say('There is no solution:');
    said.push(...reasons('by', steps.because ?? [], name, go));
  }
  if (steps.hardest !== undefined && count > 1) say(`The hardest step is step ${steps.hardest}.`);
  return said.concat((steps.doubts ?? []).map((it) => element('p', 'remark', it)));
}
