// Makes the extension's own Python environment with refrakt in it, from the wheels in the extension. Does not import vscode.
//
// The environment is a folder of its own; a file names the current one when it is complete. So two windows may install at the same
// time, and an installation that was interrupted is never used.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { onPath, programIn, type Surroundings } from './command.ts';

export const OLDEST_PYTHON = [3, 11] as const;
const PROBE_TIMEOUT = 15_000;
const INSTALL_TIMEOUT = 10 * 60_000;
/** An installation that is older was interrupted. */
const LONGEST_INSTALLATION = 24 * 60 * 60_000;
const PREFIX = 'server-';

/** Why an installation failed. */
export type Failure =
  | { readonly kind: 'python'; readonly found: string | undefined }
  | { readonly kind: 'venv'; readonly python: string; readonly version: string }
  | { readonly kind: 'network'; readonly detail: string }
  | { readonly kind: 'other'; readonly detail: string }
  | { readonly kind: 'cancelled' };

export class InstallError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

export interface Installation {
  /** The folder for environments. */
  readonly storage: string;
  /** The folder of wheels in the extension. */
  readonly wheels: string;
  /** The version of the extension. */
  readonly version: string;
  /** The configured interpreter; empty: search. */
  readonly python: string;
  readonly around: Pick<Surroundings, 'environment' | 'windows'>;
  readonly signal: AbortSignal;
  readonly report: (step: string) => void;
  readonly log: (line: string) => void;
}

/** The folder of the complete environment of a version; empty without one. */
export function privateEnvironment(storage: string, version: string): string {
  try {
    const folder = path.join(storage, path.basename(readFileSync(pointer(storage, version), 'utf8').trim()));
    return existsSync(folder) ? folder : '';
  } catch {
    return '';
  }
}

function pointer(storage: string, version: string): string {
  return path.join(storage, `${PREFIX}${version}.current`);
}

/** Make the environment; throws `InstallError`. */
export async function install(task: Installation): Promise<void> {
  mkdirSync(task.storage, { recursive: true });
  removeOthers(task);
  const uv = onPath('uv', task.around);
  const python = await findPython(task);
  if ('kind' in python && uv === undefined) throw new InstallError(python);
  const name = `${PREFIX}${task.version}-${randomBytes(4).toString('hex')}`;
  const folder = path.join(task.storage, name);
  try {
    task.report('making an environment');
    if (uv !== undefined) await makeWithUv(task, uv, folder, 'kind' in python ? undefined : python.program);
    else if (!('kind' in python)) await makeWithVenv(task, folder, python);
    task.report('installing refrakt');
    await installWheels(task, uv, folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const file = `${pointer(task.storage, task.version)}.${process.pid}`;
  writeFileSync(file, name);
  renameSync(file, pointer(task.storage, task.version));
}

export interface Python {
  readonly program: string;
  readonly version: string;
}

/** An interpreter that is new enough, or why there is none. The current folder and the workspace are not searched. */
export async function findPython(task: Pick<Installation, 'python' | 'around' | 'storage' | 'signal'>): Promise<Python | Extract<Failure, { kind: 'python' }>> {
  const names = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python', ...(task.around.windows ? ['py'] : [])];
  const candidates = task.python ? [task.python] : names.flatMap((name) => onPath(name, task.around) ?? []);
  let found: string | undefined;
  for (const program of new Set(candidates)) {
    const version = await pythonVersion(task, program);
    if (version === undefined) continue;
    if (isNewEnough(version)) return { program, version };
    found ??= version;
  }
  return { kind: 'python', found };
}

export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST_PYTHON[0] || (major === OLDEST_PYTHON[0] && minor >= OLDEST_PYTHON[1]);
}

async function pythonVersion(task: Pick<Installation, 'storage' | 'signal'>, program: string): Promise<string | undefined> {
  const code = 'import sys; print("%d.%d" % sys.version_info[:2])';
  const result = await execute(program, ['-I', '-c', code], task.storage, task.signal, PROBE_TIMEOUT);
  const version = result.output.trim().split('\n').at(-1) ?? '';
  return result.ok && /^\d+\.\d+$/.test(version) ? version : undefined;
}

async function makeWithVenv(task: Installation, folder: string, python: Python): Promise<void> {
  const result = await logged(task, python.program, ['-I', '-m', 'venv', folder]);
  if (result.ok) return;
  if (/ensurepip|No module named '?venv/.test(result.output)) {
    throw new InstallError({ kind: 'venv', python: python.program, version: python.version });
  }
  throw failed(result.output);
}

/** uv downloads a Python if there is none. */
async function makeWithUv(task: Installation, uv: string, folder: string, python: string | undefined): Promise<void> {
  const result = await logged(task, uv, ['venv', '--no-project', '--no-config', '--python', python ?? '>=3.11', folder]);
  if (!result.ok) throw failed(result.output);
}

async function installWheels(task: Installation, uv: string | undefined, folder: string): Promise<void> {
  const own = readdirSync(task.wheels).find((name) => name.startsWith('refrakt-'));
  if (own === undefined) throw failed(`no wheel of refrakt in ${task.wheels}`);
  // A package for one platform has the libraries, too.
  const complete = readdirSync(task.wheels).length > 1;
  const source = ['--find-links', task.wheels, ...(complete ? ['--no-index'] : [])];
  const wheel = path.join(task.wheels, own);
  const python = programIn(folder, task.around, task.around.windows ? 'python.exe' : 'python');
  const result =
    uv === undefined
      ? await logged(task, python, ['-I', '-m', 'pip', '--disable-pip-version-check', '--no-input', 'install', '--no-compile', '--only-binary', ':all:', ...source, wheel])
      : await logged(task, uv, ['pip', 'install', '--no-config', '--python', python, ...source, wheel]);
  if (!result.ok) throw failed(result.output);
}

const NETWORK = /ConnectionError|NewConnectionError|Failed to establish a new connection|Temporary failure in name resolution|getaddrinfo|error sending request|ConnectTimeout|ProxyError|SSLError|No route to host|Network is unreachable/i;

/** The failure of a program, by its output. */
export function failed(output: string): InstallError {
  const lines = output.split('\n').map((line) => line.trim()).filter(Boolean);
  const detail = lines.findLast((line) => /^error/i.test(line)) ?? lines.at(-1) ?? 'no output';
  return new InstallError(NETWORK.test(output) ? { kind: 'network', detail } : { kind: 'other', detail });
}

/** Environments of other versions, and interrupted installations that are a day old, are deleted. */
function removeOthers(task: Installation): void {
  const current = path.basename(privateEnvironment(task.storage, task.version));
  for (const name of readdirSync(task.storage)) {
    if (!name.startsWith(PREFIX) || name === current || name.startsWith(`${PREFIX}${task.version}.current`)) continue;
    const entry = path.join(task.storage, name);
    try {
      const isOfThisVersion = name.startsWith(`${PREFIX}${task.version}-`);
      if (isOfThisVersion && Date.now() - statSync(entry).mtimeMs < LONGEST_INSTALLATION) continue;
      rmSync(entry, { recursive: true, force: true });
    } catch {
      // Another window still runs it.
    }
  }
}

interface Result {
  readonly ok: boolean;
  readonly output: string;
}

async function logged(task: Installation, program: string, args: readonly string[]): Promise<Result> {
  task.log([program, ...args].join(' '));
  const result = await execute(program, args, task.storage, task.signal, INSTALL_TIMEOUT);
  if (result.output.trim()) task.log(result.output.trim());
  return result;
}

/** Run a program in a folder that is not the workspace's, without the variables that could add modules of others. */
function execute(program: string, args: readonly string[], cwd: string, signal: AbortSignal, timeout: number): Promise<Result> {
  const { PYTHONPATH: _path, PYTHONHOME: _home, VIRTUAL_ENV: _environment, ...environment } = process.env;
  const env = { ...environment, PYTHONUTF8: '1', PIP_USER: '0' };
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { cwd, env, signal, timeout, maxBuffer: 16 << 20 }, (error, out, err) => {
      if (signal.aborted) reject(new InstallError({ kind: 'cancelled' }));
      else resolve({ ok: error === null, output: `${out}${err}${error !== null && !err ? `\n${error.message}` : ''}` });
    });
  });
}
