// The editor: colours, diagnostics with their fixes, answers behind the lines, completions and hovers. All that
// it knows of the language is told by the module.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippet } from '@codemirror/autocomplete';
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, toggleComment } from '@codemirror/commands';
import { forEachDiagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import type { Action, Diagnostic } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state';
import type { ChangeDesc, Extension, Range } from '@codemirror/state';
import {
  Decoration, EditorView, WidgetType, drawSelection, highlightActiveLine, highlightSpecialChars, hoverTooltip, keymap, lineNumbers,
} from '@codemirror/view';
import type { DecorationSet } from '@codemirror/view';
import type { Finding, Offer, Test, Told } from './module';
import { Offsets } from './offsets';
import { markdown } from './words';

/** What the editor asks of whom it serves. */
export interface Asker {
  changed(changes: ChangeDesc): void;
  moved(): void;
  format(): void;
  run(): void;
  save(): void;
  stop(): void;
  complete(at: number): Promise<Told>;
  hover(at: number): Promise<Told>;
  choose(from: number): void;
}

const setColours = StateEffect.define<DecorationSet>();

const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    const mapped = value.map(transaction.changes);
    return transaction.effects.reduce((now, it) => (it.is(setColours) ? it.value : now), mapped);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const setStep = StateEffect.define<DecorationSet>();

/** The lines that say the step that is shown. */
const step = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    const mapped = value.map(transaction.changes);
    return transaction.effects.reduce((now, it) => (it.is(setStep) ? it.value : now), mapped);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks the lines from one place to another and shows them, or marks none. */
export function showStep(view: EditorView, place: [from: number, to: number] | undefined): void {
  const { doc } = view.state;
  const marks: Range<Decoration>[] = [];
  if (place) {
    const [first, last] = place.map((it) => doc.lineAt(Math.min(it, doc.length)).number) as [number, number];
    for (let line = first; line <= last; line += 1) marks.push(Decoration.line({ class: 'step' }).range(doc.line(line).from));
  }
  const effects: StateEffect<unknown>[] = [setStep.of(Decoration.set(marks))];
  if (marks[0]) effects.push(EditorView.scrollIntoView(marks[0].from));
  view.dispatch({ effects });
}

/** What stands behind a line. */
class AnswerWidget extends WidgetType {
  constructor(
    private readonly test: Test,
    /** Whether the line says the answer already. */
    private readonly isSaid: boolean,
    private readonly asker: Asker,
  ) {
    super();
  }

  override eq(other: AnswerWidget): boolean {
    return other.test === this.test && other.isSaid === this.isSaid;
  }

  toDOM(view: EditorView): HTMLElement {
    const button = document.createElement('button');
    const { outcome, message } = this.test;
    const [first = '', ...more] = message.split('\n');
    const mark = { answered: '⇒', passed: '✓', failed: '✗', unknown: '?' }[outcome];
    button.className = `answer ${outcome}`;
    button.type = 'button';
    // The editor's text is one stop for the tab key; the answers are read in the panel.
    button.tabIndex = -1;
    const words = this.isSaid ? '' : more.length ? 'drawn in the panel' : first;
    button.textContent = `${mark} ${words}`.trim();
    button.ariaLabel = `${outcome}: ${words || first}`;
    button.title = this.test.name;
    button.onmousedown = (event) => event.preventDefault();
    button.onclick = () => this.asker.choose(view.posAtDOM(button));
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

type Answers = RangeSet<Decoration>;
const setAnswers = StateEffect.define<(now: Answers, state: EditorState) => Answers>();

const answers = StateField.define<Answers>({
  create: () => Decoration.none,
  update(value, transaction) {
    let now = value.map(transaction.changes);
    for (const it of transaction.effects) if (it.is(setAnswers)) now = it.value(now, transaction.state);
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Makes an editor in a place of the page. */
export function makeEditor(parent: HTMLElement, text: string, asker: Asker): EditorView {
  return new EditorView({ parent, state: EditorState.create({ doc: text, extensions: extensions(asker) }) });
}

function extensions(asker: Asker): Extension {
  const command = (act: () => void) => () => (act(), true);
  return [
    lineNumbers(), highlightSpecialChars(), history(), drawSelection(), highlightActiveLine(), closeBrackets(),
    search(), lintGutter(), colours, answers, step,
    EditorState.languageData.of(() => [
      { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '{', '"'] } },
    ]),
    autocompletion({ override: [(context) => complete(context, asker)], icons: false }),
    hoverTooltip((view, at) => hover(view, at, asker)),
    keymap.of([
      { key: 'Mod-Enter', run: command(() => asker.run()) },
      { key: 'Mod-s', run: command(() => asker.save()) },
      { key: 'Mod-.', run: command(() => asker.stop()) },
      { key: 'Shift-Alt-f', run: command(() => asker.format()) },
      { key: 'Alt-Enter', run: repair },
      { key: 'Mod-/', run: toggleComment },
      ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap,
    ]),
    EditorView.contentAttributes.of({ 'aria-label': 'The puzzle', spellcheck: 'false', autocapitalize: 'off' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) asker.changed(update.changes);
      else if (update.selectionSet) asker.moved();
    }),
  ];
}

/** Colours the words. */
export function showTokens(view: EditorView, tokens: NonNullable<Told['tokens']>, offsets: Offsets): void {
  const marks: Range<Decoration>[] = [];
  for (const [from, to, sort] of tokens) {
    const [start, end] = [offsets.toUnit(from), offsets.toUnit(to)];
    if (start < end) marks.push(Decoration.mark({ class: `word-${sort}` }).range(start, end));
  }
  view.dispatch({ effects: setColours.of(Decoration.set(marks, true)) });
}

/** Shows what is wrong. */
export function showFindings(view: EditorView, findings: Finding[], offsets: Offsets): void {
  const shown = findings.map((it) => diagnostic(it, offsets));
  view.dispatch(setDiagnostics(view.state, shown));
}

function diagnostic(finding: Finding, offsets: Offsets): Diagnostic {
  const { span, severity, message, label, help, code, fixes } = finding;
  const words = [message, label && label !== message ? label : '', help ?? ''].filter(Boolean);
  const actions = fixes.map((fix): Action => ({
    name: plain(fix.title),
    apply(view) {
      const changes = fix.edits.map((edit) => ({
        from: offsets.toUnit(edit.span.start.offset),
        to: offsets.toUnit(edit.span.end.offset),
        insert: edit.text,
      }));
      view.dispatch({ changes, userEvent: 'input.fix' });
      view.focus();
    },
  }));
  return {
    from: offsets.toUnit(span.start.offset),
    to: offsets.toUnit(span.end.offset),
    severity,
    source: code,
    message: plain(words.join('\n')),
    renderMessage: () => markdown(words.join('\n\n')),
    actions,
  };
}

const plain = (words: string) => words.replace(/`/g, '');

/** Applies the first fix of what is wrong at the cursor. */
function repair(view: EditorView): boolean {
  const at = view.state.selection.main.head;
  const line = view.state.doc.lineAt(at);
  const found: { action: Action; from: number; to: number; isHere: boolean }[] = [];
  forEachDiagnostic(view.state, (it, from, to) => {
    const action = it.actions?.[0];
    if (action && from <= line.to && to >= line.from) found.push({ action, from, to, isHere: from <= at && at <= to });
  });
  const chosen = found.find((it) => it.isHere) ?? found[0];
  chosen?.action.apply(view, chosen.from, chosen.to);
  return true;
}

/** The line end that an answer stands behind. */
const behind = (state: EditorState, test: Test, offsets: Offsets) =>
  state.doc.lineAt(Math.min(offsets.toUnit(test.span.end.offset), state.doc.length)).to;

/** Shows one more answer in place of an older one. */
export function showAnswer(view: EditorView, test: Test, offsets: Offsets, asker: Asker): void {
  const change = (now: Answers, state: EditorState) => {
    const at = behind(state, test, offsets);
    const isSaid = test.outcome === 'passed' && state.doc.lineAt(at).text.trimEnd().endsWith(`=> ${test.message}`);
    const widget = Decoration.widget({ widget: new AnswerWidget(test, isSaid, asker), side: 1, test }).range(at);
    return now.update({ filter: (from) => state.doc.lineAt(from).number !== state.doc.lineAt(at).number, add: [widget] });
  };
  view.dispatch({ effects: setAnswers.of(change) });
}

/** Keeps those answers alone that stand behind these questions. */
export function keepAnswers(view: EditorView, tests: Test[]): void {
  const change = (now: Answers) => now.update({ filter: (_from, _to, it) => tests.includes((it.spec as { test: Test }).test) });
  view.dispatch({ effects: setAnswers.of(change) });
}

async function complete(context: CompletionContext, asker: Asker): Promise<CompletionResult | null> {
  const before = context.matchBefore(/[\p{L}\p{Nd}_]+|[("*+=>:-] ?/u);
  if (!context.explicit && !before) return null;
  const offsets = new Offsets(context.state.doc.toString());
  const { offers } = await asker.complete(context.pos);
  if (!offers?.length || context.aborted) return null;
  const from = Math.min(...offers.map((it) => offsets.toUnit(it.from)));
  const options = offers.map((offer, index) => option(offer, index, offsets, from));
  return { from, options, filter: true };
}

function option(offer: Offer, index: number, offsets: Offsets, from: number): Completion {
  const place = { from: offsets.toUnit(offer.from), to: offsets.toUnit(offer.to) };
  const typed = place.from > from || offer.text.startsWith(' ') ? ` ${offer.label}` : offer.label;
  return {
    label: offer.text.startsWith(' ') ? typed : offer.label,
    displayLabel: offer.label,
    detail: offer.detail,
    // The module's list is in order.
    boost: 99 - Math.min(index, 198),
    info: offer.documentation ? () => markdown(offer.documentation) : undefined,
    apply(view, completion, _from, to) {
      const end = Math.max(to, place.to);
      if (offer.snippet !== undefined) snippet(inEditor(offer.snippet))(view, completion, place.from, end);
      else view.dispatch({ changes: { from: place.from, to: end, insert: offer.text }, selection: { anchor: place.from + offer.text.length }, userEvent: 'input.complete' });
    },
  };
}

/** Tab stops as this editor writes them: `$1`, `${1:name}` and `$0` as `${}`, `${1:name}`. */
const inEditor = (text: string) => text.replace(/\$(\d)/g, '${$1}').replace(/\$\{0\}/g, '${}');

async function hover(view: EditorView, at: number, asker: Asker) {
  const offsets = new Offsets(view.state.doc.toString());
  const { word } = await asker.hover(at);
  if (!word) return null;
  return {
    pos: offsets.toUnit(word.from),
    end: offsets.toUnit(word.to),
    above: true,
    create: () => ({ dom: markdown(word.markdown, 'hover') }),
  };
}
