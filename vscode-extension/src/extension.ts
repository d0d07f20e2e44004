// The entry point: starts the language server and registers the MCP server.

import * as vscode from 'vscode';
import { Agents } from './agents.ts';
import { Server } from './server.ts';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel('refrakt', { log: true });
  const running = (server = new Server(output));
  const agents = new Agents((context.extension.packageJSON as { version: string }).version);
  const refresh = (): void => {
    agents.refresh();
    void running.refresh();
  };
  context.subscriptions.push(
    output,
    running,
    agents,
    vscode.commands.registerCommand('refrakt.restart', () => running.restart()),
    vscode.commands.registerCommand('refrakt.showOutput', () => output.show()),
    vscode.commands.registerCommand('refrakt.showReferences', running.showReferences.bind(running)),
    vscode.workspace.onDidOpenTextDocument((document) => running.opened(document)),
    vscode.workspace.onDidGrantWorkspaceTrust(refresh),
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
