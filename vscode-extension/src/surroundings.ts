// Collects the inputs of `locate` from the editor.

import * as vscode from 'vscode';
import type { Surroundings } from './command.ts';

/** For one workspace folder, or for all of them in order. */
export function surroundings(folder?: vscode.WorkspaceFolder): Surroundings {
  const folders = folder ? [folder] : (vscode.workspace.workspaceFolders ?? []);
  return {
    configured: vscode.workspace.getConfiguration('refrakt', folder?.uri).get<string[]>('server.command', []),
    folders: folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath),
    trusted: vscode.workspace.isTrusted,
    environment: process.env,
    windows: process.platform === 'win32',
  };
}
