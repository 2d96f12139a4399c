// The panel beside the editor: a picture of the puzzle under the cursor, which follows the cursor
// and the edit.

import * as vscode from 'vscode';
import { underCursor } from './place';
import { Place } from './position';
import { NotRunning, Picture, Server } from './server';

const TITLE = 'Puzzle';
/** Milliseconds without a change before the picture follows. */
const PAUSE = 150;

export class Panel implements vscode.Disposable {
  private panel?: vscode.WebviewPanel;
  private place?: Place;
  private withSolution = true;
  private timer?: NodeJS.Timeout;
  private request?: vscode.CancellationTokenSource;
  /** The file whose picture is shown. */
  private drawn?: string;
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly media: vscode.Uri,
    private readonly server: Server,
  ) {
    this.disposables = [
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.languageId === 'puzzle' && contentChanges.length > 0) this.redraw(PAUSE);
      }),
      server.onStart(() => this.redraw(0)),
    ];
  }

  dispose(): void {
    this.panel?.dispose();
    this.disposables.forEach((it) => it.dispose());
  }

  /** Opens the panel with the picture of what stands at a place, or under the cursor. */
  show(place?: Place): void {
    this.place = place ?? underCursor(vscode.window.activeTextEditor) ?? this.place;
    if (!this.panel) return this.open();
    this.panel.reveal(undefined, true);
    this.redraw(0);
  }

  /** Opens the panel, whose page asks for the picture as soon as it listens. */
  private open(): void {
    const panel = vscode.window.createWebviewPanel(
      'puzzle.picture',
      TITLE,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [this.media], retainContextWhenHidden: true },
    );
    panel.iconPath = vscode.Uri.joinPath(this.media, '..', 'icons', 'file.svg');
    panel.webview.html = this.page(panel.webview);
    panel.webview.onDidReceiveMessage((message: { withSolution: boolean }) => {
      this.withSolution = message.withSolution;
      this.redraw(0);
    });
    panel.onDidChangeViewState(() => this.redraw(0));
    panel.onDidDispose(() => (this.panel = this.drawn = undefined));
    this.panel = panel;
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    const place = underCursor(editor);
    if (!place) return;
    this.place = place;
    this.redraw(PAUSE);
  }

  private redraw(pause: number): void {
    clearTimeout(this.timer);
    if (this.panel?.visible) this.timer = setTimeout(() => void this.draw(), pause);
  }

  private async draw(): Promise<void> {
    const { place } = this;
    if (!this.panel || !place) return;
    this.request?.cancel();
    const request = (this.request = new vscode.CancellationTokenSource());
    try {
      void this.panel.webview.postMessage({ isBusy: true });
      const picture = await this.server.picture(place, this.withSolution, request.token);
      if (!request.token.isCancellationRequested) this.put(picture, place.uri);
    } catch (error) {
      if (request.token.isCancellationRequested) return;
      const message = error instanceof NotRunning ? 'The server does not run.' : String(error);
      void this.panel?.webview.postMessage({ message });
    }
  }

  private put(picture: Picture | null, uri: string): void {
    if (!this.panel) return;
    // Between two puzzles of a file the last picture stays, that of another file goes.
    const isOther = uri !== this.drawn;
    const isKept = !picture && !isOther;
    if (!isKept) this.panel.title = picture?.name ?? TITLE;
    const { svg, message } = picture ?? { svg: '', message: 'There is no puzzle under the cursor.' };
    void this.panel.webview.postMessage(isKept ? { isKept } : { svg, message, isCleared: isOther });
    if (svg) this.drawn = uri;
    else if (isOther) this.drawn = undefined;
  }

  private page(webview: vscode.Webview): string {
    const uri = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(this.media, name));
    // Pictures bring a style of their own, hence `unsafe-inline`; scripts come from the extension only.
    return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource} 'unsafe-inline'; script-src ${webview.cspSource}">
  <link rel="stylesheet" href="${uri('panel.css')}">
  <script defer src="${uri('panel.js')}"></script>
</head>
<body>
  <header>
    <label><input id="solution" type="checkbox" checked> solution</label>
    <label>zoom <input id="zoom" type="range" min="-2" max="3" step="0.25" value="0"></label>
  </header>
  <main id="picture"></main>
  <footer id="message" role="status"></footer>
</body>
</html>`;
  }
}
