// The program `puzzle` on this machine: where it is, and a language server that is a process of it.

import { execFile } from 'node:child_process';
import { availableParallelism, homedir } from 'node:os';
import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions } from 'vscode-languageclient/node';
import { Found, findBinary } from './binary';
import { Origin } from './server';

/** A program prints no more than that. */
const MOST_BYTES = 1 << 28;

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

  /** The folder of what lies in none. */
  folder(): string {
    return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir();
  }

  /** What the program prints about a text. */
  async run(call: string[], cwd: string, text: string): Promise<string> {
    const found = this.find();
    if ('missing' in found) throw new Error(found.missing);
    return new Promise((resolve, reject) => {
      const process = execFile(found.program, call, { cwd, maxBuffer: MOST_BYTES }, (error, out, said) => {
        if (error) reject(new Error(said.trim() || error.message));
        else resolve(out);
      });
      process.stdin?.on('error', () => {});
      process.stdin?.end(text);
    });
  }

  async client(options: LanguageClientOptions) {
    const found = this.find();
    if ('missing' in found) return found;
    const command = found.program;
    return { client: new LanguageClient('puzzle', 'Puzzle', { command, args: ['lsp'] }, options), from: command };
  }
}
