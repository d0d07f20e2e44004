// The entry point: starts the language server, registers the MCP server, commands and views.

import * as vscode from 'vscode';
import { Agents } from './agents.ts';
import { registerCommands } from './commands.ts';
import { installServer } from './install.ts';
import { InspectorView } from './inspector_view.ts';
import { newPageFromLayout, newPageFromRune } from './new_page.ts';
import { registerLinksOnPaste } from './links_on_paste.ts';
import { drawTags } from './markdown_preview.ts';
import { PagesView, PartialsView } from './pages_view.ts';
import { PlanView } from './plan_view.ts';
import { Preview } from './preview.ts';
import { registerRulePages } from './rule_pages.ts';
import { Server } from './server.ts';
import { StatusItem } from './status_item.ts';
import { watchEnvironments } from './environments.ts';
import { registerTyping } from './typing.ts';
import { setStorage } from './surroundings.ts';

let server: Server | undefined;

/** The result is for VS Code's own Markdown preview, which draws tags as labelled boxes. */
export function activate(context: vscode.ExtensionContext): { extendMarkdownIt: typeof drawTags } {
  const output = vscode.window.createOutputChannel('refrakt', { log: true });
  const { version } = context.extension.packageJSON as { version: string };
  const storage = context.globalStorageUri.fsPath;
  const wheels = vscode.Uri.joinPath(context.extensionUri, 'wheels').fsPath;
  setStorage(storage, version);
  const install = async (): Promise<boolean> => {
    const installed = await installServer({ storage, wheels, version, output, again: () => running.restart() });
    if (installed) agents.refresh();
    return installed;
  };
  const running = (server = new Server(output, install));
  const agents = new Agents(version);
  const refresh = (): void => {
    agents.refresh();
    void running.refresh();
  };
  const status = new StatusItem(running);
  const pages = new PagesView(running);
  const partials = new PartialsView(running);
  context.subscriptions.push(
    output,
    running,
    agents,
    status,
    registerCommands(running, output),
    watchEnvironments(refresh),
    new Preview(running, context.extensionUri),
    registerTyping(),
    registerRulePages(),
    registerLinksOnPaste(),
    new InspectorView(running),
    new PlanView(running),
    pages,
    partials,
    vscode.commands.registerCommand('refrakt.refreshPages', () => [pages, partials].forEach((each) => each.refresh())),
    vscode.commands.registerCommand('refrakt.newPageFromLayout', () => newPageFromLayout(running)),
    vscode.commands.registerCommand('refrakt.newPageFromRune', () => newPageFromRune()),
    vscode.commands.registerCommand('refrakt.showMenu', () => status.showMenu()),
    vscode.workspace.onDidOpenTextDocument((document) => running.opened(document)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      agents.refresh();
      void running.restart(); // the server is told whether the workspace is trusted
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => agents.refresh()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('refrakt.server')) void running.configured();
      if (change.affectsConfiguration('refrakt')) agents.refresh();
    }),
  );
  // Forks of VS Code may lack this API.
  if (typeof vscode.lm?.registerMcpServerDefinitionProvider === 'function') {
    context.subscriptions.push(vscode.lm.registerMcpServerDefinitionProvider('refrakt.mcp', agents));
  }
  for (const document of vscode.workspace.textDocuments) running.opened(document);
  return { extendMarkdownIt: drawTags };
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
