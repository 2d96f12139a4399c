// What a client speaks with in a browser: two servers in workers with the same module and the same texts. One answers what
// is quick; the other one what may take long, and is ended and begun anew when nobody waits for its answer any more.

import * as vscode from 'vscode';
import { AbstractMessageReader, AbstractMessageWriter } from 'vscode-languageclient';
import type { DataCallback, Disposable, Message, MessageReader, MessageWriter } from 'vscode-languageclient';

/** A message of the protocol. */
export type Said = { jsonrpc: string; id?: number | string; method?: string; params?: any; result?: unknown; error?: unknown };

/** What a worker is sent: first the module, then messages in JSON, which knows more of VS Code's values than a copy does. */
export type ToServer = { module: WebAssembly.Module } | string;

/** What a worker sends: messages, and at last what has ended it. */
export type FromServer = Said | { fault: string };

/** Requests that may take long. */
const LONG = ['workspace/executeCommand', 'puzzle/live', 'puzzle/play', 'workspace/diagnostic', 'codeAction/resolve'];

/** What both servers have to know. */
const SHARED = /^(initialized|exit|\$\/setTrace|textDocument\/did\w+|workspace\/didChangeW\w+)$/;

/** Milliseconds that a request has to end by itself when it is cancelled. */
const GRACE = 200;

/** Faults of the second server, with no answer in between, that end both. */
const MOST_FAULTS = 5;

/** The protocol's RequestCancelled and InternalError. */
const [CANCELLED, INTERNAL] = [-32800, -32603];

export class Connection {
  readonly reader = new Reader();
  readonly writer: MessageWriter = new Writer((it) => this.take(it as Said));
  private readonly quick: Worker;
  private long: Worker;
  /** How the session began, for a server that comes later. */
  private initialize: Said | undefined;
  /** The texts that the servers have been given, as they were last sent whole. */
  private readonly texts = new Map<string, { uri: string; languageId: string; version: number; text: string }>();
  /** What the second server is told when it has begun: before that it hears nothing. */
  private held: Said[] | undefined = [];
  /** What the second server is working on. */
  private readonly waiting = new Map<number | string, Said>();
  /** What waits for a cancelled request to end. */
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();
  /** Faults of the second server since its last answer. */
  private faults = 0;
  private disposed = false;

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly script: string,
    private readonly log: (line: string) => void,
  ) {
    this.quick = this.begin((it) => this.hear(it));
    this.long = this.begin((it) => this.hearLong(it));
  }

  dispose(): void {
    this.disposed = true;
    this.waiting.clear();
    this.timers.forEach(clearTimeout);
    this.quick.terminate();
    this.long.terminate();
  }

  private begin(hear: (said: FromServer) => void): Worker {
    const worker = new Worker(this.script);
    worker.onmessage = ({ data }) => hear(data as FromServer);
    // What it could not tell itself, such as that its script was not loaded.
    worker.onerror = ({ message }) => hear({ fault: message || 'the script of the server could not be loaded' });
    worker.postMessage({ module: this.module } satisfies ToServer);
    return worker;
  }

  /** Passes on what the client says. */
  private take(said: Said): void {
    if (this.disposed) return;
    const { id, method = '' } = said;
    if (method === '') {
      // Its answer to a question of the second server has that one's number.
      const asked = typeof id === 'string' && id.startsWith('long ') ? Number(id.slice(5)) : undefined;
      if (asked === undefined) tell(this.quick, said);
      else this.tellLong({ ...said, id: asked });
    } else if (id !== undefined && LONG.includes(method)) {
      this.waiting.set(id, said);
      this.tellLong(said);
    } else if (method === '$/cancelRequest' && this.waiting.has(said.params.id)) {
      this.cancel(said);
    } else {
      this.note(said);
      tell(this.quick, said);
      if (method === 'initialize') tell(this.long, alone((this.initialize = said)));
      else if (method === 'workspace/didChangeConfiguration') this.tellLong({ ...said, params: { settings: settings() } });
      else if (SHARED.test(method)) this.tellLong(said);
    }
  }

  private tellLong(said: Said): void {
    if (this.held) this.held.push(said);
    else tell(this.long, said);
  }

  /** Keeps what a server that comes later has to know. */
  private note({ method, params }: Said): void {
    const uri = params?.textDocument?.uri as string;
    if (method === 'textDocument/didOpen') this.texts.set(uri, params.textDocument);
    if (method === 'textDocument/didClose') this.texts.delete(uri);
    const whole = params?.contentChanges?.find((it: { range?: unknown }) => !it.range)?.text;
    const text = this.texts.get(uri);
    if (method === 'textDocument/didChange' && text) {
      this.texts.set(uri, { ...text, version: params.textDocument.version, text: whole ?? text.text });
    }
  }

  private hear(said: FromServer): void {
    if (this.disposed) return;
    if (!('fault' in said)) return this.reader.hear(said);
    this.log(said.fault);
    this.dispose();
    this.reader.end();
  }

  /** Of what the second server says only answers and questions are passed on: the first one says the rest. */
  private hearLong(said: FromServer): void {
    if (this.disposed) return;
    if ('fault' in said) {
      this.faults += 1;
      if (this.faults >= MOST_FAULTS) return this.hear({ fault: `the second server keeps ending: ${said.fault}` });
      this.log(said.fault);
      // Whatever it was that the fault is about, the first request is as likely as any.
      const [first] = this.waiting.keys();
      return this.renew(first, INTERNAL, said.fault);
    }
    if (said.method === undefined && said.id === this.initialize?.id && this.held) {
      const held = this.held;
      this.held = undefined;
      for (const it of held) tell(this.long, it);
    } else if (said.method === undefined) {
      this.faults = 0;
      if (this.waiting.delete(said.id!)) this.reader.hear(said);
    } else if (said.id !== undefined) {
      this.reader.hear({ ...said, id: `long ${said.id}` });
    }
  }

  /** Ends a request, and with it the server if it does not hear. */
  private cancel(said: Said): void {
    const { id } = said.params as { id: number | string };
    this.tellLong(said);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (this.waiting.has(id)) this.renew(id, CANCELLED, 'cancelled');
    }, GRACE);
    this.timers.add(timer);
  }

  /** A new second server, which is asked once more what the old one was, but for one request. */
  private renew(id: number | string | undefined, code: number, message: string): void {
    this.long.terminate();
    this.long = this.begin((it) => this.hearLong(it));
    this.held = [];
    if (this.initialize) tell(this.long, alone(this.initialize));
    this.tellLong({ jsonrpc: '2.0', method: 'initialized', params: {} });
    for (const text of this.texts.values()) {
      const open = vscode.workspace.textDocuments.find((it) => it.uri.toString() === text.uri);
      const textDocument = { ...text, text: open?.getText() ?? text.text };
      this.tellLong({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument } });
    }
    if (id !== undefined && this.waiting.delete(id)) this.reader.hear({ jsonrpc: '2.0', id, error: { code, message } });
    for (const request of this.waiting.values()) this.tellLong(request);
  }
}

/** Tells a server something. */
function tell(server: Worker, said: Said): void {
  server.postMessage(JSON.stringify(said) satisfies ToServer);
}

/** How a session begins with a server that looks for no answers by itself and asks for no settings. */
function alone(initialize: Said): Said {
  const { capabilities, ...params } = initialize.params;
  const initializationOptions = { ...params.initializationOptions, ...settings() };
  const { general, textDocument } = capabilities;
  return { ...initialize, params: { ...params, capabilities: { general, textDocument }, initializationOptions } };
}

/** The present settings, for such a server. */
function settings() {
  const puzzle = vscode.workspace.getConfiguration().get<{ answers?: object }>('puzzle');
  return { puzzle: { ...puzzle, answers: { ...puzzle?.answers, enable: false } } };
}

/** What the client hears. */
class Reader extends AbstractMessageReader implements MessageReader {
  private callback: DataCallback | undefined;
  /** What was said before it listens. */
  private early: Message[] = [];

  listen(callback: DataCallback): Disposable {
    this.callback = callback;
    this.early.splice(0).forEach(callback);
    return { dispose: () => (this.callback = undefined) };
  }

  hear(said: Said): void {
    if (this.callback) this.callback(said as Message);
    else this.early.push(said as Message);
  }

  end(): void {
    this.fireClose();
  }
}

/** What the client says. */
class Writer extends AbstractMessageWriter implements MessageWriter {
  constructor(private readonly say: (message: Message) => void) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.say(message);
  }

  end(): void {}
}
