// Notices when a Python environment of the workspace appears, disappears or is chosen.

import * as vscode from 'vscode';
import { ENVIRONMENTS } from './command.ts';
import { python } from './surroundings.ts';

const DELAY = 1_000;

/** Calls `changed` when another refrakt may count. */
export function watchEnvironments(changed: () => void): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  // An installation writes many files; the program is among the last.
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, DELAY);
  };
  const subscriptions: vscode.Disposable[] = [];
  let watchers: vscode.Disposable[] = [];
  // Of a folder that appears complete, only the folder itself may be reported.
  const environments = `{${ENVIRONMENTS.join(',')}}`;
  const patterns = [environments, `${environments}/{bin/refrakt,Scripts/refrakt.exe}`];
  const watch = (): void => {
    for (const each of watchers) each.dispose();
    const folders = vscode.workspace.workspaceFolders ?? [];
    watchers = folders.flatMap((folder) => patterns.map((each) => new vscode.RelativePattern(folder, each))).flatMap((pattern) => {
      const watcher = vscode.workspace.createFileSystemWatcher(pattern, false, true);
      return [watcher, watcher.onDidCreate(later), watcher.onDidDelete(later)];
    });
  };
  watch();
  subscriptions.push(vscode.workspace.onDidChangeWorkspaceFolders(() => (watch(), later())));
  // The Python extension may be activated later.
  let followed = false;
  const follow = (): void => {
    const event = followed ? undefined : python()?.environments?.onDidChangeActiveEnvironmentPath;
    if (event === undefined) return;
    followed = true;
    subscriptions.push(event(later));
  };
  follow();
  subscriptions.push(vscode.extensions.onDidChange(follow));
  return {
    dispose: () => {
      clearTimeout(timer);
      for (const each of [...subscriptions, ...watchers]) each.dispose();
    },
  };
}
