// Shows answers where the person looks: behind the line that was asked about, in full on hover,
// and at the places a "no" follows from. An answer is about the text as it stands: after each edit
// the server says which are still true, and the others go.

import * as vscode from 'vscode';
import { Answer, Reason, Span, behindLine, escape, inFull } from './answer';
import { isAsked } from './languages';
import { Change, Place, Position, moved } from './position';
import { Server } from './server';

const COLORS: Record<Answer['status'], string> = {
  answered: 'charts.blue',
  holds: 'testing.iconPassed',
  fails: 'testing.iconFailed',
  unknown: 'editorWarning.foreground',
  refused: 'editorWarning.foreground',
};

const SIGNS: Record<Answer['status'], string> = { answered: '⇒', holds: '✓', fails: '✗', unknown: '?', refused: '!' };

/** Milliseconds without an edit before the server is asked what is still true. */
const PAUSE = 50;

/** An answer, where it is shown, and where the item starts that it is about. */
interface Shown {
  at: Position;
  item: Position;
  answer: Answer;
}

export class Answers implements vscode.Disposable {
  private readonly answerType = vscode.window.createTextEditorDecorationType({
    after: { margin: '0 0 0 2em' },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  /** A place that is a reason, and behind its line what it says. */
  private readonly placeType = vscode.window.createTextEditorDecorationType({
    textDecoration: 'underline dotted',
    overviewRulerColor: new vscode.ThemeColor('editorWarning.foreground'),
  });
  private readonly reasonType = vscode.window.createTextEditorDecorationType({
    after: { margin: '0 0 0 2em', color: new vscode.ThemeColor('editorCodeLens.foreground'), fontStyle: 'italic' },
  });
  /** The answers that are shown, by document. */
  private readonly shown = new Map<string, Shown[]>();
  /** The lines with answers, as they were drawn last. */
  private lines = '';
  private timer?: NodeJS.Timeout;
  private edits = 0;
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly server: Server) {
    server.saysAnswer = (uri, line) => this.shown.get(uri)?.some((it) => isBeside(it, line)) ?? false;
    this.disposables = [
      this.answerType,
      this.placeType,
      this.reasonType,
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (isAsked(document.languageId) && contentChanges.length > 0) this.follow(document, contentChanges);
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.disposables.forEach((it) => it.dispose());
  }

  show({ uri, position }: Place, answer: Answer): void {
    const { range } = answer.about ?? { range: { start: position, end: position } };
    // Who asked from a comment beside the item looks for the answer at the item.
    const isWithin = range.start.line <= position.line && position.line <= range.end.line;
    // The start of the line: what is typed behind it leaves it where it is.
    const at = { line: (isWithin ? position : range.start).line, character: 0 };
    const shown = { at, item: range.start, answer };
    const others = (this.shown.get(uri) ?? []).filter(({ at, item }) => at.line !== shown.at.line && item.line !== shown.item.line);
    // Reasons are shown for one answer at a time.
    const old = others.map((it) => ({ ...it, answer: { ...it.answer, because: undefined } }));
    this.shown.set(uri, [...old, shown]);
    this.draw();
  }

  /** Moves the answers along with the text, and asks which of them it still gives. */
  private follow({ uri }: vscode.TextDocument, changes: readonly Change[]): void {
    this.edits += 1;
    const edited = uri.toString();
    for (const [shownIn, all] of this.shown) {
      const place = (here: string, position: Position) => (here === edited ? changes.reduce(moved, position) : position);
      const stays = ({ answer }: Shown) => answer.about !== undefined;
      const stayed = all.filter(stays).map(({ at, item, answer }) => ({
        at: place(shownIn, at),
        item: place(shownIn, item),
        answer: withReasons(answer, place),
      }));
      this.shown.set(shownIn, stayed);
    }
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.sift(), PAUSE);
  }

  /** Keeps the answers that the server still gives. */
  private async sift(): Promise<void> {
    const { edits } = this;
    for (const [uri, all] of [...this.shown]) {
      const stamps = all.flatMap(({ answer }) => answer.about?.stamp ?? []);
      const asked = stamps.length > 0 ? this.server.current(uri, stamps) : Promise.resolve([]);
      const current = await asked.catch(() => []);
      // Else the next edit asks again.
      if (edits !== this.edits) return;
      const isCurrent = ({ item, answer }: Shown) =>
        current.some(({ range, stamp }) => stamp === answer.about?.stamp && range.start.line === item.line);
      // What was shown in the meantime is about this text.
      const kept = (this.shown.get(uri) ?? []).filter((it) => !all.includes(it) || isCurrent(it));
      this.shown.set(uri, kept);
    }
    this.draw();
  }

  private draw(): void {
    const lines = [...this.shown].map(([uri, all]) => [uri, ...all.map(({ at }) => at.line)].join()).join('\n');
    if (lines !== this.lines) this.server.renewHints();
    this.lines = lines;
    const reasons = [...this.shown.values()].flat().flatMap(({ answer }) => answer.because?.places ?? []);
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      if (!isAsked(document.languageId)) continue;
      const uri = document.uri.toString();
      const answers = this.shown.get(uri) ?? [];
      editor.setDecorations(this.answerType, answers.map(({ at, answer }) => answerDecoration(document, at.line, answer)));
      const here = reasons.filter((it) => vscode.Uri.parse(it.location.uri).toString() === uri);
      editor.setDecorations(this.placeType, here.map(({ location: { range } }) => asRange(range)));
      editor.setDecorations(this.reasonType, reasonDecorations(document, here));
    }
  }
}

/** Whether a line is that of an answer, or another one of the query that it answers. */
function isBeside({ at, item, answer: { about } }: Shown, line: number): boolean {
  const lines = about ? about.range.end.line - about.range.start.line : 0;
  return at.line === line || (item.line <= line && line <= item.line + lines);
}

/** An answer with its reasons at other places. */
function withReasons(answer: Answer, place: (uri: string, position: Position) => Position): Answer {
  if (!answer.because) return answer;
  const places = answer.because.places.map(({ location, message }) => {
    const uri = vscode.Uri.parse(location.uri).toString();
    const range = { start: place(uri, location.range.start), end: place(uri, location.range.end) };
    return { location: { ...location, range }, message };
  });
  return { ...answer, because: { ...answer.because, places } };
}

function answerDecoration(document: vscode.TextDocument, line: number, answer: Answer): vscode.DecorationOptions {
  const color = new vscode.ThemeColor(COLORS[answer.status]);
  return {
    range: endOf(document, line),
    hoverMessage: new vscode.MarkdownString(inFull(answer, link)),
    renderOptions: { after: { contentText: `${SIGNS[answer.status]} ${behindLine(answer)}`, color } },
  };
}

/** What the places of a line say, together behind it. */
function reasonDecorations(document: vscode.TextDocument, reasons: Reason[]): vscode.DecorationOptions[] {
  const messages = new Map<number, string[]>();
  for (const { location, message } of reasons) {
    const { line } = location.range.start;
    messages.set(line, [...(messages.get(line) ?? []), message.replaceAll('`', '')]);
  }
  return [...messages].map(([line, said]) => ({
    range: endOf(document, line),
    renderOptions: { after: { contentText: `← ${said.join('; ')}` } },
  }));
}

/** The end of a line of a document that may have become shorter. */
function endOf(document: vscode.TextDocument, line: number): vscode.Range {
  const { end } = document.lineAt(Math.min(line, document.lineCount - 1)).range;
  return new vscode.Range(end, end);
}

function asRange({ start, end }: Span): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

function link({ location, message }: Reason): string {
  const { line, character } = location.range.start;
  return `[line ${line + 1}](${location.uri}#L${line + 1},${character + 1}): ${escape(message)}`;
}
