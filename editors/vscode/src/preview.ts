// Answers in the Markdown preview, below each block of puzzles. The preview is drawn at once, and again when the
// answers are there.

import * as vscode from 'vscode';
import { Answer } from './answer';
import { asHtml } from './html';
import { Program } from './program';
import { Server } from './server';

/** Milliseconds without an edit before the answers are looked for. */
const PAUSE = 300;

/** What is needed of a token of markdown-it. */
interface Token {
  type: string;
  info: string;
  map: [number, number] | null;
  meta: unknown;
}

/** What is needed of markdown-it. */
interface Markdown {
  core: { ruler: { push(name: string, rule: (state: { src: string; tokens: Token[] }) => void): void } };
  renderer: { rules: Record<string, ((tokens: Token[], at: number, ...more: unknown[]) => string) | undefined> };
}

/** A document in the preview: its answers, each with the line of its query, and the text that they are about. */
interface Seen {
  program: Program;
  text: string;
  answers: { line: number; answer: Answer }[];
  timer?: NodeJS.Timeout;
  request?: vscode.CancellationTokenSource;
}

export class Preview implements vscode.Disposable {
  private readonly seen = new Map<string, Seen>();
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly server: Server) {
    // What could not be asked is asked again.
    this.disposables = [server.onStart(() => this.again())];
  }

  dispose(): void {
    this.seen.forEach(({ timer, request }) => {
      clearTimeout(timer);
      request?.cancel();
    });
    this.disposables.forEach((it) => it.dispose());
  }

  /** Adds the answers to the preview of Markdown. */
  extend(markdown: Markdown): Markdown {
    markdown.core.ruler.push('puzzle', ({ src, tokens }) => {
      for (const it of tokens) if (isPuzzle(it)) it.meta = { text: src };
    });
    const { fence } = markdown.renderer.rules;
    markdown.renderer.rules.fence = (tokens, at, ...more) => {
      const block = fence?.(tokens, at, ...more) ?? '';
      const token = tokens[at]!;
      if (!isPuzzle(token) || !token.map) return block;
      const { text } = token.meta as { text: string };
      const [, environment] = more as [unknown, { currentDocument?: vscode.Uri }?];
      const [start, end] = token.map;
      const known = this.answers(environment?.currentDocument?.toString() ?? 'untitled:preview.md', text);
      return block + asHtml(known.filter(({ line }) => start <= line && line < end).map((it) => it.answer));
    };
    return markdown;
  }

  /** The answers that are known of a text; where they are not, they are looked for. */
  private answers(uri: string, text: string): Seen['answers'] {
    const seen = this.seen.get(uri) ?? { program: new Program(this.server, uri), text: '', answers: [] };
    this.seen.set(uri, seen);
    if (seen.text === text) return seen.answers;
    seen.text = text;
    seen.answers = [];
    seen.request?.cancel();
    clearTimeout(seen.timer);
    seen.timer = setTimeout(() => void this.look(seen), PAUSE);
    return [];
  }

  private async look(seen: Seen): Promise<void> {
    const request = (seen.request = new vscode.CancellationTokenSource());
    const limit = vscode.workspace.getConfiguration('puzzle').get('answers.timeLimit', 2000);
    const { program, text } = seen;
    program.text = text;
    const found: Seen['answers'] = [];
    try {
      const queries = await program.queries();
      for (const query of queries) {
        if (request.token.isCancellationRequested) return;
        // Each has a time of its own.
        const patience = new vscode.CancellationTokenSource();
        const timer = setTimeout(() => patience.cancel(), limit);
        request.token.onCancellationRequested(() => patience.cancel());
        const answer = await program.answer(query, patience.token).catch(() => undefined);
        clearTimeout(timer);
        if (request.token.isCancellationRequested) return;
        if (answer) found.push({ line: query.range.start.line, answer });
      }
    } catch {
      // The server does not run; when it starts, the answers are looked for again.
      if (seen.request === request) seen.text = '';
      return;
    } finally {
      // What was asked later may still be asking.
      if (seen.request === request) program.close();
    }
    seen.answers = found;
    if (found.length > 0) void vscode.commands.executeCommand('markdown.preview.refresh');
  }

  private again(): void {
    this.seen.forEach((it) => (it.text = ''));
    if (this.seen.size > 0) void vscode.commands.executeCommand('markdown.preview.refresh');
  }
}

function isPuzzle({ type, info }: Token): boolean {
  return type === 'fence' && info.trim().split(/\s+/)[0]?.toLowerCase() === 'puzzle';
}
