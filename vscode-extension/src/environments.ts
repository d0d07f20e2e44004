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
  const watchers: vscode.Disposable[] = [{ dispose: () => clearTimeout(timer) }];
  const pattern = `{${ENVIRONMENTS.join(',')}}/{bin/refrakt,Scripts/refrakt.exe}`;
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, pattern), false, true);
    watchers.push(watcher, watcher.onDidCreate(later), watcher.onDidDelete(later));
  }
  // The Python extension may be activated later.
  let followed = false;
  const follow = (): void => {
    const event = followed ? undefined : python()?.environments?.onDidChangeActiveEnvironmentPath;
    if (event === undefined) return;
    followed = true;
    watchers.push(event(later));
  };
  follow();
  watchers.push(vscode.extensions.onDidChange(follow));
  return { dispose: () => watchers.forEach((each) => each.dispose()) };
}
