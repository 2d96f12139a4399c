// The place that a person means.

import * as vscode from 'vscode';
import { isAsked } from './languages';
import { Place } from './position';

/** The place that a lens hands over; the menu of an editor gives its file, which is none. */
export function asPlace(given: unknown): Place | undefined {
  if (typeof given !== 'object' || given === null || !('position' in given)) return undefined;
  const { uri, position } = given as Place;
  return { uri: vscode.Uri.parse(uri).toString(), position };
}

/** The editor that a person was in last of those with such texts. */
let last: vscode.TextEditor | undefined;

/** Keeps in mind which editor a person is in. */
export function rememberEditors(): vscode.Disposable {
  const remember = (editor?: vscode.TextEditor) => {
    if (editor && isAsked(editor.document.languageId)) last = editor;
  };
  remember(vscode.window.activeTextEditor);
  return vscode.window.onDidChangeActiveTextEditor(remember);
}

/** The editor that a person is in; from the live view, which is none, the one that it was left for. */
export function editorHere(): vscode.TextEditor | undefined {
  return vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find((it) => it === last);
}

export function underCursor(editor: vscode.TextEditor | undefined): Place | undefined {
  if (!editor || !isAsked(editor.document.languageId)) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}
