// What the extension consists of wherever it runs: all that asks the language server.

import * as vscode from 'vscode';
import { Answers } from './answers';
import { registerCommands } from './commands';
import { Notebooks } from './notebook';
import { Offers } from './offers';
import { Panel } from './panel';
import { rememberEditors } from './place';
import { Preview } from './preview';
import { Server } from './server';
import { Tests } from './tests';

/** What other extensions are given: the preview of Markdown asks for it. */
export interface Given {
  extendMarkdownIt: Preview['extend'];
}

/** Puts the parts together around a server. */
export function putTogether(context: vscode.ExtensionContext, server: Server): Given {
  const answers = new Answers(server);
  const panel = new Panel(context.extensionUri, server);
  const preview = new Preview(server);
  registerCommands(context, server, answers, panel);
  const parts = [answers, panel, new Tests(server), new Notebooks(server), new Offers(server), preview];
  context.subscriptions.push(...parts, rememberEditors());
  return { extendMarkdownIt: (markdown) => preview.extend(markdown) };
}
