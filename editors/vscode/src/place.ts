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

/** The editor that a person is in; from the live view, which is none, the one beside it. */
export function editorHere(): vscode.TextEditor | undefined {
  return vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find(({ document }) => isAsked(document.languageId));
}

export function underCursor(editor: vscode.TextEditor | undefined): Place | undefined {
  if (!editor || !isAsked(editor.document.languageId)) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}
