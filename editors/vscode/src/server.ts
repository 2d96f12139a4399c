// The language server's process and the client that speaks with it: started, restarted, asked.

import { homedir } from 'node:os';
import * as vscode from 'vscode';
import {
  CancellationToken,
  ExecuteCommandRequest,
  LanguageClient,
  RevealOutputChannelOn,
  State,
  WorkDoneProgress,
} from 'vscode-languageclient/node';
import { Answer } from './answer';
import { Found, findBinary } from './binary';
import { Place } from './place';

export interface Picture {
  name: string;
  svg: string;
  text: string;
  status: Answer['status'];
  message?: string;
}

export interface Expectation {
  label: string;
  range: { start: Place['position']; end: Place['position'] };
}

export class Server implements vscode.Disposable {
  private client?: LanguageClient;
  private readonly log = vscode.window.createOutputChannel('Puzzle');
  private readonly status = vscode.languages.createLanguageStatusItem('puzzle.server', { language: 'puzzle' });
  private readonly started = new vscode.EventEmitter<void>();
  /** Starts and stops happen one after the other. */
  private last: Promise<void> = Promise.resolve();

  /** The server has started, perhaps again. */
  readonly onStart = this.started.event;

  constructor() {
    this.status.name = 'Puzzle';
  }

  /** Stops the server if it runs and starts it. */
  restart(): Promise<void> {
    this.last = this.last.then(() => this.stop()).then(() => this.start());
    return this.last;
  }

  dispose(): Promise<void> {
    this.last = this.last.then(() => this.stop());
    return this.last;
  }

  showLog(): void {
    this.log.show(true);
  }

  /** The program as it would be started at this moment. */
  find(): Found {
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    return findBinary({
      setting: vscode.workspace.getConfiguration('puzzle').get('path', ''),
      folders: folders.filter((it) => it.uri.scheme === 'file').map((it) => it.uri.fsPath),
      home: homedir(),
      path: process.env.PATH ?? '',
      isWindows: process.platform === 'win32',
    });
  }

  /** Runs one of the server's commands; hears of its progress. */
  async execute(
    command: string,
    place: Place,
    token: CancellationToken,
    onProgress: (message: string) => void = () => {},
  ): Promise<Answer> {
    const client = await this.running();
    const workDoneToken = `${command} ${(this.commands += 1)}`;
    const progress = client.onProgress(WorkDoneProgress.type, workDoneToken, (value) => {
      if ('message' in value && value.message) onProgress(value.message);
    });
    try {
      return await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [place], workDoneToken }, token);
    } finally {
      progress.dispose();
    }
  }
  private commands = 0;

  async picture(place: Place, solution: boolean, token: CancellationToken): Promise<Picture | null> {
    const client = await this.running();
    const { uri, position } = place;
    return client.sendRequest('puzzle/picture', { textDocument: { uri }, position, solution }, token);
  }

  async expectations(uri: string, token?: CancellationToken): Promise<Expectation[]> {
    const client = await this.running();
    return client.sendRequest('puzzle/tests', { textDocument: { uri } }, token);
  }

  /** The client, once it is ready; when there is none, the person is told why. */
  private async running(): Promise<LanguageClient> {
    await this.last;
    if (this.client?.isRunning()) return this.client;
    const found = this.find();
    if ('missing' in found) void this.sayMissing(found.missing);
    throw new NotRunning();
  }

  private async start(): Promise<void> {
    const found = this.find();
    if ('missing' in found) {
      this.say(vscode.LanguageStatusSeverity.Error, 'the program is missing', 'puzzle.install', 'Install');
      this.log.appendLine(found.missing);
      void this.sayMissing(found.missing);
      return;
    }
    const client = new LanguageClient(
      'puzzle',
      'Puzzle',
      { command: found.program, args: ['lsp'] },
      {
        documentSelector: ['file', 'untitled'].map((scheme) => ({ scheme, language: 'puzzle' })),
        // The server asks for the settings by itself.
        initializationOptions: { showsAnswers: true },
        outputChannel: this.log,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
      },
    );
    try {
      await client.start();
    } catch (error) {
      this.say(vscode.LanguageStatusSeverity.Error, 'the server does not start', 'puzzle.showLog', 'Show log');
      void this.sayBroken(found.program, error);
      return;
    }
    this.client = client;
    const version = client.initializeResult?.serverInfo?.version;
    this.say(vscode.LanguageStatusSeverity.Information, `puzzle ${version ?? ''}`, 'puzzle.restart', 'Restart');
    this.status.detail = found.program;
    client.onDidChangeState(({ newState }) => {
      if (newState !== State.Stopped || this.client !== client) return;
      this.say(vscode.LanguageStatusSeverity.Error, 'the server has stopped', 'puzzle.restart', 'Restart');
    });
    void vscode.commands.executeCommand('setContext', 'puzzle.isRunning', true);
    this.started.fire();
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client) await client.dispose();
  }

  private say(severity: vscode.LanguageStatusSeverity, text: string, command: string, title: string): void {
    this.status.severity = severity;
    this.status.text = text;
    this.status.detail = undefined;
    this.status.command = { command, title };
  }

  private async sayMissing(message: string): Promise<void> {
    const install = 'How to Install';
    const choose = 'Say Where It Is';
    const chosen = await vscode.window.showWarningMessage(message, install, choose);
    if (chosen === install) void vscode.commands.executeCommand('puzzle.install');
    if (chosen === choose) void vscode.commands.executeCommand('workbench.action.openSettings', 'puzzle.path');
  }

  private async sayBroken(program: string, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    const log = 'Show Log';
    const chosen = await vscode.window.showErrorMessage(`${program} lsp does not start: ${reason}`, log);
    if (chosen === log) this.showLog();
  }
}

/** The server does not run, and the person was told. */
export class NotRunning extends Error {}
