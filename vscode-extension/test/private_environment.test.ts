import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { failed, install, InstallError, isNewEnough, privateEnvironment, type Installation } from '../src/private_environment.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(path.join(tmpdir(), 'refrakt-install-'))));
afterEach(() => rmSync(root, { recursive: true }));

/** An interpreter that answers its version, and writes down how it was called. */
function python(name: string, code: string): void {
  const file = path.join(root, 'bin', name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho "$*" >> ${root}/calls\n${code}\n`);
  chmodSync(file, 0o755);
}

/** A `venv` whose Python installs nothing but says it did. */
const WORKS = `case "$*" in *venv*) for last; do :; done; mkdir -p "$last/bin"; cp "$0" "$last/bin/python"; touch "$last/bin/refrakt";; *pip*) ;; *) echo 3.12;; esac`;

function task(): Installation {
  mkdirSync(path.join(root, 'wheels'), { recursive: true });
  writeFileSync(path.join(root, 'wheels', 'refrakt-1-py3-none-any.whl'), '');
  const environment = { PATH: `${path.join(root, 'bin')}:relative` };
  return {
    storage: path.join(root, 'storage'), wheels: path.join(root, 'wheels'), version: '1', python: '',
    around: { environment, windows: false }, signal: new AbortController().signal, report: () => {}, log: () => {},
  };
}

const failure = async (task: Installation) => {
  try {
    await install(task);
  } catch (error) {
    return (error as InstallError).failure;
  }
  return undefined;
};

test('a version is compared by numbers', () => {
  assert.deepEqual(['3.9', '3.10', '3.11', '3.14', '4.0', '2.7'].map(isNewEnough), [false, false, true, true, true, false]);
});

test('without an interpreter, or with an old one', async () => {
  assert.deepEqual(await failure(task()), { kind: 'python', found: undefined });
  python('python3', 'echo 3.9');
  assert.deepEqual(await failure(task()), { kind: 'python', found: '3.9' });
});

test('the first interpreter that is new enough makes the environment', async () => {
  python('python3', 'echo 3.9');
  python('python3.12', WORKS);
  assert.equal(await failure(task()), undefined);
  const made = privateEnvironment(path.join(root, 'storage'), '1');
  assert.ok(existsSync(path.join(made, 'bin', 'refrakt')));
  assert.equal(privateEnvironment(path.join(root, 'storage'), '2'), '');
  const calls = readFileSync(path.join(root, 'calls'), 'utf8');
  assert.match(calls, /-I -m venv/);
  assert.doesNotMatch(calls, /--no-index/); // the libraries are not in the extension
});

test('with the libraries in the extension, nothing is downloaded', async () => {
  python('python3', WORKS);
  const all = task();
  writeFileSync(path.join(root, 'wheels', 'pygls-2-py3-none-any.whl'), '');
  assert.equal(await failure(all), undefined);
  assert.match(readFileSync(path.join(root, 'calls'), 'utf8'), /--no-index/);
});

test('an interpreter without venv, and what failed leaves nothing behind', async () => {
  python('python3', 'case "$*" in *venv*) echo "ensurepip is not available" >&2; exit 1;; *) echo 3.13;; esac');
  const found = await failure(task());
  assert.deepEqual(found, { kind: 'venv', python: path.join(root, 'bin', 'python3'), version: '3.13' });
  assert.deepEqual(readdirSync(path.join(root, 'storage')), []);
});

test('environments of other versions are deleted', async () => {
  python('python3', WORKS);
  mkdirSync(path.join(root, 'storage', 'server-0-abc'), { recursive: true });
  await install(task());
  assert.ok(!existsSync(path.join(root, 'storage', 'server-0-abc')));
});

test('an installation that was interrupted is deleted after a day, one that may be running is not', async () => {
  python('python3', WORKS);
  const [old, recent] = ['old', 'recent'].map((name) => path.join(root, 'storage', `server-1-${name}`)) as [string, string];
  for (const each of [old, recent]) mkdirSync(each, { recursive: true });
  const yesterday = new Date(Date.now() - 25 * 60 * 60_000);
  utimesSync(old, yesterday, yesterday);
  await install(task());
  assert.deepEqual([old, recent].map((each) => existsSync(each)), [false, true]);
  assert.notEqual(privateEnvironment(path.join(root, 'storage'), '1'), '');
});

test('failures of a download', () => {
  const kind = (output: string) => failed(output).failure.kind;
  assert.equal(kind('WARNING: Retrying … NewConnectionError: Failed to establish a new connection\nERROR: No matching distribution'), 'network');
  assert.deepEqual(failed('text\nERROR: no space left\n').failure, { kind: 'other', detail: 'ERROR: no space left' });
});
