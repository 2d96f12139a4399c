// What VS Code starts in a browser: the parts around a server that is a module. There are no programs there, and so no
// tasks and no debugging.

import * as vscode from 'vscode';
import { putTogether } from '../src/parts';
import type { Given } from '../src/parts';
import { Server } from '../src/server';
import { Modules } from './modules';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): Given {
  const started = (server = new Server(new Modules(context)));
  const given = putTogether(context, started);
  // What needs a program is not offered.
  void vscode.commands.executeCommand('setContext', 'puzzle.inBrowser', true);
  void started.restart();
  return given;
}

/** VS Code waits for the server to end. */
export function deactivate(): Promise<void> | undefined {
  return server?.dispose();
}
