import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { locate, describeSearch, type Command, type Surroundings } from '../src/command.ts';

const root = mkdtempSync(path.join(tmpdir(), 'refrakt-command-'));
after(() => rmSync(root, { recursive: true }));

/** A file under the temporary folder that can be run, unless `mode` says otherwise. */
function program(name: string, mode = 0o755): string {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  chmodSync(file, mode);
  return file;
}

const venv = program('site/.venv/bin/refrakt');
const system = program('bin/refrakt');
const uv = program('bin/uv');
const site = path.join(root, 'site');

const around = (other: Partial<Surroundings>): Surroundings => ({
  configured: [],
  folders: [site],
  useProject: true,
  interpreters: [],
  privateEnvironment: path.join(root, 'private'),
  ownOnly: false,
  trusted: true,
  environment: { PATH: path.join(root, 'bin') },
  windows: false,
  ...other,
});

const found = (program: string, origin: Command['origin'], args: string[] = []): Command => ({ program, args, origin });

test('the .venv of the workspace comes before the PATH', () => {
  assert.deepEqual(locate(around({})), found(venv, 'project'));
  assert.deepEqual(locate(around({ folders: [root] })), found(system, 'path'));
});

test('of several folders the first with a .venv counts', () => {
  assert.equal(locate(around({ folders: [root, site] }))?.program, venv);
});

test('in a workspace that is not trusted the .venv is passed over', () => {
  assert.equal(locate(around({ trusted: false }))?.program, system);
  assert.equal(locate(around({ trusted: false, environment: {} })), undefined);
  assert.match(describeSearch(around({ trusted: false })), /trust the workspace/);
});

test('entries of the PATH that depend on the current folder are passed over', () => {
  const before = process.cwd();
  process.chdir(path.join(root, 'bin'));
  try {
    assert.equal(locate(around({ folders: [], environment: { PATH: ':.:' } })), undefined);
  } finally {
    process.chdir(before);
  }
});

test('the configured command keeps its arguments', () => {
  assert.deepEqual(locate(around({ configured: ['uv', 'run', 'refrakt'] })), found(uv, 'setting', ['run', 'refrakt']));
});

test('a path that is set counts from the first folder', () => {
  assert.equal(locate(around({ configured: ['../bin/refrakt'] }))?.program, system);
});

test('what is set and missing is not replaced by something else', () => {
  assert.equal(locate(around({ configured: ['refract'] })), undefined);
  assert.match(describeSearch(around({ configured: ['refract'] })), /`refract`/);
});

test('a folder and a file that cannot be run are not programs', () => {
  program('text/refrakt', 0o644);
  mkdirSync(path.join(root, 'folder', 'refrakt'), { recursive: true });
  const PATH = [path.join(root, 'text'), path.join(root, 'folder')].join(':');
  assert.equal(locate(around({ folders: [], environment: { PATH } })), undefined);
});

test('Windows: Scripts, .exe, and any spelling of PATH', () => {
  const scripts = program('windows/.venv/Scripts/refrakt.exe');
  const installed = program('tools/refrakt.exe');
  const windows = around({ windows: true, folders: [path.join(root, 'windows')] });
  assert.equal(locate(windows)?.program, scripts);
  const Path = path.join(root, 'tools');
  assert.equal(locate({ ...windows, trusted: false, environment: { Path } })?.program, installed);
});

test('venv, and the interpreter chosen for the workspace, count as well', () => {
  const plain = program('other/venv/bin/refrakt');
  assert.deepEqual(locate(around({ folders: [path.join(root, 'other')] })), found(plain, 'project'));
  const chosen = program('conda/bin/refrakt');
  const interpreters = [path.join(root, 'conda', 'bin', 'python')];
  assert.deepEqual(locate(around({ folders: [], interpreters })), found(chosen, 'project'));
  assert.equal(locate(around({ folders: [], interpreters, trusted: false }))?.program, system);
  assert.equal(locate(around({ useProject: false }))?.program, system);
});

test('the environment of the extension comes last', () => {
  const own = program('private/bin/refrakt');
  const elsewhere = { folders: [], environment: { PATH: '' } };
  assert.deepEqual(locate(around(elsewhere)), found(own, 'private'));
  assert.equal(locate(around({ ...elsewhere, environment: { PATH: path.join(root, 'bin') } }))?.program, system);
});

test('the environment of the extension replaces one that does not run, but not what is configured', () => {
  const own = program('private/bin/refrakt');
  const others = { ownOnly: true, environment: { PATH: path.join(root, 'bin') } };
  assert.deepEqual(locate(around(others)), found(own, 'private'));
  assert.equal(locate(around({ ...others, privateEnvironment: '' })), undefined);
  assert.equal(locate(around({ ...others, configured: [system] }))?.origin, 'setting');
});
