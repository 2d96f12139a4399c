// The test explorer: every query with an expectation is a test, beneath its file.

import * as vscode from 'vscode';
import { asLines, asTold } from './answer';
import { FileQuery, NotRunning, Server } from './server';

const FILES = '**/*.puzzle';
const PAUSE = 300;

export class Tests implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController('puzzle', 'Puzzle');
  private readonly timers = new Map<string, NodeJS.Timeout>();
  /** What is run again whenever it is edited, until it is cancelled. */
  private readonly continuous = new Map<vscode.TestRunRequest, vscode.CancellationToken>();
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly server: Server) {
    const { controller } = this;
    controller.resolveHandler = (item) => (item ? this.resolve(item) : this.discover());
    controller.refreshHandler = () => this.discover();
    const { Run } = vscode.TestRunProfileKind;
    controller.createRunProfile('Run', Run, (request, token) => this.begin(request, token), true, undefined, true);

    const watcher = vscode.workspace.createFileSystemWatcher(FILES, false, true, false);
    this.disposables = [
      controller,
      watcher,
      watcher.onDidCreate((uri) => this.file(uri)),
      watcher.onDidDelete((uri) => controller.items.delete(uri.toString())),
      vscode.workspace.onDidOpenTextDocument((document) => this.update(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.update(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri, isUntitled }) => {
        if (isUntitled) controller.items.delete(uri.toString());
      }),
      server.onStart(() => vscode.workspace.textDocuments.forEach((document) => this.update(document))),
    ];
  }

  dispose(): void {
    this.timers.forEach((timer) => clearTimeout(timer));
    this.disposables.forEach((it) => it.dispose());
  }

  private async discover(): Promise<void> {
    const files = await vscode.workspace.findFiles(FILES);
    files.forEach((uri) => this.file(uri));
    // Files that went away while nobody watched.
    const found = new Set(files.map((uri) => uri.toString()));
    this.controller.items.forEach(({ id, uri }) => {
      if (uri?.scheme === 'file' && !found.has(id)) this.controller.items.delete(id);
    });
  }

  /** The item of a file, made when there is none. */
  private file(uri: vscode.Uri): vscode.TestItem {
    const id = uri.toString();
    const known = this.controller.items.get(id);
    if (known) return known;
    const item = this.controller.createTestItem(id, vscode.workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    this.controller.items.add(item);
    return item;
  }

  /** Follows an edit, once it pauses. */
  private update(document: vscode.TextDocument): void {
    if (document.languageId !== 'puzzle') return;
    const id = document.uri.toString();
    clearTimeout(this.timers.get(id));
    const resolve = () => {
      this.timers.delete(id);
      const file = this.file(document.uri);
      void this.resolve(file).then(() => this.again(file));
    };
    this.timers.set(id, setTimeout(resolve, PAUSE));
  }

  private async resolve(file: vscode.TestItem): Promise<void> {
    const uri = file.uri;
    if (!uri) return;
    try {
      // The server knows the documents that are open.
      const document = await vscode.workspace.openTextDocument(uri);
      file.error = undefined;
      const tests = (await this.server.queries(uri.toString())).filter((it) => it.isTest);
      file.children.replace(tests.map((it, index) => this.item(document, it, index)));
      // A file without expectations is no test.
      if (file.children.size === 0) this.controller.items.delete(file.id);
    } catch (error) {
      if (!(error instanceof NotRunning)) file.error = String(error);
    }
  }

  private item(document: vscode.TextDocument, { label, range }: FileQuery, index: number): vscode.TestItem {
    // Its place among the queries, not its line, so that it stays the same test while lines move.
    const item = this.controller.createTestItem(`${index} ${label}`, label, document.uri);
    item.range = new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
    // What is expected tells queries apart that ask the same.
    const [first, ...more] = asTold(expected(document, item.range)).split('\n');
    item.description = `=> ${first}${more.length > 0 ? ' …' : ''}`;
    item.sortText = String(index).padStart(6, '0');
    return item;
  }

  /** Runs tests once, or from now on whenever their file is edited. */
  private begin(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (request.continuous) {
      this.continuous.set(request, token);
      token.onCancellationRequested(() => this.continuous.delete(request));
    }
    return this.run(request, token);
  }

  /** Runs those tests of a file again that are run continuously. */
  private async again(file: vscode.TestItem): Promise<void> {
    for (const [{ include, exclude, profile }, token] of this.continuous) {
      const isChosen = ({ id, parent }: vscode.TestItem) => id === file.id || parent?.id === file.id;
      if (include && !include.some(isChosen)) continue;
      const whole = !include || include.some(({ id }) => id === file.id);
      const ids = new Set(include?.map(({ id }) => id));
      const tests = [...file.children].map(([, it]) => it).filter(({ id }) => whole || ids.has(id));
      await this.run(new vscode.TestRunRequest(tests, exclude, profile, true), token);
    }
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    const excluded = new Set(request.exclude);
    const chosen = request.include ?? [...this.controller.items].map(([, item]) => item);
    const tests = (await Promise.all(chosen.map((it) => this.expectations(it)))).flat();
    const left = tests.filter((it) => !excluded.has(it) && !(it.parent && excluded.has(it.parent)));
    left.forEach((it) => run.enqueued(it));
    // The server answers each on a thread of its own.
    const work = async () => {
      for (let test = left.shift(); test && !token.isCancellationRequested; test = left.shift()) {
        await this.runOne(run, test, token);
      }
    };
    await Promise.all(Array.from({ length: this.server.atOnce }, work));
    run.end();
  }

  private async expectations(item: vscode.TestItem): Promise<vscode.TestItem[]> {
    if (item.parent) return [item];
    await this.resolve(item);
    return [...item.children].map(([, child]) => child);
  }

  private async runOne(run: vscode.TestRun, test: vscode.TestItem, token: vscode.CancellationToken): Promise<void> {
    run.started(test);
    const begin = Date.now();
    const place = { uri: test.uri!.toString(), position: test.range!.start };
    try {
      const answer = await this.server.execute('puzzle.server.test', place, token);
      const time = Date.now() - begin;
      const text = asLines(answer).join('\n');
      run.appendOutput(`${test.label}\r\n    ${text.replaceAll('\n', '\r\n    ')}\r\n`, undefined, test);
      const message = new vscode.TestMessage(answer.status === 'fails' ? `the answer is ${text}` : text);
      if (answer.status === 'fails') {
        const document = await vscode.workspace.openTextDocument(test.uri!);
        // Side by side in the view of the test.
        message.expectedOutput = asTold(expected(document, test.range!));
        message.actualOutput = answer.text.trimEnd();
      }
      message.location = new vscode.Location(test.uri!, test.range!);
      if (answer.status === 'holds') run.passed(test, time);
      else if (answer.status === 'fails') run.failed(test, message, time);
      else run.errored(test, message, time);
    } catch (error) {
      if (token.isCancellationRequested || error instanceof NotRunning) run.skipped(test);
      else run.errored(test, new vscode.TestMessage(String(error)));
    }
  }
}

/** The answer that a query expects, as it is written. */
function expected(document: vscode.TextDocument, range: vscode.Range): string {
  return document.getText(range).split('=>').slice(1).join('=>').trim();
}
