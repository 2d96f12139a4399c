// What VS Code starts: puts the parts together.

import * as vscode from 'vscode';
import { Answers } from './answers';
import { registerCommands } from './commands';
import { Notebooks } from './notebook';
import { Offers } from './offers';
import { Panel } from './panel';
import { Preview } from './preview';
import { Server } from './server';
import { Steps } from './steps';
import { Tasks } from './tasks';
import { Tests } from './tests';

let server: Server | undefined;

/** The preview of Markdown asks for the last part. */
export function activate(context: vscode.ExtensionContext): { extendMarkdownIt: Preview['extend'] } {
  const started = (server = new Server(context.extensionPath));
  const answers = new Answers(started);
  const panel = new Panel(context.extensionUri, started);
  const preview = new Preview(started);
  registerCommands(context, started, answers, panel);
  context.subscriptions.push(
    answers,
    panel,
    new Tests(started),
    new Notebooks(started),
    new Offers(started),
    new Steps(started),
    preview,
    vscode.tasks.registerTaskProvider('puzzle', new Tasks(started)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => started.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('puzzle.path')) void started.restart();
    }),
  );
  void started.restart();
  return { extendMarkdownIt: (markdown) => preview.extend(markdown) };
}

/** VS Code waits for the server to end. */
export function deactivate(): Promise<void> | undefined {
  return server?.dispose();
}
