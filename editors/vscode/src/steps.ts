// Step Through: finds what is meant by a debug session, has the program trace it, and hands the steps to the adapter.

import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { Adapter, Traced } from './adapter';
import { Span } from './answer';
import { asPlace, editorHere, underCursor } from './place';
import { Place } from './position';
import { Programs } from './programs';
import { Server } from './server';
import { Trace } from './trace';

/** A session: everything may be left out, and is then what stands under the cursor. */
interface Launch {
  /** The file. */
  program?: string;
  /** What is asked, as `puzzle trace` takes it. */
  question?: string;
  /** The line in which that stands, from 1. */
  line?: number;
  /** The procedure. */
  by?: string;
}

/** What is stepped through. */
type Meant = Required<Pick<Launch, 'program' | 'question' | 'line'>>;

const NOTHING = 'Put the cursor on a puzzle or a query to step through it.';

export class Steps implements vscode.Disposable {
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly programs: Programs,
  ) {
    const create = () => new vscode.DebugAdapterInlineImplementation(new Adapter((it) => this.load(it)));
    this.disposables = [
      vscode.debug.registerDebugConfigurationProvider('puzzle', {
        resolveDebugConfiguration: (_, launch) => this.resolve(launch),
      }),
      vscode.debug.registerDebugAdapterDescriptorFactory('puzzle', { createDebugAdapterDescriptor: create }),
      vscode.commands.registerCommand('puzzle.step', (given?: unknown) => this.start(asPlace(given))),
    ];
  }

  dispose(): void {
    this.disposables.forEach((it) => it.dispose());
  }

  /** Begins with the item at a place, or under the cursor. */
  private async start(given?: Place): Promise<boolean> {
    const place = given ?? underCursor(editorHere());
    const meant = place && (await this.meant(place));
    if (!meant) {
      void vscode.window.showInformationMessage(NOTHING);
      return false;
    }
    const launch = { type: 'puzzle', request: 'launch', name: meant.question, ...meant };
    // The steps are those of the text as it stands, saved or not.
    return vscode.debug.startDebugging(undefined, launch, { suppressSaveBeforeStart: true });
  }

  /** The question at a place: a query without what it expects, or the name of what is declared there. */
  private async meant({ uri, position: { line } }: Place): Promise<Meant | undefined> {
    const place = vscode.Uri.parse(uri);
    const program = named(place);
    const holds = (range: Span) => range.start.line <= line && line <= range.end.line;
    const query = (await this.server.queries(uri)).find(({ range }) => holds(range));
    if (query) return { program, question: query.label, line: query.range.start.line + 1 };
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>('vscode.executeDocumentSymbolProvider', place);
    const symbol = symbols?.find(({ range }) => holds(range));
    return symbol && { program, question: symbol.name, line: symbol.selectionRange.start.line + 1 };
  }

  /** What a launch leaves out. */
  private async resolve(launch: vscode.DebugConfiguration & Launch): Promise<vscode.DebugConfiguration | undefined> {
    const begun = { ...launch, type: 'puzzle', request: 'launch', name: launch.name || 'Step Through' };
    if (launch.question !== undefined && launch.program !== undefined) return begun;
    const place = underCursor(editorHere());
    const program = place && named(vscode.Uri.parse(place.uri));
    const meant = launch.question === undefined ? place && (await this.meant(place)) : program && { program };
    if (meant) return { ...begun, ...meant };
    void vscode.window.showInformationMessage(NOTHING);
    return undefined;
  }

  /** The steps on a file as it stands in the editor. */
  private async load({ program = '', question = '', line = 1, by }: Launch): Promise<Traced> {
    const document = await opened(program);
    const limit = vscode.workspace.getConfiguration('puzzle').get('solve.timeLimit', 60_000);
    const procedure = by ? ['--by', by] : [];
    const call = ['--timeout', `${limit}ms`, 'trace', '--format', 'json', ...procedure, '--', '-', question];
    const printed = await this.programs.run(call, dirname(document.uri.fsPath), document.getText());
    return { trace: JSON.parse(printed) as Trace, question, file: named(document.uri), line };
  }
}

/** What a document is called: by its path, or where it is no file by its address. */
function named(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}

/** The document of that name as it stands, saved or not. */
async function opened(name: string): Promise<vscode.TextDocument> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => named(uri) === name);
  return open ?? vscode.workspace.openTextDocument(name);
}
