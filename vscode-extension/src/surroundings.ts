// What the editor knows of the things `locate` depends on.

import * as vscode from 'vscode';
import type { Surroundings } from './command.ts';

/** Those of one workspace folder, or of all of them, the first one first. */
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
