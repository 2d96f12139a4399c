// The live view beside the editor: the answer, the reasons or the picture of the item under the
// cursor, which follow the cursor and the edit, and plays of its games.

import * as vscode from 'vscode';
import type { Span } from './answer';
import { isAsked } from './languages';
import { FromPage, Location, PlayStep, Tab, ToPage } from './live';
import { editorHere, underCursor } from './place';
import { Place, moved } from './position';
import { NotRunning, Server } from './server';

const TITLE = 'Puzzle: Live View';
/** Milliseconds without a change before the view follows. */
const PAUSE = 150;

export class Panel implements vscode.Disposable {
  private panel?: vscode.WebviewPanel;
  /** The item that is shown. */
  private place?: Place;
  /** The game that is played, wherever the cursor is. */
  private game?: Place;
  private tab: Tab = 'picture';
  private withSolution = true;
  /** The number of the solution that is wanted, from 1. */
  private world = 1;
  /** Where the item stands that is shown. */
  private range?: Span;
  private isListening = false;
  private isPinned = false;
  private isPaused = false;
  private timer?: NodeJS.Timeout;
  private request?: vscode.CancellationTokenSource;
  private step?: vscode.CancellationTokenSource;
  /** The file of which something is shown. */
  private shown?: string;
  /** The line that says the step that is shown. */
  private readonly stepType = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.stackFrameHighlightBackground'),
    overviewRulerColor: new vscode.ThemeColor('editor.stackFrameHighlightBackground'),
  });
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly extension: vscode.Uri,
    private readonly server: Server,
  ) {
    this.disposables = [
      this.stepType,
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (isAsked(document.languageId) && contentChanges.length > 0) this.edited(document, contentChanges);
      }),
      server.onStart(() => this.refresh(0)),
    ];
  }

  dispose(): void {
    this.panel?.dispose();
    this.disposables.forEach((it) => it.dispose());
  }

  get isVisible(): boolean {
    return this.panel?.visible ?? false;
  }

  /** Opens the view, of what stands at a place or under the cursor. */
  show(place?: Place, tab?: Tab): void {
    this.place = place ?? underCursor(editorHere()) ?? this.place;
    if (this.place && !this.isWithin(this.place)) this.world = 1;
    this.tab = tab ?? this.tab;
    if (!this.panel) return this.open();
    this.panel.reveal(undefined, true);
    if (tab) this.send({ type: 'tab', tab });
    else this.refresh(0);
  }

  /** Opens the panel, whose page says which tab it shows as soon as it listens. */
  private open(): void {
    const panel = vscode.window.createWebviewPanel(
      'puzzle.live',
      TITLE,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [this.extension], retainContextWhenHidden: true },
    );
    panel.iconPath = this.file('icons', 'file.svg');
    panel.webview.html = this.page(panel.webview);
    panel.webview.onDidReceiveMessage((message: FromPage) => void this.hear(message));
    let wasVisible = panel.visible;
    panel.onDidChangeViewState(() => {
      // The focus comes with the first press of a button, which asks for something itself.
      if (panel.visible !== wasVisible) this.refresh(0);
      wasVisible = panel.visible;
    });
    panel.onDidDispose(() => {
      this.stop();
      this.point();
      this.panel = this.shown = this.game = undefined;
      this.isPinned = this.isPaused = false;
    });
    this.panel = panel;
    this.isListening = false;
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    const place = underCursor(editor);
    if (!place) return;
    this.send({ type: 'cursor', uri: place.uri, line: place.position.line });
    if (this.isPinned) return;
    const isSame = this.isWithin(place) && this.place !== undefined && this.isWithin(this.place);
    this.place = place;
    if (isSame) return;
    this.world = 1;
    this.refresh(PAUSE);
  }

  /** Whether a place is in the item that is shown. */
  private isWithin({ uri, position: { line } }: Place): boolean {
    return uri === this.shown && this.range !== undefined && this.range.start.line <= line && line <= this.range.end.line;
  }

  /** What is shown and played stays where it is in the text. */
  private edited({ uri }: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const edited = uri.toString();
    const follow = (place?: Place) =>
      place?.uri === edited ? { uri: edited, position: changes.reduce(moved, place.position) } : place;
    this.place = follow(this.place);
    this.game = follow(this.game);
    this.world = 1;
    this.range = undefined;
    this.point();
    this.refresh(PAUSE);
  }

  /** Shows what there is now, after a pause; what is under way is about something else. */
  private refresh(pause: number): void {
    if (this.isPaused) return;
    this.stop();
    if (this.panel?.visible && this.tab !== 'play') this.timer = setTimeout(() => void this.look(false), pause);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.request?.cancel();
    this.request = undefined;
  }

  private async look(patient: boolean): Promise<void> {
    const { place, tab: show, withSolution: solution, world } = this;
    if (!place || show === 'play') return;
    this.stop();
    const request = (this.request = new vscode.CancellationTokenSource());
    this.send({ type: 'busy' });
    try {
      const live = await this.server.live(place, { show, solution, patient, world }, request.token);
      if (request.token.isCancellationRequested) return;
      const isOther = place.uri !== this.shown;
      this.send(live ? { type: 'live', aspect: show, live, uri: place.uri, world } : { type: 'nothing', isOther });
      if (live || isOther) this.shown = live ? place.uri : undefined;
      this.range = live?.range;
    } catch (error) {
      if (!request.token.isCancellationRequested) this.send({ type: 'failed', message: words(error) });
    }
  }

  private async play(step: PlayStep, isNew: boolean): Promise<void> {
    if (isNew || !this.game) this.game = this.place;
    if (!this.game) return;
    this.step?.cancel();
    const request = (this.step = new vscode.CancellationTokenSource());
    try {
      const play = await this.server.play(this.game, step, request.token);
      if (!request.token.isCancellationRequested) this.send({ type: 'played', play });
    } catch (error) {
      if (!request.token.isCancellationRequested) this.send({ type: 'unplayed', message: words(error) });
    }
  }

  /** Joins parts of the picture by an edit of the text, which can be undone there. */
  private async join(from: string, to: string): Promise<void> {
    const shown = this.shown && this.range && { uri: this.shown, position: this.range.start };
    const place = shown || this.place;
    if (!place) return;
    try {
      await vscode.workspace.applyEdit(await this.server.join(place, from, to));
    } catch (error) {
      this.send({ type: 'failed', message: words(error) });
    }
  }

  private async hear(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'tab':
        if (!this.isListening && message.tab !== this.tab) {
          // Another tab was asked for before the page listened.
          this.send({ type: 'tab', tab: this.tab });
        }
        this.tab = this.isListening ? message.tab : this.tab;
        this.isListening = true;
        return this.refresh(0);
      case 'solution':
        this.withSolution = message.isShown;
        return this.refresh(0);
      case 'pin':
        this.isPinned = message.isOn;
        return message.isOn ? undefined : this.follow(editorHere());
      case 'pause':
        this.isPaused = message.isOn;
        return message.isOn ? this.stop() : this.refresh(0);
      case 'longer':
        return this.look(true);
      case 'world':
        this.world = message.number;
        return this.look(true);
      case 'frame':
        return this.point(message.location);
      case 'reveal':
        return reveal(message.location);
      case 'join':
        return this.join(message.from, message.to);
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        return void vscode.window.setStatusBarMessage('Copied', 2000);
      case 'save':
        return save(message.name, message.format, message.data);
      case 'play':
        return this.play(message.step, message.isNew);
    }
  }

  /** Marks the line of a step where its file is shown, and no other one. */
  private point(location?: Location): void {
    const file = location && vscode.Uri.parse(location.uri).toString();
    for (const editor of vscode.window.visibleTextEditors) {
      const isThere = editor.document.uri.toString() === file;
      const ranges = location && isThere ? [asRange(location)] : [];
      editor.setDecorations(this.stepType, ranges);
      for (const it of ranges) editor.revealRange(it, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  private send(message: ToPage): void {
    void this.panel?.webview.postMessage(message);
  }

  private file(...path: string[]): vscode.Uri {
    return vscode.Uri.joinPath(this.extension, ...path);
  }

  private page(webview: vscode.Webview): string {
    const uri = (...path: string[]) => webview.asWebviewUri(this.file(...path));
    // Pictures bring a style of their own, hence `unsafe-inline`, and become images of their own when
    // they are saved; scripts come from the extension only.
    const policy = `default-src 'none'; img-src data:; style-src ${webview.cspSource} 'unsafe-inline'; script-src ${webview.cspSource}`;
    return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <title>${TITLE}</title>
  <link rel="stylesheet" href="${uri('media', 'live.css')}">
  <script defer src="${uri('dist', 'live.js')}"></script>
</head>
<body data-tab="${this.tab}"></body>
</html>`;
  }
}

function words(error: unknown): string {
  if (error instanceof NotRunning) return 'The server does not run.';
  return error instanceof Error ? error.message : String(error);
}

function asRange({ range: { start, end } }: Location): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

async function reveal(location: Location): Promise<void> {
  const document = vscode.Uri.parse(location.uri);
  const selection = asRange(location);
  const shown = vscode.window.visibleTextEditors.find((it) => it.document.uri.toString() === document.toString());
  const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.One;
  await vscode.window.showTextDocument(document, { selection, viewColumn });
}

async function save(name: string, format: 'svg' | 'png', data: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = `${name.replace(/[^\p{L}\p{N}_-]+/gu, '-')}.${format}`;
  const defaultUri = folder && vscode.Uri.joinPath(folder, file);
  const target = await vscode.window.showSaveDialog({ defaultUri, filters: { [format.toUpperCase()]: [format] } });
  const bytes = () => (format === 'svg' ? new TextEncoder().encode(data) : Uint8Array.from(atob(data), (it) => it.charCodeAt(0)));
  if (target) await vscode.workspace.fs.writeFile(target, bytes());
}
