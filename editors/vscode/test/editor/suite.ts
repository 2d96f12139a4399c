// Asserts what a person would see, through the API of a real VS Code. `run` is called inside the
// process of the extensions; each function below is a test, and they run in this order.

import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { Adapter } from '../../src/adapter';
import { Answer } from '../../src/answer';

const { executeCommand } = vscode.commands;

const tests = {
  async 'a file of puzzles is known, and the server finds its mistakes'() {
    const { document } = await open('wrong.puzzle');
    assert.equal(document.languageId, 'puzzle');
    const [mistake] = await until('a diagnostic', () => nonEmpty(diagnostics(document)));
    assert.equal(codeOf(mistake), 'E0202');
    assert.equal(document.getText(mistake.range), 'x*y');
  },

  async 'a quick fix mends the mistake'() {
    const { document } = await open('wrong.puzzle');
    const [mistake] = await until('a diagnostic', () => nonEmpty(diagnostics(document)));
    const actions = await executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', document.uri, mistake.range);
    const fix = actions.find(({ kind }) => kind?.contains(vscode.CodeActionKind.QuickFix))!;
    await vscode.workspace.applyEdit(fix.edit!);
    assert.match(document.getText(), /^formula both = \(x\*y\)\n/);
    await until('the mistake to go', () => diagnostics(document).length === 0);
  },

  async 'formatting writes the canonical form'() {
    const { document } = await open('wrong.puzzle');
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, await formatted(document));
    await vscode.workspace.applyEdit(edit);
    assert.match(document.getText(), /\nformula either = \(x\+y\)\n/);
  },

  async 'a change of the settings counts at once'() {
    const { document } = await open('wrong.puzzle');
    const settings = vscode.workspace.getConfiguration('puzzle');
    await settings.update('lints', { 'missing-expectation': 'deny' }, vscode.ConfigurationTarget.Global);
    const [lint] = await until('a diagnostic', () => nonEmpty(diagnostics(document)));
    assert.equal(codeOf(lint), 'L0601');
    await settings.update('lints', undefined, vscode.ConfigurationTarget.Global);
    await until('the diagnostic to go', () => diagnostics(document).length === 0);
  },

  async 'completion offers the names there are'() {
    const { document } = await open('wrong.puzzle');
    const end = find(document, 'solve either').start.translate(0, 'solve '.length);
    const list = await executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, end);
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('both') && labels.includes('either'), labels.join());
  },

  async 'a hover shows the documentation'() {
    const { document } = await open('cave.puzzle');
    const place = find(document, 'shortest cave').end;
    const hovers = await executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, place);
    const text = hovers.flatMap(({ contents }) => contents.map((it) => (typeof it === 'string' ? it : it.value))).join();
    assert.match(text, /A cave with a toll/);
  },

  async 'renaming reaches the queries'() {
    const { document } = await open('cave.puzzle');
    const place = find(document, 'maze cave').end;
    const edit = await executeCommand<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', document.uri, place, 'den');
    assert.equal(edit.get(document.uri).length, 3);
  },

  async 'semantic tokens tell names apart'() {
    const { document } = await open('cave.puzzle');
    const tokens = await executeCommand<vscode.SemanticTokens>('vscode.provideDocumentSemanticTokens', document.uri);
    assert.ok(tokens.data.length / 5 > 10);
  },

  async 'a lens solves the maze'() {
    const { document } = await open('cave.puzzle');
    const answer = await clickOn(document, /Solve/, find(document, 'maze cave').start.line);
    assert.equal(answer.status, 'answered');
    assert.match(answer.text, /START Hall Door GOAL/);
  },

  async 'a command asks about the item under the cursor'() {
    const editor = await open('duel.puzzle');
    editor.selection = at(find(editor.document, 'turns'));
    const answer = await executeCommand<Answer>('puzzle.bestMove');
    assert.match(answer.text, /^1/);
  },

  async 'why names the places of a no'() {
    const { document } = await open('locked.puzzle');
    const answer = await clickOn(document, /Why/, find(document, 'solve locked').start.line);
    const places = answer.because?.places.map(({ location }) => location.range.start.line);
    assert.deepEqual(places, [find(document, 'Door  tolls').start.line]);
  },

  async 'an expectation holds or fails'() {
    const editor = await open('cave.puzzle');
    const statuses = [];
    for (const query of ['solve cave', 'shortest cave']) {
      editor.selection = at(find(editor.document, query));
      statuses.push((await executeCommand<Answer>('puzzle.test')).status);
    }
    assert.deepEqual(statuses, ['holds', 'fails']);
  },

  async 'the live view opens once'() {
    await open('cave.puzzle');
    for (const name of ['draw', 'live', 'play']) {
      await executeCommand(`puzzle.${name}`);
      await until('the view', () => webviews().length > 0);
    }
    assert.deepEqual(webviews().map(({ label }) => label), ['Puzzle: Live View']);
    await vscode.window.tabGroups.close(webviews());
  },

  async 'a puzzle is stepped through, forward and back'() {
    const editor = await open('steps.puzzle');
    const [lines, session] = await stepping(editor, 'clauses learns');
    const line = (text: string) => find(editor.document, text).start.line + 1;
    assert.equal(await lines(), line('clauses learns'));
    await session.customRequest('next', { threadId: 1 });
    assert.equal(await lines(), line('-1 3'));
    await session.customRequest('next', { threadId: 1 });
    assert.equal(await lines(), line('-1 -3'));
    await session.customRequest('stepBack', { threadId: 1 });
    assert.equal(await lines(), line('-1 3'));
    const entries = (await variables(session, 1)).map(({ name, value }) => `${name}: ${value}`);
    assert.deepEqual(entries, ['level 1: 1 3']);
    const clauses = await variables(session, 2);
    assert.deepEqual(clauses.map(({ value }) => value), ['1 2', '1 -2', '-1 3', '-1 -3']);
    await vscode.debug.stopDebugging(session);
  },

  async 'stepping goes to a line with a breakpoint, on and back, and to the ends'() {
    const editor = await open('steps.puzzle');
    const place = new vscode.Location(editor.document.uri, find(editor.document, '1 2'));
    const breakpoint = new vscode.SourceBreakpoint(place);
    vscode.debug.addBreakpoints([breakpoint]);
    const [lines, session] = await stepping(editor, 'solve learns');
    const step = async () => (await variables(session, 0))[0].value;
    const stop = place.range.start.line + 1;
    const go = async (command: string) => {
      await session.customRequest(command, { threadId: 1 });
      return [await lines(), await step()];
    };
    assert.deepEqual(await go('continue'), [stop, '5 of 7']);
    assert.deepEqual((await go('continue'))[1], '7 of 7');
    assert.deepEqual(await go('reverseContinue'), [stop, '5 of 7']);
    assert.deepEqual((await go('reverseContinue'))[1], '1 of 7');
    assert.deepEqual((await go('stepOut'))[1], '4 of 7');
    assert.deepEqual((await go('restart'))[1], '1 of 7');
    vscode.debug.removeBreakpoints([breakpoint]);
    await session.customRequest('terminate');
    await until('the end of the session', () => vscode.debug.activeDebugSession === undefined);
  },

  async 'a game and a theory are stepped through as the text stands'() {
    const editor = await open('steps.puzzle');
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n'));
    const [lines, game] = await stepping(editor, 'play2win six');
    assert.equal(await lines(), find(editor.document, 'play2win six').start.line + 1);
    await game.customRequest('next', { threadId: 1 });
    assert.deepEqual((await variables(game, 1)).map(({ value }) => value), ['the position asked about', '1']);
    assert.match((await variables(game, 2))[1].value, /^after 1 {2}\(first to move, alpha/);
    await vscode.debug.stopDebugging(game);
    const [place, proof] = await stepping(editor, 'prove people');
    // What is denied comes first, and then what the theory says.
    for (const line of ['prove people', 'rule man', 'rule all']) {
      await proof.customRequest('next', { threadId: 1 });
      assert.equal(await place(), find(editor.document, line).start.line + 1, line);
    }
    assert.equal((await variables(proof, 1))[1].value, 'not man(x) or mortal(x)  (rule all)  (active)');
    await proof.customRequest('continue', { threadId: 1 });
    assert.equal((await variables(proof, 0)).at(-1)!.value, 'proved');
    await vscode.debug.stopDebugging(proof);
    await executeCommand('workbench.action.files.revert');
  },

  async 'a text that was never saved is stepped through'() {
    const content = 'clauses unsaved {\n    1\n    -1\n}\n';
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'puzzle', content }));
    await until('lenses', async () => (await lenses(editor.document)).length > 0);
    const [line, session] = await stepping(editor, 'clauses unsaved');
    assert.equal(await line(), 2);
    const { stackFrames } = await session.customRequest('stackTrace', { threadId: 1 });
    assert.equal(stackFrames[0].source.path, editor.document.uri.toString());
    await vscode.debug.stopDebugging(session);
  },

  async 'an adapter of steps tells why there are none, and what it does not know'() {
    const adapter = new Adapter(() => Promise.reject(new Error('here steps are shown by `alphabeta`')));
    const said: unknown[] = [];
    adapter.onDidSendMessage((message) => {
      const { command, success, message: why } = message as { command: string; success: boolean; message?: string };
      said.push([command, success, why]);
    });
    for (const command of ['initialize', 'launch', 'evaluate']) adapter.handleMessage({ type: 'request', seq: 1, command } as never);
    await until('three answers', () => said.length === 3);
    assert.deepEqual(said.sort(), [
      ['evaluate', false, 'Steps that are written down know no evaluate.'],
      ['initialize', true, undefined],
      ['launch', false, 'here steps are shown by `alphabeta`'],
    ]);
    adapter.dispose();
  },

  async 'a task finds the problems of files that are not open'() {
    const tasks = await vscode.tasks.fetchTasks({ type: 'puzzle' });
    assert.deepEqual(tasks.map(({ name }) => name).sort(), ['check', 'test']);
    await vscode.tasks.executeTask(tasks.find(({ name }) => name === 'test')!);
    const failed = () => vscode.languages.getDiagnostics(file('closed.puzzle')).find((it) => codeOf(it) === 'E0601');
    assert.equal((await until('the failed expectation', failed)).range.start.line, 1);
  },

  async 'each kind is offered once, with something to begin with'() {
    const { document } = await vscode.workspace.openTextDocument({ language: 'puzzle' }).then((it) => vscode.window.showTextDocument(it));
    const list = () => executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, new vscode.Position(0, 0));
    const labels = (await until('a list', async () => nonEmpty((await list()).items))).map(({ label }) => label);
    assert.equal(new Set(labels).size, labels.length);
    for (const word of ['formula', 'game', 'maze', 'clauses', 'theory', 'puzzle']) assert.ok(labels.includes(word), word);
    const maze = (await list()).items.find(({ label }) => label === 'maze')!;
    await vscode.window.activeTextEditor!.insertSnippet(maze.insertText as vscode.SnippetString);
    assert.match(document.getText(), /^maze cave \{\n    steps 3\n/);
  },

  async 'without the program a message says what to do'() {
    const said: string[] = [];
    const { showWarningMessage } = vscode.window;
    const answerWith = (button: string) =>
      Object.assign(vscode.window, { showWarningMessage: async (text: string) => (said.push(text), button) });
    answerWith('Say Where It Is');
    const settings = vscode.workspace.getConfiguration('puzzle');
    const program = settings.get('path');
    await settings.update('path', '/nowhere/puzzle', vscode.ConfigurationTarget.Global);
    await until('the message', () => said.length > 0);
    assert.match(said[0], /\/nowhere\/puzzle/);
    await until('the setting', () => tabs().some(({ label }) => label === 'Settings'));
    Object.assign(vscode.window, { showWarningMessage });
    await settings.update('path', program, vscode.ConfigurationTarget.Global);
    const { document } = await open('cave.puzzle');
    await until('lenses after a restart', async () => (await lenses(document)).length > 0);
  },
};

export async function run(): Promise<void> {
  console.log(`# VS Code ${vscode.version}`);
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      console.log(`ok ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`not ok ${name}: ${error}`);
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${Object.keys(tests).length} fail`);
}

function file(name: string): vscode.Uri {
  return vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0].uri, name);
}

async function open(name: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(file(name), { viewColumn: vscode.ViewColumn.One });
}

/** The first place where a text stands. */
function find(document: vscode.TextDocument, text: string): vscode.Range {
  const index = document.getText().indexOf(text);
  assert.ok(index >= 0, text);
  return new vscode.Range(document.positionAt(index), document.positionAt(index + text.length));
}

function at({ start }: vscode.Range): vscode.Selection {
  return new vscode.Selection(start, start);
}

function diagnostics({ uri }: vscode.TextDocument): vscode.Diagnostic[] {
  const { Error, Warning } = vscode.DiagnosticSeverity;
  return vscode.languages.getDiagnostics(uri).filter(({ severity }) => severity === Error || severity === Warning);
}

function codeOf({ code }: vscode.Diagnostic): unknown {
  return typeof code === 'object' ? code.value : code;
}

async function formatted({ uri }: vscode.TextDocument): Promise<vscode.TextEdit[]> {
  const options = { tabSize: 4, insertSpaces: true };
  return (await executeCommand<vscode.TextEdit[]>('vscode.executeFormatDocumentProvider', uri, options)) ?? [];
}

async function lenses({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  return executeCommand('vscode.executeCodeLensProvider', uri, 100);
}

async function clickOn(document: vscode.TextDocument, title: RegExp, line: number): Promise<Answer> {
  const isMeant = ({ command, range }: vscode.CodeLens) => title.test(command?.title ?? '') && range.start.line === line;
  const { command } = await until(`the lens ${title}`, async () => (await lenses(document)).find(isMeant));
  return executeCommand(command!.command, ...command!.arguments!);
}

/** Begins to step through an item; with the session comes a function for the line where it stands. */
async function stepping(editor: vscode.TextEditor, item: string): Promise<[() => Promise<number>, vscode.DebugSession]> {
  await until('the end of the last session', () => vscode.debug.activeDebugSession === undefined);
  editor.selection = at(find(editor.document, item));
  assert.ok(await executeCommand('puzzle.step'));
  const session = await until('a session', () => vscode.debug.activeDebugSession);
  const frame = async () => (await session.customRequest('stackTrace', { threadId: 1 })).stackFrames[0];
  await until('the first step', () => frame().catch(() => undefined));
  return [async () => (await frame()).line, session];
}

/** The variables of a scope by its index. */
async function variables(session: vscode.DebugSession, scope: number): Promise<{ name: string; value: string }[]> {
  const { scopes } = await session.customRequest('scopes', { frameId: 1 });
  const { variablesReference } = scopes[scope];
  return (await session.customRequest('variables', { variablesReference })).variables;
}

function tabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

function webviews(): vscode.Tab[] {
  return tabs().filter(({ input }) => input instanceof vscode.TabInputWebview);
}

function nonEmpty<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** Waits until there is something, and says what is missing if it never comes. */
async function until<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> {
  const limit = Date.now() + 15_000;
  while (Date.now() < limit) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited in vain for ${what}`);
}
