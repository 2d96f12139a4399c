// A place in the item that is meant, as the server takes and its lenses give it.

import * as vscode from 'vscode';

export interface Place {
  uri: string;
  position: { line: number; character: number };
}

/** The place that a lens hands over; the menu of an editor gives its file, which is none. */
export function asPlace(given: unknown): Place | undefined {
  return typeof given === 'object' && given !== null && 'position' in given ? (given as Place) : undefined;
}

export function underCursor(editor: vscode.TextEditor | undefined): Place | undefined {
  if (editor?.document.languageId !== 'puzzle') return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}
