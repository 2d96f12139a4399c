// The client that speaks with a language server, wherever that comes from: started, restarted, asked.

import * as vscode from 'vscode';
import {
  BaseLanguageClient,
  CancellationToken,
  CloseAction,
  CompletionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  ErrorAction,
  ExecuteCommandRequest,
  HoverRequest,
  InlayHintRequest,
  LanguageClientOptions,
  RevealOutputChannelOn,
  WorkDoneProgress,
  WorkspaceEdit,
} from 'vscode-languageclient';
import { Answer, Span } from './answer';
import { Aspect, Live, Play, PlayStep } from './live';
import { LANGUAGES } from './languages';
import { Place } from './position';

/** A query of a file; one that expects an answer is a test. */
export interface FileQuery {
  label: string;
  range: Span;
  isTest: boolean;
}

/** Where servers come from: a program that is run, or a module in a browser. */
export interface Origin {
  /** The documents that are told of, by the schemes of their addresses; all where none is named. */
  readonly schemes: (string | undefined)[];
  /** How many questions are worth asking at once. */
  readonly atOnce: number;
  /** A client, with what it speaks with in a person's words; or why there is none. */
  client(options: LanguageClientOptions): Promise<{ client: BaseLanguageClient; from: string } | { missing: string }>;
}

export class Server implements vscode.Disposable {
  private client?: BaseLanguageClient;
  private readonly log = vscode.window.createOutputChannel('Puzzle');
  private readonly status = vscode.languages.createLanguageStatusItem('puzzle.server', LANGUAGES);
  private readonly started = new vscode.EventEmitter<void>();
  /** Starts and stops happen one after the other. */
  private last: Promise<void> = Promise.resolve();
  /** Whether an answer stands behind a line already, so that no hint repeats it. */
  saysAnswer: (uri: string, line: number) => boolean = () => false;
  /** Tells the person why there is no server. */
  private complain = () => {};
  private requests = 0;
  /** Texts that no editor holds, each with the client that it was given to. */
  private readonly given = new Map<string, { client: BaseLanguageClient; text: string; version: number }>();

  /** The server has started, perhaps again. */
  readonly onStart = this.started.event;

  constructor(private readonly origin: Origin) {
    this.status.name = 'Puzzle';
  }

  /** Stops the server if it runs and starts it. */
  restart(): Promise<void> {
    return this.next(async () => {
      await this.stop();
      await this.start();
    });
  }

  dispose(): Promise<void> {
    return this.next(() => this.stop());
  }

  showLog(): void {
    this.log.show(true);
  }

  /** How many questions are worth asking at once. */
  get atOnce(): number {
    return this.origin.atOnce;
  }

  /** Runs one of the server's commands, which the person asked for; hears of its progress. */
  async execute(
    command: string,
    place: Place,
    token: CancellationToken,
    onProgress: (message: string) => void = () => {},
  ): Promise<Answer> {
    const client = await this.running().catch((error) => {
      this.complain();
      throw error;
    });
    const workDoneToken = `${command} ${(this.requests += 1)}`;
    const progress = client.onProgress(WorkDoneProgress.type, workDoneToken, (value) => {
      if ('message' in value && value.message) onProgress(value.message);
    });
    try {
      return await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [place], workDoneToken }, token);
    } finally {
      progress.dispose();
    }
  }

  /** What is shown of the item at a place. */
  async live(
    { uri, position }: Place,
    what: { show: Aspect; solution: boolean; patient: boolean; world: number },
    token: CancellationToken,
  ): Promise<Live | null> {
    const client = await this.running();
    return client.sendRequest('puzzle/live', { textDocument: { uri }, position, ...what }, token);
  }

  /** Where a play of the game at a place stands after a step. */
  async play({ uri, position }: Place, step: PlayStep, token: CancellationToken): Promise<Play> {
    const client = await this.running();
    return client.sendRequest('puzzle/play', { textDocument: { uri }, position, ...step }, token);
  }

  /** The edit that joins two parts of the picture of the item at a place. */
  async join({ uri, position }: Place, from: string, to: string): Promise<vscode.WorkspaceEdit> {
    const client = await this.running();
    const edit = await client.sendRequest<WorkspaceEdit>('puzzle/join', { textDocument: { uri }, position, from, to });
    return client.protocol2CodeConverter.asWorkspaceEdit(edit);
  }

  /** Where the items stand that have one of these stamps. */
  async current(uri: string, stamps: string[]): Promise<NonNullable<Answer['about']>[]> {
    const client = await this.running();
    return client.sendRequest('puzzle/answers', { textDocument: { uri }, stamps });
  }

  /** The commands that make sense at a place. */
  async offers({ uri, position }: Place): Promise<string[]> {
    const client = await this.running();
    return client.sendRequest('puzzle/offers', { textDocument: { uri }, position });
  }

  /** Has the hints looked at again: other lines have answers behind them. */
  renewHints(): void {
    const hints = this.client?.getFeature(InlayHintRequest.method);
    for (const document of vscode.workspace.textDocuments) hints?.getProvider(document)?.onDidChangeInlayHints.fire();
  }

  async queries(uri: string): Promise<FileQuery[]> {
    const client = await this.running();
    return client.sendRequest('puzzle/queries', { textDocument: { uri } });
  }

  /** Gives the server a text that no editor holds, or what it says now. */
  async give(uri: string, text: string): Promise<void> {
    const client = await this.running();
    const given = this.given.get(uri);
    if (given?.client === client && given.text === text) return;
    const version = (given?.version ?? 0) + 1;
    this.given.set(uri, { client, text, version });
    if (given?.client === client) {
      const changed = { textDocument: { uri, version }, contentChanges: [{ text }] };
      return client.sendNotification(DidChangeTextDocumentNotification.type, changed);
    }
    const textDocument = { uri, languageId: 'puzzle', version, text };
    return client.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  /** The server need not keep a text any more. */
  async forget(uri: string): Promise<void> {
    const client = await this.running();
    if (!this.given.delete(uri)) return;
    await client.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  /** What is wrong with a text that was given. */
  async problems(uri: string): Promise<vscode.Diagnostic[]> {
    const client = await this.running();
    const report = await client.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri } });
    return report.kind === 'full' ? client.protocol2CodeConverter.asDiagnostics(report.items) : [];
  }

  async completions(
    uri: string,
    position: vscode.Position,
    context: vscode.CompletionContext,
    token: CancellationToken,
  ): Promise<vscode.CompletionList | undefined> {
    const client = await this.running();
    const { triggerKind, triggerCharacter } = context;
    const asked = { textDocument: { uri }, position, context: { triggerKind: (triggerKind + 1) as 1 | 2 | 3, triggerCharacter } };
    const found = await client.sendRequest(CompletionRequest.type, asked, token);
    const list = await client.protocol2CodeConverter.asCompletionResult(found, undefined, token);
    return Array.isArray(list) ? new vscode.CompletionList(list) : list;
  }

  async hover(uri: string, position: vscode.Position, token: CancellationToken): Promise<vscode.Hover | undefined> {
    const client = await this.running();
    const found = await client.sendRequest(HoverRequest.type, { textDocument: { uri }, position }, token);
    return client.protocol2CodeConverter.asHover(found);
  }

  /** The client, once it is ready. */
  private async running(): Promise<BaseLanguageClient> {
    await this.last;
    if (this.client?.isRunning()) return this.client;
    throw new NotRunning();
  }

  private next(step: () => Promise<void>): Promise<void> {
    this.last = this.last.then(step).catch((error) => this.log.appendLine(String(error)));
    return this.last;
  }

  private async start(): Promise<void> {
    let from = '';
    const stopped = (reason: string) =>
      this.fail('the server does not run', { command: 'puzzle.restart', title: 'Restart' }, () => this.sayBroken(`${from} ${reason}`));
    const found = await this.origin.client({
      documentSelector: this.origin.schemes.flatMap((scheme) => LANGUAGES.map((language) => ({ scheme, language }))),
      // The server asks for the settings by itself.
      initializationOptions: { showsAnswers: true },
      middleware: {
        provideInlayHints: async (document, range, token, next) =>
          (await next(document, range, token))?.filter(({ position }) => !this.saysAnswer(document.uri.toString(), position.line)),
      },
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        // One that ran is started again, unless it keeps ending.
        closed: async () => {
          if (this.client === undefined || this.client !== client) return { action: CloseAction.DoNotRestart, handled: true };
          const { action } = await usual!.closed();
          if (action === CloseAction.DoNotRestart) stopped('keeps ending.');
          return { action, handled: true };
        },
      },
    });
    if ('missing' in found) {
      this.log.appendLine(found.missing);
      this.fail('the program is missing', { command: 'puzzle.install', title: 'Install' }, () => this.sayMissing(found.missing));
      return;
    }
    const { client } = found;
    from = found.from;
    const usual = client.createDefaultErrorHandler();
    // Faults go into the log; what the person has to know is said in words of ours.
    const error = client.error.bind(client);
    client.error = (message, data) => error(message, data, false);
    try {
      await client.start();
    } catch {
      return stopped('does not start; is it an old version? The log says more.');
    }
    this.client = client;
    this.status.severity = vscode.LanguageStatusSeverity.Information;
    this.status.text = `puzzle ${client.initializeResult?.serverInfo?.version ?? ''}`;
    this.status.detail = from;
    this.status.command = { command: 'puzzle.restart', title: 'Restart' };
    this.setRunning(true);
    this.started.fire();
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.setRunning(false);
    if (client) await client.dispose();
  }

  get isRunning(): boolean {
    return this.client !== undefined;
  }

  /** The first step of the walkthrough follows it. */
  private setRunning(isRunning: boolean): void {
    void vscode.commands.executeCommand('setContext', 'puzzle.isRunning', isRunning);
  }

  private fail(text: string, command: vscode.Command, complain: () => void): void {
    this.status.severity = vscode.LanguageStatusSeverity.Error;
    this.status.text = text;
    this.status.detail = undefined;
    this.status.command = command;
    this.complain = complain;
    complain();
  }

  private async sayMissing(message: string): Promise<void> {
    const install = 'How to Install';
    const choose = 'Say Where It Is';
    const chosen = await vscode.window.showWarningMessage(message, install, choose);
    if (chosen === install) void vscode.commands.executeCommand('puzzle.install');
    if (chosen === choose) void vscode.commands.executeCommand('workbench.action.openSettings', 'puzzle.path');
  }

  private async sayBroken(message: string): Promise<void> {
    const log = 'Show Log';
    if ((await vscode.window.showErrorMessage(message, log)) === log) this.showLog();
  }
}

/** The server does not run. */
export class NotRunning extends Error {}
