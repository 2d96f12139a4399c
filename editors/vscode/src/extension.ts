// What VS Code starts on a machine with programs: the parts around a server that is a process, and what runs the program
// by itself.

import * as vscode from 'vscode';
import { makeWorksheet } from './handout';
import { Given, putTogether } from './parts';
import { Programs } from './programs';
import { Server } from './server';
import { Steps } from './steps';
import { Tasks } from './tasks';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): Given {
  const programs = new Programs(context.extensionPath);
  const started = (server = new Server(programs));
  const given = putTogether(context, started);
  context.subscriptions.push(
    new Steps(started, programs),
    vscode.commands.registerCommand('puzzle.handout', () => makeWorksheet(programs)),
    vscode.tasks.registerTaskProvider('puzzle', new Tasks(programs)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => started.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('puzzle.path')) void started.restart();
    }),
  );
  void started.restart();
  return given;
}

/** VS Code waits for the server to end. */
export function deactivate(): Promise<void> | undefined {
  return server?.dispose();
}
