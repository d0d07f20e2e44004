// Locates the refrakt program.
//
// Opening an unknown folder must not run a program from it. So the environments and the settings of a workspace are ignored
// until it is trusted, and relative entries of the PATH are skipped. This module does not import vscode, so that it can
// be tested without an editor.

import { accessSync, constants, statSync } from 'node:fs';
import * as path from 'node:path';

/** The absolute path of a program, and its arguments before refrakt's own. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** Where it was found. */
  readonly origin: 'setting' | 'project' | 'path' | 'private';
}

/** The inputs of the search. */
export interface Surroundings {
  /** The configured command line; empty: search. VS Code ignores the settings in untrusted workspaces. */
  readonly configured: readonly string[];
  /** Whether to look into the environments of the workspace. */
  readonly useProject: boolean;
  /** The workspace folders, the preferred one first. */
  readonly folders: readonly string[];
  /** Python interpreters chosen for the workspace, such as by the Python extension. */
  readonly interpreters: readonly string[];
  /** The folder of the extension's own environment; empty if it has none. */
  readonly privateEnvironment: string;
  /** Whether only that counts, because the user has chosen it over one that does not run. */
  readonly ownOnly: boolean;
  readonly trusted: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly windows: boolean;
}

/** The environments of a workspace folder. */
export const ENVIRONMENTS = ['.venv', 'venv'];

/** The command for refrakt, or `undefined` if it was not found. */
export function locate(around: Surroundings): Command | undefined {
  const [first, ...args] = around.configured;
  if (first) {
    const program = isPath(first, around)
      ? runnable(path.resolve(around.folders[0] ?? '', first), around)
      : onPath(first, around);
    return program === undefined ? undefined : { program, args, origin: 'setting' };
  }
  const own = found(inPrivateEnvironment(around), 'private');
  if (around.ownOnly) return own;
  return found(inProjectEnvironment(around), 'project') ?? found(onPath('refrakt', around), 'path') ?? own;
}

/** A description of the search, for the error message. */
export function describeSearch(around: Surroundings): string {
  if (around.configured.length > 0) return `as \`${around.configured.join(' ')}\`, set in the settings`;
  return around.trusted && around.useProject
    ? 'in the Python environment of the workspace and on the PATH'
    : 'on the PATH (trust the workspace to use its Python environment)';
}

/** The file of a program in a Python environment. */
export function programIn(environment: string, around: Pick<Surroundings, 'windows'>, name = 'refrakt'): string {
  return path.join(environment, around.windows ? 'Scripts' : 'bin', name);
}

function found(program: string | undefined, origin: Command['origin']): Command | undefined {
  return program === undefined ? undefined : { program, args: [], origin };
}

function isPath(name: string, around: Surroundings): boolean {
  return name.includes('/') || (around.windows && name.includes('\\'));
}

function inProjectEnvironment(around: Surroundings): string | undefined {
  if (!around.trusted || !around.useProject) return undefined;
  const folders = around.folders.flatMap((folder) => ENVIRONMENTS.map((name) => path.join(folder, name)));
  const beside = around.interpreters.map((interpreter) => path.join(path.dirname(interpreter), 'refrakt'));
  return first([...folders.map((folder) => programIn(folder, around)), ...beside], around);
}

function inPrivateEnvironment(around: Surroundings): string | undefined {
  return around.privateEnvironment === '' ? undefined : runnable(programIn(around.privateEnvironment, around), around);
}

/** A program on the PATH. */
export function onPath(name: string, around: Pick<Surroundings, 'environment' | 'windows'>): string | undefined {
  // The case of the variable varies on Windows, and keys of a copied environment are case-sensitive.
  const key = Object.keys(around.environment).find((key) => (around.windows ? key.toUpperCase() : key) === 'PATH');
  const folders = (key && around.environment[key])?.split(around.windows ? ';' : ':') ?? [];
  return first(folders.filter((folder) => path.isAbsolute(folder)).map((folder) => path.join(folder, name)), around);
}

function first(candidates: readonly string[], around: Pick<Surroundings, 'windows'>): string | undefined {
  for (const candidate of candidates) {
    const program = runnable(candidate, around);
    if (program !== undefined) return program;
  }
  return undefined;
}

/** The executable file; on Windows the extension may be omitted. */
function runnable(file: string, around: Pick<Surroundings, 'windows'>): string | undefined {
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
