// A text that no editor holds and the server reads: the cells of a notebook, or what a preview shows. Whatever is asked
// is asked of the text as it stands.

import * as vscode from 'vscode';
import { Answer } from './answer';
import { FileQuery, Server } from './server';

export class Program {
  text = '';

  constructor(
    private readonly server: Server,
    readonly uri: string,
  ) {}

  /** Its queries. */
  queries(): Promise<FileQuery[]> {
    return this.ask((uri) => this.server.queries(uri));
  }

  /** What a query answers, compared with what it expects if it expects something. */
  answer({ label, isTest, range }: FileQuery, token: vscode.CancellationToken): Promise<Answer> {
    const untested = label.startsWith('draw') ? 'draw' : 'solve';
    const command = `puzzle.server.${isTest ? 'test' : untested}`;
    return this.ask((uri) => this.server.execute(command, { uri, position: range.start }, token));
  }

  /** What is wrong with it, before anything is answered. */
  problems(): Promise<vscode.Diagnostic[]> {
    return this.ask((uri) => this.server.problems(uri));
  }

  completions(position: vscode.Position, context: vscode.CompletionContext, token: vscode.CancellationToken) {
    return this.ask((uri) => this.server.completions(uri, position, context, token));
  }

  hover(position: vscode.Position, token: vscode.CancellationToken) {
    return this.ask((uri) => this.server.hover(uri, position, token));
  }

  close(): void {
    void this.server.forget(this.uri).catch(() => {});
  }

  private async ask<T>(question: (uri: string) => Promise<T>): Promise<T> {
    await this.server.give(this.uri, this.text);
    return question(this.uri);
  }
}
