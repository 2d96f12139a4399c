// What the menus offer: the commands that make sense for the item under the cursor. The server knows them.

import * as vscode from 'vscode';
import { underCursor } from './place';
import { Server } from './server';

/** Milliseconds without a move of the cursor before the server is asked. */
const PAUSE = 100;

export class Offers implements vscode.Disposable {
  private readonly disposables: vscode.Disposable[];
  private timer?: NodeJS.Timeout;
  private looks = 0;

  constructor(private readonly server: Server) {
    this.disposables = [
      vscode.window.onDidChangeTextEditorSelection(() => this.follow()),
      vscode.window.onDidChangeActiveTextEditor(() => this.follow()),
      server.onStart(() => this.follow()),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.disposables.forEach((it) => it.dispose());
  }

  private follow(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), PAUSE);
  }

  private async look(): Promise<void> {
    const look = (this.looks += 1);
    const place = underCursor(vscode.window.activeTextEditor);
    const offers = place && (await this.server.offers(place).catch(() => undefined));
    // The cursor may be elsewhere by now.
    if (look !== this.looks) return;
    // Where nothing is known, the menu has all commands.
    await vscode.commands.executeCommand('setContext', 'puzzle.offers', offers && (offers.join(' ') || 'none'));
  }
}
