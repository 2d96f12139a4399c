// Notebooks: Markdown whose blocks of puzzles are cells that are run. All cells are one program, which the server reads
// as it reads a file, so that a cell may speak of what another declares.

import * as vscode from 'vscode';
import { asLines } from './answer';
import { asHtml } from './html';
import { Program } from './program';
import { Cell, cellsOf, written } from './puzzlebook';
import { FileQuery, NotRunning, Server } from './server';

/** Those that are always notebooks, and Markdown that is opened as one. */
export const NOTEBOOKS = ['puzzlebook', 'puzzle-markdown'];
const PUZZLES = NOTEBOOKS.map((notebookType) => ({ notebookType, language: 'puzzle' }));

/** Milliseconds without an edit before the server is asked what is wrong. */
const PAUSE = 200;

/** A notebook, and the line on which each of its cells begins. */
interface Open {
  program: Program;
  starts: number[];
  timer?: NodeJS.Timeout;
}

export class Notebooks implements vscode.Disposable, vscode.NotebookSerializer {
  private readonly open = new Map<string, Open>();
  private readonly problems = vscode.languages.createDiagnosticCollection('puzzle-notebook');
  private readonly disposables: vscode.Disposable[];
  private runs = 0;

  constructor(private readonly server: Server) {
    this.disposables = [
      this.problems,
      ...NOTEBOOKS.flatMap((type) => [vscode.workspace.registerNotebookSerializer(type, this), this.controller(type)]),
      vscode.workspace.onDidOpenNotebookDocument((it) => this.look(it)),
      vscode.workspace.onDidChangeNotebookDocument(({ notebook }) => this.look(notebook)),
      vscode.workspace.onDidCloseNotebookDocument((it) => this.close(it)),
      server.onStart(() => vscode.workspace.notebookDocuments.forEach((it) => this.look(it))),
      vscode.languages.registerCompletionItemProvider(PUZZLES, this, ' ', ':', '(', '"'),
      vscode.languages.registerHoverProvider(PUZZLES, this),
    ];
    vscode.workspace.notebookDocuments.forEach((it) => this.look(it));
  }

  dispose(): void {
    this.open.forEach(({ timer }) => clearTimeout(timer));
    this.disposables.forEach((it) => it.dispose());
  }

  deserializeNotebook(content: Uint8Array): vscode.NotebookData {
    return asData(content);
  }

  serializeNotebook({ cells }: vscode.NotebookData): Uint8Array {
    const kept = cells.map(({ kind, value, metadata }) => asCell(kind, value, metadata));
    return new TextEncoder().encode(written(kept).text);
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
    context: vscode.CompletionContext,
  ): Promise<vscode.CompletionList | undefined> {
    const [found, start] = this.find(document);
    const list = await found?.program.completions(position.translate(start), context, token);
    for (const item of list?.items ?? []) {
      const { range } = item;
      if (range instanceof vscode.Range) item.range = up(range, start);
      else if (range) item.range = { inserting: up(range.inserting, start), replacing: up(range.replacing, start) };
      item.additionalTextEdits?.forEach((it) => (it.range = up(it.range, start)));
    }
    return list;
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const [found, start] = this.find(document);
    const hover = await found?.program.hover(position.translate(start), token);
    if (hover?.range) hover.range = up(hover.range, start);
    return hover;
  }

  private controller(type: string): vscode.NotebookController {
    const controller = vscode.notebooks.createNotebookController(`${type}-answers`, type, 'Puzzle');
    controller.supportedLanguages = ['puzzle'];
    controller.supportsExecutionOrder = true;
    controller.executeHandler = async (cells) => {
      for (const cell of cells) await this.run(cell, controller.createNotebookCellExecution(cell));
    };
    return controller;
  }

  /** Answers the queries of a cell. */
  private async run(cell: vscode.NotebookCell, execution: vscode.NotebookCellExecution): Promise<void> {
    execution.executionOrder = this.runs += 1;
    execution.start(Date.now());
    await execution.clearOutput();
    let isFine = true;
    try {
      const { program, starts } = this.read(cell.notebook);
      const { text: asked } = program;
      for (const query of within(await program.queries(), starts[cell.index]!, cell.document.lineCount)) {
        // The places of the others are those of that text.
        if (program.text !== asked) throw new Error('the notebook was changed meanwhile; run the cell again');
        const answer = await program.answer(query, execution.token);
        isFine &&= answer.status === 'answered' || answer.status === 'holds';
        const { text } = vscode.NotebookCellOutputItem;
        const plain = [`${answer.question} =>`, ...asLines(answer)].join('\n');
        await execution.appendOutput(new vscode.NotebookCellOutput([text(asHtml([answer]), 'text/html'), text(plain)]));
      }
    } catch (error) {
      isFine = false;
      const told = error instanceof NotRunning ? new Error('the program `puzzle` does not run') : (error as Error);
      if (!execution.token.isCancellationRequested) {
        await execution.appendOutput(new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.error(told)]));
      }
    }
    execution.end(isFine, Date.now());
  }

  /** What the server is told of a notebook, as it stands. */
  private read(notebook: vscode.NotebookDocument): Open {
    const uri = notebook.uri.toString();
    const open = this.open.get(uri) ?? { program: new Program(this.server, uri), starts: [] };
    this.open.set(uri, open);
    const cells = notebook.getCells().map(({ kind, document, metadata }) => asCell(kind, document.getText(), metadata));
    const { text, starts } = written(cells);
    open.program.text = text;
    open.starts = starts;
    return open;
  }

  /** Asks, once edits pause, what is wrong with a notebook. */
  private look(notebook: vscode.NotebookDocument): void {
    if (!NOTEBOOKS.includes(notebook.notebookType)) return;
    const open = this.read(notebook);
    clearTimeout(open.timer);
    open.timer = setTimeout(() => void this.diagnose(notebook, open), PAUSE);
  }

  private async diagnose(notebook: vscode.NotebookDocument, { program, starts }: Open): Promise<void> {
    const { text } = program;
    const problems = await program.problems().catch(() => []);
    if (program.text !== text) return;
    for (const cell of notebook.getCells()) {
      const start = starts[cell.index]!;
      const here = problems.filter(({ range }) => isWithin(range.start.line, start, cell.document.lineCount));
      here.forEach((it) => (it.range = up(it.range, start)));
      this.problems.set(cell.document.uri, cell.kind === vscode.NotebookCellKind.Code ? here : []);
    }
  }

  private close(notebook: vscode.NotebookDocument): void {
    const uri = notebook.uri.toString();
    const open = this.open.get(uri);
    if (!open) return;
    clearTimeout(open.timer);
    open.program.close();
    this.open.delete(uri);
    notebook.getCells().forEach(({ document }) => this.problems.delete(document.uri));
  }

  /** The program in which a cell stands, and the line on which it begins there. */
  private find(document: vscode.TextDocument): [Open | undefined, number] {
    for (const notebook of vscode.workspace.notebookDocuments) {
      const cell = notebook.getCells().find((it) => it.document === document);
      if (cell) {
        const open = this.read(notebook);
        return [open, open.starts[cell.index]!];
      }
    }
    return [undefined, 0];
  }
}

/** The notebook that a Markdown text is. */
export function asData(content: Uint8Array): vscode.NotebookData {
  const cells = cellsOf(new TextDecoder().decode(content));
  return new vscode.NotebookData(
    cells.map(({ isPuzzle, text, rest }) => {
      const kind = isPuzzle ? vscode.NotebookCellKind.Code : vscode.NotebookCellKind.Markup;
      const cell = new vscode.NotebookCellData(kind, text, isPuzzle ? 'puzzle' : 'markdown');
      if (rest) cell.metadata = { rest };
      return cell;
    }),
  );
}

function asCell(kind: vscode.NotebookCellKind, text: string, metadata?: { [key: string]: unknown }): Cell {
  const rest = typeof metadata?.rest === 'string' ? metadata.rest : undefined;
  return { isPuzzle: kind === vscode.NotebookCellKind.Code, text, rest };
}

function isWithin(line: number, start: number, count: number): boolean {
  return start <= line && line < start + count;
}

/** Those of the queries that begin on some lines. */
function within(queries: FileQuery[], start: number, count: number): FileQuery[] {
  return queries.filter(({ range }) => isWithin(range.start.line, start, count));
}

/** A range of the program as one of the cell that begins on a line. */
function up(range: vscode.Range, start: number): vscode.Range {
  return new vscode.Range(range.start.translate(-start), range.end.translate(-start));
}
