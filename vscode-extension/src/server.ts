// Starts, restarts and stops the language server.

import * as vscode from 'vscode';
import { State, type Location, type Position } from 'vscode-languageclient/node';
import { describeSearch, locate, type Command } from './command.ts';
import { openSetting, showFailure, type Choice } from './failure_message.ts';
import { belongsToProject } from './project.ts';
import { declareExperiments, QuietClient } from './quiet_client.ts';
import { RestartPolicy } from './restart_policy.ts';
import { rulePageLinks } from './rule_pages.ts';
import { ServerProcess } from './server_process.ts';
import { surroundings, useOwnOnly } from './surroundings.ts';
import { enterOfOthers } from './typing.ts';

// Only files on disk: pages depend on their project.
export const PAGES = [
  { scheme: 'file', language: 'markdoc' },
  { scheme: 'file', language: 'markdown' },
];
/** The definitions and the configuration of Forge; no other YAML or JSON file. */
const DEFINITIONS = { scheme: 'file', pattern: '**/.fractary/**/*.{yaml,yml,json}' };
/** The documents that start the server. */
const STARTING = [...PAGES, DEFINITIONS];
/** The synchronized documents: these, and the config. */
const FILES = [...STARTING, { scheme: 'file', pattern: '**/refrakt.config.json' }];
/** The config of Forge, whose keys VS Code knows by the JSON schema of this extension; the server reports its problems. */
const WITH_SCHEMA = { scheme: 'file', pattern: '**/.fractary/config.json' };
/** Milliseconds after which a server that was asked to stop is killed. */
const STOP_TIMEOUT = 2_000;

function hasSchema(document: vscode.TextDocument): boolean {
  return vscode.languages.match(WITH_SCHEMA, document) > 0;
}

export type ServerState = 'off' | 'starting' | 'running' | 'stopped' | 'failed' | 'missing';

/** What to do if no refrakt was found: returns whether to look again. */
export type Install = () => Promise<boolean>;

export class Server implements vscode.Disposable {
  private client: QuietClient | undefined;
  private process: ServerProcess | undefined;
  private lastRestart: Promise<void> = Promise.resolve();
  private readonly policy = new RestartPolicy();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly output: vscode.LogOutputChannel;
  private readonly install: Install;
  private installing: Promise<boolean> | undefined;
  /** Fires when the state changes. */
  readonly onDidChange = this.changed.event;
  state: ServerState = 'off';
  /** The version of a running server, or why there is none. */
  detail = '';
  command: Command | undefined;

  constructor(output: vscode.LogOutputChannel, install: Install) {
    this.output = output;
    this.install = install;
  }

  /** The client of a running server. */
  get running(): QuietClient | undefined {
    return this.client?.state === State.Running ? this.client : undefined;
  }

  /** The first matching document starts the server. */
  opened(document: vscode.TextDocument): void {
    if (this.state !== 'off' || vscode.languages.match(STARTING, document) === 0) return;
    if (document.languageId === 'markdoc' || belongsToProject(document)) void this.restart();
  }

  /** The inputs of `locate` have changed. A server that runs is not started anew for the same program. */
  async refresh(): Promise<void> {
    if (this.state !== 'off' && (this.hasOtherProgram() || (this.running === undefined && this.command !== undefined))) {
      await this.restart();
    }
  }

  /** The settings of the server have changed: one that does not run gets another try, also with an installation. */
  async configured(): Promise<void> {
    if (this.state !== 'off' && (this.hasOtherProgram() || this.running === undefined)) await this.restart();
  }

  private hasOtherProgram(): boolean {
    const command = locate(surroundings());
    return command?.program !== this.command?.program || command?.args.join() !== this.command?.args.join();
  }

  /** Start or restart the server, on request. Calls are serialized. */
  restart(): Promise<void> {
    this.policy.reset();
    return this.startAgain();
  }

  async stop(): Promise<void> {
    await this.lastRestart;
    await this.stopClient();
  }

  dispose(): void {
    this.changed.dispose();
  }

  /** A request to a running server; `undefined` without one, or if it fails. */
  async request<Result>(method: string, params: unknown): Promise<Result | undefined> {
    try {
      return await this.running?.sendRequest<Result>(method, params);
    } catch (error) {
      this.output.debug(`${method}: ${String(error)}`);
      return undefined;
    }
  }

  /** Show the references of a code lens. */
  async showReferences(uri: string, position: Position, locations: Location[]): Promise<void> {
    const convert = this.client?.protocol2CodeConverter;
    if (convert === undefined) return;
    await vscode.commands.executeCommand(
      'editor.action.showReferences',
      convert.asUri(uri),
      convert.asPosition(position),
      locations.map((each) => convert.asLocation(each)),
    );
  }

  private startAgain(): Promise<void> {
    if (this.state === 'off') this.show('starting');
    this.lastRestart = this.lastRestart.then(() => this.stopClient()).then(() => this.startClient());
    return this.lastRestart;
  }

  private async startClient(): Promise<void> {
    this.command = locate(surroundings());
    if (this.command === undefined) {
      const around = surroundings();
      const message = `refrakt was not found ${describeSearch(around)}`;
      this.show('missing', message);
      this.output.warn(message);
      // Not awaited: an installation takes its time, and a restart must not wait for it.
      if (around.configured.length > 0) void showFailure(`${message}.`, this.choices('Open Settings', 'Try Again'));
      else void this.installOnce();
      return;
    }
    const { program, args } = this.command;
    this.output.info(`starting ${[program, ...args, 'lsp'].join(' ')}`);
    this.connect(this.command);
  }

  /** A start during an installation waits for it. */
  private async installOnce(): Promise<void> {
    const missing = this.detail;
    this.show('starting', 'Installing refrakt');
    if (this.installing !== undefined) return;
    this.installing = this.install();
    const installed = await this.installing.finally(() => (this.installing = undefined));
    if (installed) await this.restart();
    else this.show('missing', missing);
  }

  /** Replace a program that does not run by one that this extension installs. */
  private async installOwn(): Promise<void> {
    const isOwn = this.command?.origin === 'private';
    useOwnOnly();
    if (isOwn || locate(surroundings()) === undefined) await this.installOnce();
    else await this.restart();
  }

  private connect(command: Command): void {
    // The system allocator returns the memory of closed files; Python's own keeps most of it.
    const environment = { PYTHONMALLOC: 'malloc', ...process.env };
    const server = new ServerProcess(command.program, [...command.args, 'lsp'], environment);
    const client = new QuietClient(async () => server.child, {
      documentSelector: FILES,
      outputChannel: this.output,
      middleware: {
        ...rulePageLinks,
        ...enterOfOthers,
        // The closing tag is inserted as `%}` is typed; a list of closing tags there would take the next Enter.
        provideCompletionItem: (document, position, context, token, next) =>
          context.triggerCharacter === '}' || hasSchema(document) ? undefined : next(document, position, context, token),
        provideHover: (document, position, token, next) => (hasSchema(document) ? undefined : next(document, position, token)),
      },
      initializationOptions: { hasMarkdown: true, trusted: vscode.workspace.isTrusted },
    });
    this.client = client;
    this.process = server;
    declareExperiments(client);
    this.show('starting');
    // Not awaited: a server that never answers must not block the next start.
    void client.start().then(
      () => {
        if (this.client === client) this.show('running', client.initializeResult?.serverInfo?.version ?? '');
        else void this.end(client, server); // another one was started meanwhile
      },
      (error: unknown) => this.output.error(`refrakt lsp failed to start: ${String(error)}`),
    );
    void server.ended.then((ended) => {
      if (this.client === client) this.crashed(server.reason(ended));
    });
  }

  /** A server that nobody stopped has ended. */
  private crashed(reason: string): void {
    const ran = this.state === 'running';
    this.client = undefined;
    this.process = undefined;
    this.output.error(`the server has ended: ${reason}`);
    if (this.policy.again(ran)) {
      this.show('starting');
      void this.startAgain();
      return;
    }
    this.show('failed', reason);
    const remedy = this.command?.origin === 'setting' ? 'Open Settings' : 'Install';
    void showFailure(`refrakt does not run: ${reason}`, this.choices('Show Output', remedy, 'Try Again'));
  }

  /** The buttons of a message. */
  choices(...titles: readonly string[]): Choice[] {
    const runs: Record<string, () => unknown> = {
      'Show Output': () => this.output.show(),
      Install: () => this.installOwn(),
      'Open Settings': () => openSetting('refrakt.server.path'),
      'Try Again': () => this.restart(),
    };
    return titles.map((title) => ({ title, run: runs[title] ?? (() => {}) }));
  }

  private async stopClient(): Promise<void> {
    const { client, process } = this;
    this.client = undefined;
    this.process = undefined;
    if (client !== undefined && process !== undefined) await this.end(client, process);
  }

  private async end(client: QuietClient, process: ServerProcess): Promise<void> {
    // A starting client cannot be stopped; its process can.
    if (client.state === State.Running) await client.stop().catch((error: unknown) => this.output.warn(String(error)));
    else process.child.kill();
    await process.endWithin(STOP_TIMEOUT);
  }

  private show(state: ServerState, detail = ''): void {
    this.state = state;
    this.detail = detail;
    this.changed.fire();
  }
}
