// Which program is started when refrakt is needed.
//
// Somebody who opens a foreign folder must not run what lies in it. So whatever a workspace brings, its `.venv`
// and its settings, counts only once the workspace is trusted, and a search of the PATH passes over entries that
// depend on the current folder. The editor itself is not needed here, so that this can be tested without one.

import { accessSync, constants, statSync } from 'node:fs';
import * as path from 'node:path';

/** A program by its full path, and the words that come before refrakt's own. */
export interface Command {
  readonly program: string;
  readonly words: readonly string[];
}

/** What the search depends on. */
export interface Surroundings {
  /** The words of the setting; none of them: search. The editor leaves out what an untrusted workspace says. */
  readonly configured: readonly string[];
  /** The workspace folders, the most fitting one first. */
  readonly folders: readonly string[];
  readonly trusted: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly windows: boolean;
}

/** Where refrakt is, or `undefined` where it is nowhere. */
export function locate(around: Surroundings): Command | undefined {
  const [first, ...words] = around.configured;
  if (first) {
    const program = isPath(first, around)
      ? runnable(path.resolve(around.folders[0] ?? '', first), around)
      : onPath(first, around);
    return program === undefined ? undefined : { program, words };
  }
  const program = inVenv(around) ?? onPath('refrakt', around);
  return program === undefined ? undefined : { program, words: [] };
}

/** What was looked for, in words for the one who has to mend it. */
export function sought(around: Surroundings): string {
  if (around.configured.length > 0) return `as \`${around.configured.join(' ')}\`, set in refrakt.server.command`;
  return around.trusted
    ? 'in the .venv of the workspace and on the PATH'
    : 'on the PATH (the .venv of the workspace counts once you trust it)';
}

function isPath(word: string, around: Surroundings): boolean {
  return word.includes('/') || (around.windows && word.includes('\\'));
}

function inVenv(around: Surroundings): string | undefined {
  if (!around.trusted) return undefined;
  const scripts = path.join('.venv', around.windows ? 'Scripts' : 'bin', 'refrakt');
  return first(around.folders.map((folder) => path.join(folder, scripts)), around);
}

function onPath(name: string, around: Surroundings): string | undefined {
  // Windows spells the variable in several ways; in a copy of the environment its name is a plain key.
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

/** The file that would be run; Windows leaves its ending to be guessed. */
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
