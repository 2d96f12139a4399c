// Make a Worksheet: the file in the editor as a page to print, its declarations with pictures and its queries as questions.

import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { editorHere } from './place';
import { Programs } from './programs';

const PAGES = [
  { label: 'Questions', description: 'for those who solve it', flags: [] as string[] },
  { label: 'Questions and Answers', description: 'the answers on pages of their own', flags: ['--answers'] },
];
const FILTERS = { 'Page for a browser': ['html'], Markdown: ['md'], LaTeX: ['tex'] };

/** Writes the file of the active editor as a worksheet, as it stands there, and says where. */
export async function makeWorksheet(programs: Programs): Promise<void> {
  const document = editorHere()?.document;
  if (document?.languageId !== 'puzzle') return;
  const page = await vscode.window.showQuickPick(PAGES, { placeHolder: 'What is on the worksheet?' });
  if (!page) return;
  const folder = document.isUntitled ? programs.folder() : dirname(document.uri.fsPath);
  const name = `${basename(document.uri.path, '.puzzle')}.html`;
  const to = await vscode.window.showSaveDialog({ defaultUri: vscode.Uri.file(join(folder, name)), filters: FILTERS });
  if (!to) return;
  const limit = vscode.workspace.getConfiguration('puzzle').get('solve.timeLimit', 60_000);
  const call = ['--timeout', `${limit}ms`, 'handout', ...page.flags, '--output', to.fsPath, '--', '-'];
  try {
    await programs.run(call, folder, document.getText());
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    return;
  }
  const open = 'Open';
  const chosen = await vscode.window.showInformationMessage(`The worksheet is ${basename(to.fsPath)}.`, open);
  if (chosen === open) await vscode.env.openExternal(to);
}
