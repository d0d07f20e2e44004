// Collects the inputs of `locate` from the editor.

import * as vscode from 'vscode';
import type { Surroundings } from './command.ts';
import { privateEnvironment } from './private_environment.ts';

/** The part of the Python extension's interface that is used. */
interface PythonExtension {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

let installed = { storage: '', version: '' };

/** Where this extension installs refrakt, and for which version; set once, when the extension starts. */
export function setStorage(storage: string, version: string): void {
  installed = { storage, version };
}

let ownOnly = false;

/** From now on, use the refrakt that this extension installs, unless the settings name another. */
export function useOwnOnly(): void {
  ownOnly = true;
}

/** For one workspace folder, or for all of them in order. */
export function surroundings(folder?: vscode.WorkspaceFolder): Surroundings {
  const folders = (folder ? [folder] : (vscode.workspace.workspaceFolders ?? [])).filter(
    ({ uri }) => uri.scheme === 'file',
  );
  const settings = vscode.workspace.getConfiguration('refrakt.server', folder?.uri);
  const program = settings.get('path', '');
  return {
    configured: program ? [program] : settings.get<string[]>('command', []),
    useProject: settings.get('useProjectEnvironment', true),
    folders: folders.map(({ uri }) => uri.fsPath),
    interpreters: folders.flatMap((folder) => python()?.environments?.getActiveEnvironmentPath(folder.uri).path ?? []),
    privateEnvironment: privateEnvironment(installed.storage, installed.version),
    ownOnly,
    trusted: vscode.workspace.isTrusted,
    environment: process.env,
    windows: process.platform === 'win32',
  };
}

/** The interface of the Python extension, once that is active. */
export function python(): PythonExtension | undefined {
  const found = vscode.extensions.getExtension<PythonExtension>('ms-python.python');
  return found?.isActive ? found.exports : undefined;
}
