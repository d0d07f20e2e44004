// The commands of the palette and of the status item.

import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import { activeDocument } from './active_document.ts';
import { locate } from './command.ts';
import { openSetting } from './failure_message.ts';
import { CLIENTS, mcpArguments } from './mcp_config.ts';
import type { Server } from './server.ts';
import { setUp } from './set_up.ts';
import { surroundings } from './surroundings.ts';

const DOCTOR_TIMEOUT = 60_000;

export function registerCommands(server: Server, output: vscode.LogOutputChannel): vscode.Disposable {
  const commands: Record<string, (...args: never[]) => unknown> = {
    restart: () => server.restart(),
    showOutput: () => output.show(),
    showReferences: server.showReferences.bind(server),
    openSettings: () => openSetting('refrakt.server.path'),
    fixAll: () => vscode.commands.executeCommand('editor.action.fixAll', { kind: 'source.fixAll.refrakt' }),
    insertTableOfContents: () => vscode.commands.executeCommand('editor.action.sourceAction', { kind: 'source.insertTableOfContents', apply: 'first' }),
    rereadSchema: () => rereadSchema(server),
    copyMcpConfig: () => copyMcpConfig(),
    doctor: () => doctor(output),
    setUp: () => setUp(server),
  };
  const registered = Object.entries(commands).map(([name, run]) =>
    vscode.commands.registerCommand(`refrakt.${name}`, run),
  );
  return vscode.Disposable.from(...registered);
}

async function rereadSchema(server: Server): Promise<void> {
  if (server.running === undefined) await server.restart();
  else await server.running.sendNotification('refrakt/reread', {});
  vscode.window.setStatusBarMessage('refrakt reads the tags of the site again', 3_000);
}

async function copyMcpConfig(): Promise<void> {
  const folder = await chosenFolder();
  const command = folder && locate(surroundings(folder));
  if (folder === undefined || command === undefined) return;
  const items = CLIENTS.map((client) => ({ label: client.name, description: client.where, client }));
  const chosen = await vscode.window.showQuickPick(items, { title: 'Copy the MCP config for' });
  if (chosen === undefined) return;
  await vscode.env.clipboard.writeText(chosen.client.config(command.program, mcpArguments(command, folder.uri.fsPath)));
  vscode.window.setStatusBarMessage(`Copied; paste it into ${chosen.client.where}`, 5_000);
}

/** Diagnose the project of the active page in the output. */
async function doctor(output: vscode.LogOutputChannel): Promise<void> {
  const folder = await chosenFolder();
  const command = folder && locate(surroundings(folder));
  if (folder === undefined || command === undefined) {
    output.show();
    return;
  }
  const args = [...command.args, '--cwd', folder.uri.fsPath, 'doctor'];
  output.show();
  await new Promise<void>((resolve) => {
    execFile(command.program, args, { timeout: DOCTOR_TIMEOUT, env: { ...process.env, NO_COLOR: '1' } }, (_, out, err) => {
      output.info(`refrakt doctor in ${folder.uri.fsPath}\n${out}${err}`);
      resolve();
    });
  });
}

/** The workspace folder of the active page, or the only one, or the one that is chosen. */
export async function chosenFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const active = activeDocument()?.uri;
  const folder = active && vscode.workspace.getWorkspaceFolder(active);
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folder ?? (folders.length > 1 ? vscode.window.showWorkspaceFolderPick() : folders[0]);
}
