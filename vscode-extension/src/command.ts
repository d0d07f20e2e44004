// Locates the refrakt program.
//
// Opening an unknown folder must not run a program from it. So the `.venv` and the settings of a workspace are ignored
// until it is trusted, and relative entries of the PATH are skipped. This module does not import vscode, so that it can
// be tested without an editor.

import { accessSync, constants, statSync } from 'node:fs';
import * as path from 'node:path';

/** The absolute path of a program, and its arguments before refrakt's own. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

/** The inputs of the search. */
export interface Surroundings {
  /** The configured command; empty: search. VS Code ignores the setting in untrusted workspaces. */
  readonly configured: readonly string[];
  /** The workspace folders, the preferred one first. */
  readonly folders: readonly string[];
  readonly trusted: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly windows: boolean;
}

/** The command for refrakt, or `undefined` if it was not found. */
export function locate(around: Surroundings): Command | undefined {
  const [first, ...args] = around.configured;
  if (first) {
    const program = isPath(first, around)
      ? runnable(path.resolve(around.folders[0] ?? '', first), around)
      : onPath(first, around);
    return program === undefined ? undefined : { program, args };
  }
  const program = inVenv(around) ?? onPath('refrakt', around);
  return program === undefined ? undefined : { program, args: [] };
}

/** A description of the search, for the error message. */
export function describeSearch(around: Surroundings): string {
  if (around.configured.length > 0) return `as \`${around.configured.join(' ')}\`, set in refrakt.server.command`;
  return around.trusted
    ? 'in the .venv of the workspace and on the PATH'
    : 'on the PATH (trust the workspace to use its .venv)';
}

function isPath(name: string, around: Surroundings): boolean {
  return name.includes('/') || (around.windows && name.includes('\\'));
}

function inVenv(around: Surroundings): string | undefined {
  if (!around.trusted) return undefined;
  const scripts = path.join('.venv', around.windows ? 'Scripts' : 'bin', 'refrakt');
  return first(around.folders.map((folder) => path.join(folder, scripts)), around);
}

function onPath(name: string, around: Surroundings): string | undefined {
  // The case of the variable varies on Windows, and keys of a copied environment are case-sensitive.
  const key = Object.keys(around.environment).find((key) => (around.windows ? key.toUpperCase() : key) === 'PATH');
  const folders = (key && around.environment[key])?.split(around.windows ? ';' : ':') ?? [];
  return first(folders.filter((folder) => path.isAbsolute(folder)).map((folder) => path.join(folder, name)), around);
}

function first(candidates: readonly string[], around: Surroundings): string | undefined {
  for (const candidate of candidates) {
    const program = runnable(candidate, around);
    if (program !== undefined) return program;
  }
  return undefined;
}

/** The executable file; on Windows the extension may be omitted. */
function runnable(file: string, around: Surroundings): string | undefined {
  const files = around.windows && path.extname(file) === '' ? [`${file}.exe`] : [file];
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile();
    } catch {
      return false;
    }
  });
}
