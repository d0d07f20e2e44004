// The entry point: starts the language server, registers the MCP server, commands and views.

import * as vscode from 'vscode';
import { Agents } from './agents.ts';
import { registerCommands } from './commands.ts';
import { showFailure } from './failure_message.ts';
import { Preview } from './preview.ts';
import { Server } from './server.ts';
import { StatusItem } from './status_item.ts';
import { watchEnvironments } from './environments.ts';
import { setPrivateEnvironment } from './surroundings.ts';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel('refrakt', { log: true });
  setPrivateEnvironment(vscode.Uri.joinPath(context.globalStorageUri, 'server').fsPath);
  const running = (server = new Server(output, async () => {
    void showFailure(`${running.detail}.`, running.choices('Open Settings', 'Try Again'));
    return false;
  }));
  const agents = new Agents((context.extension.packageJSON as { version: string }).version);
  const refresh = (): void => {
    agents.refresh();
    void running.refresh();
  };
  const status = new StatusItem(running);
  context.subscriptions.push(
    output,
    running,
    agents,
    status,
    registerCommands(running, output),
    watchEnvironments(refresh),
    new Preview(running, context.extensionUri),
    vscode.commands.registerCommand('refrakt.showMenu', () => status.showMenu()),
    vscode.workspace.onDidOpenTextDocument((document) => running.opened(document)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      agents.refresh();
      void running.restart(); // the server is told whether the workspace is trusted
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => agents.refresh()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('refrakt.server')) refresh();
      if (change.affectsConfiguration('refrakt.mcp')) agents.refresh();
    }),
  );
  // Forks of VS Code may lack this API.
  if (typeof vscode.lm?.registerMcpServerDefinitionProvider === 'function') {
    context.subscriptions.push(vscode.lm.registerMcpServerDefinitionProvider('refrakt.mcp', agents));
  }
  for (const document of vscode.workspace.textDocuments) running.opened(document);
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
