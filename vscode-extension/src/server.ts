// Starts, restarts and stops the language server, and shows its status.

import * as vscode from 'vscode';
import {
  LanguageClient,
  RevealOutputChannelOn,
  State,
  TransportKind,
  type Location,
  type Position,
} from 'vscode-languageclient/node';
import { locate, describeSearch, type Command } from './command.ts';
import { inProject } from './project.ts';
import { surroundings } from './surroundings.ts';

// Only files on disk: pages depend on their project.
const PAGES = [
  { scheme: 'file', language: 'markdoc' },
  { scheme: 'file', language: 'markdown' },
];
/** The definitions and the configuration of Forge; no other YAML or JSON file. */
const DEFINITIONS = { scheme: 'file', pattern: '**/.fractary/**/*.{yaml,yml,json}' };
/** The documents that start the server. */
const STARTING = [...PAGES, DEFINITIONS];
/** The synchronized documents: these, and the config. */
const FILES = [...STARTING, { scheme: 'file', pattern: '**/refrakt.config.json' }];

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private lastRestart: Promise<void> = Promise.resolve();
  private started = false;
  private readonly output: vscode.LogOutputChannel;
  private readonly status: vscode.LanguageStatusItem;

  constructor(output: vscode.LogOutputChannel) {
    this.output = output;
    this.status = vscode.languages.createLanguageStatusItem('refrakt', STARTING);
    this.status.name = 'refrakt';
    this.status.command = { command: 'refrakt.showOutput', title: 'Show Output' };
  }

  /** The first matching document starts the server. */
  opened(document: vscode.TextDocument): void {
    if (this.started || vscode.languages.match(STARTING, document) === 0) return;
    if (document.languageId === 'markdoc' || inProject(document.uri.fsPath)) void this.restart();
  }

  /** The inputs of `locate` have changed. */
  async refresh(): Promise<void> {
    if (this.started) await this.restart();
  }

  /** Start or restart the server. Calls are serialized. */
  restart(): Promise<void> {
    this.started = true;
    this.lastRestart = this.lastRestart.then(() => this.stopClient()).then(() => this.startClient());
    return this.lastRestart;
  }

  async stop(): Promise<void> {
    await this.lastRestart;
    await this.stopClient();
  }

  dispose(): void {
    this.status.dispose();
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

  private startClient(): void {
    const around = surroundings();
    const command = locate(around);
    if (command === undefined) {
      this.show('not found', vscode.LanguageStatusSeverity.Error);
      const message = `refrakt not found ${describeSearch(around)}`;
      this.output.error(message);
      void this.offerHelp(message);
      return;
    }
    this.output.info(`starting ${[command.program, ...command.args, 'lsp'].join(' ')}`);
    this.client = this.connect(command);
    // Not awaited: a server that never answers must not block the next start.
    void this.client.start().catch((error: unknown) => {
      // The client has already shown an error; the output has the reason.
      this.output.error(`refrakt lsp failed to start: ${String(error)}`);
    });
  }

  private connect(command: Command): LanguageClient {
    const client = new LanguageClient(
      'refrakt',
      'refrakt',
      {
        command: command.program,
        args: [...command.args, 'lsp'],
        transport: TransportKind.stdio,
        // The system allocator returns the memory of closed files; Python's own keeps most of it.
        options: { env: { PYTHONMALLOC: 'malloc', ...process.env } },
      },
      {
        documentSelector: FILES,
        outputChannel: this.output,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        // VS Code already lists the headings of Markdown files.
        initializationOptions: { hasMarkdown: true, trusted: vscode.workspace.isTrusted },
      },
    );
    // Client-side commands for code lenses and for completed folders.
    client.registerFeature({
      fillClientCapabilities: (capabilities) => {
        const commands = ['refrakt.showReferences', 'editor.action.triggerSuggest'];
        capabilities.experimental = { ...(capabilities.experimental as object), commands: { commands } };
      },
      initialize: () => {},
      getState: () => ({ kind: 'static' }),
      clear: () => {},
    });
    client.onDidChangeState(({ newState }) => {
      if (this.client === client) this.report(newState, client.initializeResult?.serverInfo?.version);
      else if (newState === State.Running) void this.stopped(client); // another one was started meanwhile
    });
    return client;
  }

  private async stopClient(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    // A starting client cannot be stopped; it is stopped once it runs.
    if (client?.state === State.Running) await this.stopped(client);
  }

  private async stopped(client: LanguageClient): Promise<void> {
    try {
      await client.stop();
    } catch (error) {
      // It timed out and was killed.
      this.output.warn(String(error));
    }
  }

  private report(state: State, version = 'running'): void {
    const { Information, Warning, Error } = vscode.LanguageStatusSeverity;
    if (state === State.Starting) this.show('starting', Information);
    if (state === State.Running) this.show(version, Information);
    if (state === State.Stopped) this.show('stopped', Warning);
    if (state === State.StartFailed) this.show('failed', Error);
  }

  private show(detail: string, severity: vscode.LanguageStatusSeverity): void {
    this.status.text = `refrakt: ${detail}`;
    this.status.severity = severity;
    this.status.busy = detail === 'starting';
  }

  private async offerHelp(message: string): Promise<void> {
    const settings = 'Open Settings';
    const again = 'Try Again';
    const choice = await vscode.window.showErrorMessage(message, settings, again);
    if (choice === settings) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'refrakt.server.command');
    }
    if (choice === again) await this.restart();
  }
}
