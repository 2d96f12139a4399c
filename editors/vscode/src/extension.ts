// What VS Code starts: puts the parts together.

import * as vscode from 'vscode';
import { Answers } from './answers';
import { registerCommands } from './commands';
import { Panel } from './panel';
import { Server } from './server';
import { Tasks } from './tasks';
import { Tests } from './tests';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const started = (server = new Server(context.extensionPath));
  const answers = new Answers(started);
  const panel = new Panel(context.extensionUri, started);
  registerCommands(context, started, answers, panel);
  context.subscriptions.push(
    answers,
    panel,
    new Tests(started),
    vscode.tasks.registerTaskProvider('puzzle', new Tasks(started)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => started.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('puzzle.path')) void started.restart();
    }),
  );
  void started.restart();
}

/** VS Code waits for the server to end. */
export function deactivate(): Promise<void> | undefined {
  return server?.dispose();
}
