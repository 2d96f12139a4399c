// The language server as a module: read from the extension, and given the files of the workspace as it asks for them.

import * as vscode from 'vscode';
import { BaseLanguageClient } from 'vscode-languageclient';
import type { LanguageClientOptions, MessageTransports } from 'vscode-languageclient';
import type { Origin } from '../src/server';
import { Connection } from './connection';

/** Files that are told of at most. */
const MOST_FILES = 1000;

/** Addresses that the server makes up for sheets of the shelf and pages of messages. */
const MADE_UP = ['shelf', 'puzzle-code'];

export class Modules implements Origin {
  /** Whatever a file is in: a repository, a folder that the browser was given. */
  readonly schemes = [undefined];
  readonly atOnce = 1;
  private made: Promise<{ module: WebAssembly.Module; script: string }> | undefined;
  private current: Client | undefined;

  constructor(private readonly context: vscode.ExtensionContext) {
    const provideTextDocumentContent = (uri: vscode.Uri) => this.current?.text(uri);
    context.subscriptions.push(
      ...MADE_UP.map((scheme) => vscode.workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent })),
    );
  }

  async client(options: LanguageClientOptions) {
    const { module, script } = await (this.made ??= this.make());
    const client = (this.current = new Client(options, () => new Connection(module, script, (it) => client.outputChannel.appendLine(it))));
    client.onRequest('puzzle/list', list);
    client.onRequest('puzzle/read', read);
    return { client, from: 'puzzle as WebAssembly' };
  }

  private async make() {
    const file = (name: string) => vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.context.extensionUri, 'dist', 'web', name));
    const [module, script] = await Promise.all([file('puzzle.wasm').then((it) => WebAssembly.compile(it as BufferSource)), file('worker.js')]);
    // A worker has to come from where the page does, and the extension may lie elsewhere.
    return { module, script: URL.createObjectURL(new Blob([script as BlobPart], { type: 'text/javascript' })) };
  }
}

class Client extends BaseLanguageClient {
  private connected: Connection | undefined;

  constructor(
    options: LanguageClientOptions,
    private readonly connect: () => Connection,
  ) {
    super('puzzle', 'Puzzle', options);
  }

  protected override async createMessageTransports(): Promise<MessageTransports> {
    this.connected?.dispose();
    return (this.connected = this.connect());
  }

  override async dispose(timeout?: number): Promise<void> {
    await super.dispose(timeout);
    this.connected?.dispose();
  }

  /** What stands at an address that the server has made up. */
  text(uri: vscode.Uri): Promise<string | null> {
    return this.sendRequest('puzzle/text', { uri: uri.toString() });
  }
}

/** The files that puzzles may be in. */
async function list({ endings }: { endings: string[] }): Promise<string[]> {
  const files = await vscode.workspace.findFiles(`**/*.{${endings.join(',')}}`, undefined, MOST_FILES);
  return files.map((it) => it.toString());
}

/** What is in a file. */
async function read({ uri }: { uri: string }): Promise<string | null> {
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.parse(uri)).then((it) => it, () => undefined);
  return bytes ? new TextDecoder().decode(bytes) : null;
}
