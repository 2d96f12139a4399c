// Answers as HTML: below the blocks of the Markdown preview, and as the output of cells.

import { Answer, asLines } from './answer';

/** The answers to the questions of a block. */
export function asHtml(answers: readonly Answer[]): string {
  return answers.length > 0 ? `<div class="puzzle-answers">${answers.map(one).join('')}</div>` : '';
}

/** The colours of what became of a question, in the preview and in a notebook. */
const COLORS: Record<Answer['status'], string> = {
  answered: 'var(--vscode-charts-blue, #3794ff)',
  holds: 'var(--vscode-testing-iconPassed, #388a34)',
  fails: 'var(--vscode-testing-iconFailed, #e51400)',
  unknown: 'var(--vscode-editorWarning-foreground, #bf8803)',
  refused: 'var(--vscode-editorWarning-foreground, #bf8803)',
};

function one(answer: Answer): string {
  const picture = answer.svg ? `<figure>${answer.svg}</figure>` : `<pre>${escape(asLines(answer).join('\n'))}</pre>`;
  const style = `border-left: 3px solid ${COLORS[answer.status]}; padding-left: 0.9em`;
  const question = `<header style="opacity: 0.75">${escape(answer.question)}</header>`;
  return `<section class="puzzle-${answer.status}" style="${style}">${question}${picture}</section>`;
}

function escape(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (it) => names[it]!);
}
