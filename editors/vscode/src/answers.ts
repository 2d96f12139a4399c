// Shows answers where the person looks: behind the line that was asked about, in full on hover,
// and at the places a "no" follows from. An answer is about the text as it stands, so the next
// edit takes it away.

import * as vscode from 'vscode';
import { Answer, Because, asDocument, escape, inFull, inOneLine } from './answer';
import { Place } from './place';

const COLORS: Record<Answer['status'], string> = {
  answered: 'charts.blue',
  holds: 'testing.iconPassed',
  fails: 'testing.iconFailed',
  unknown: 'editorWarning.foreground',
  refused: 'editorWarning.foreground',
};

const SIGNS: Record<Answer['status'], string> = { answered: '⇒', holds: '✓', fails: '✗', unknown: '?', refused: '!' };

/** Documents that hold a long answer. */
const SCHEME = 'puzzle-answer';

export class Answers implements vscode.Disposable, vscode.TextDocumentContentProvider {
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
  /** The answers that are shown, by document and line. */
  private readonly shown = new Map<string, Map<number, Answer>>();
  /** The documents of long answers. */
  private readonly long = new Map<string, string>();
  private readonly longChanged = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.longChanged.event;
  private readonly disposables: vscode.Disposable[];

  constructor() {
    this.disposables = [
      this.answerType,
      this.placeType,
      this.reasonType,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.languageId === 'puzzle' && contentChanges.length > 0) this.clear();
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
    ];
  }

  dispose(): void {
    this.disposables.forEach((it) => it.dispose());
  }

  show(place: Place, answer: Answer): void {
    const lines = this.shown.get(place.uri) ?? new Map<number, Answer>();
    // Reasons are shown for one answer at a time.
    for (const [line, old] of lines) lines.set(line, { ...old, because: [] });
    lines.set(place.position.line, answer);
    this.shown.set(place.uri, lines);
    this.draw();
    if (!inOneLine(answer).isAll) void this.offer(answer);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.long.get(uri.path) ?? '';
  }

  private clear(): void {
    this.shown.clear();
    this.draw();
  }

  private draw(): void {
    const reasons = [...this.shown.values()].flatMap((lines) => [...lines.values()].flatMap((it) => it.because));
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      if (document.languageId !== 'puzzle') continue;
      const uri = document.uri.toString();
      const answers = [...(this.shown.get(uri) ?? [])];
      editor.setDecorations(this.answerType, answers.map(([line, it]) => answerDecoration(document, line, it)));
      const here = reasons.filter((it) => vscode.Uri.parse(it.location.uri).toString() === uri);
      editor.setDecorations(this.placeType, here.map(({ location: { range } }) => asRange(range)));
      editor.setDecorations(this.reasonType, reasonDecorations(document, here));
    }
  }

  private async offer(answer: Answer): Promise<void> {
    const open = 'Open';
    if ((await vscode.window.showInformationMessage(`${answer.question}: a long answer`, open)) !== open) return;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `${answer.question.replaceAll('/', ' ')}.txt` });
    this.long.set(uri.path, asDocument(answer));
    this.longChanged.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }
}

function answerDecoration(document: vscode.TextDocument, line: number, answer: Answer): vscode.DecorationOptions {
  const color = new vscode.ThemeColor(COLORS[answer.status]);
  // The first note is about the answer; others go into detail.
  const text = [inOneLine(answer).line, ...answer.notes.slice(0, 1)].join(' · ');
  return {
    range: endOf(document, line),
    hoverMessage: new vscode.MarkdownString(inFull(answer, link)),
    renderOptions: { after: { contentText: `${SIGNS[answer.status]} ${text}`, color } },
  };
}

/** What the places of a line say, together behind it. */
function reasonDecorations(document: vscode.TextDocument, reasons: Because[]): vscode.DecorationOptions[] {
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

function asRange({ start, end }: Because['location']['range']): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

function link({ location, message }: Because): string {
  const { line, character } = location.range.start;
  return `[line ${line + 1}](${location.uri}#L${line + 1},${character + 1}): ${escape(message)}`;
}
