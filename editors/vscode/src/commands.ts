// The commands behind the lenses, the menu and the palette. Each asks about the place it is given,
// or about the item under the cursor.

import * as vscode from 'vscode';
import { inOneLine } from './answer';
import { Answers } from './answers';
import { asData } from './notebook';
import { Panel } from './panel';
import { asPlace, editorHere, underCursor } from './place';
import { Place } from './position';
import { NotRunning, Server } from './server';

/** What is said while the server works on a command. */
const QUESTIONS: Record<string, string> = {
  solve: 'Solving',
  bestMove: 'Looking for the best move',
  why: 'Looking for reasons',
  test: 'Testing',
};

/** Answers that come sooner need no sign of progress. */
const PATIENCE = 400;

export function registerCommands(context: vscode.ExtensionContext, server: Server, answers: Answers, panel: Panel): void {
  const register = (name: string, run: (...args: never[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(`puzzle.${name}`, run));

  for (const [name, title] of Object.entries(QUESTIONS)) {
    register(name, async (given?: unknown) => {
      const place = asPlace(given) ?? underCursor(editorHere());
      const answer = place && (await ask(server, `puzzle.server.${name}`, place, title));
      if (!answer) return undefined;
      answers.show(place, answer);
      // What is too long for the line is shown in full by the live view.
      if (!inOneLine(answer).isAll && !panel.isVisible) panel.show(place, name === 'why' ? 'why' : 'answer');
      return answer;
    });
  }
  // The server asks for it when a refactoring has made up a name.
  register('rename', (given?: unknown) => {
    const place = asPlace(given);
    if (!place) return undefined;
    const { line, character } = place.position;
    const at = [vscode.Uri.parse(place.uri), new vscode.Position(line, character)];
    return vscode.commands.executeCommand('editor.action.rename', at);
  });
  register('draw', (given?: unknown) => panel.show(asPlace(given), 'picture'));
  register('play', (given?: unknown) => panel.show(asPlace(given), 'play'));
  register('live', () => panel.show());
  register('restart', () => server.restart());
  register('showLog', () => server.showLog());
  register('install', () =>
    vscode.commands.executeCommand('workbench.action.openWalkthrough', {
      category: `${context.extension.id}#start`,
      step: `${context.extension.id}#start#${server.isRunning ? 'installed' : 'install'}`,
    }),
  );
  register('newNotebook', async () => {
    const sample = vscode.Uri.joinPath(context.extensionUri, 'walkthrough', 'first.puzzlebook');
    const data = asData(await vscode.workspace.fs.readFile(sample));
    await vscode.window.showNotebookDocument(await vscode.workspace.openNotebookDocument('puzzlebook', data));
  });
  register('newFile', async () => {
    const sample = vscode.Uri.joinPath(context.extensionUri, 'walkthrough', 'first.puzzle');
    const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(sample));
    const document = await vscode.workspace.openTextDocument({ language: 'puzzle', content });
    await vscode.window.showTextDocument(document);
  });
}

async function ask(server: Server, command: string, place: Place, title: string) {
  const cancel = new vscode.CancellationTokenSource();
  let say: (message: string) => void = () => {};
  const answer = server.execute(command, place, cancel.token, (message) => say(message));
  const wait = () =>
    vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (progress, token) => {
        token.onCancellationRequested(() => cancel.cancel());
        say = (message) => progress.report({ message });
        return answer.then(() => {}, () => {});
      },
    );
  const timer = setTimeout(wait, PATIENCE);
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotRunning || cancel.token.isCancellationRequested) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    cancel.dispose();
  }
}
