// The program `puzzle` on this machine: where it is, and a language server that is a process of it.

import { availableParallelism, homedir } from 'node:os';
import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions } from 'vscode-languageclient/node';
import { Found, findBinary } from './binary';
import { Origin } from './server';

export class Programs implements Origin {
  readonly schemes = ['file', 'untitled'];
  readonly atOnce = Math.max(1, Math.floor(availableParallelism() / 2));

  /** With the folder of the extension. */
  constructor(private readonly extension: string) {}

  /** The program as it would be started at this moment. */
  find(): Found {
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    return findBinary({
      setting: vscode.workspace.getConfiguration('puzzle').get('path', ''),
      folders: folders.filter((it) => it.uri.scheme === 'file').map((it) => it.uri.fsPath),
      home: homedir(),
      path: process.env.PATH ?? '',
      isWindows: process.platform === 'win32',
      extension: this.extension,
    });
  }

  async client(options: LanguageClientOptions) {
    const found = this.find();
    if ('missing' in found) return found;
    const command = found.program;
    return { client: new LanguageClient('puzzle', 'Puzzle', { command, args: ['lsp'] }, options), from: command };
  }
}
