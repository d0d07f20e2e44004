import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { locate, describeSearch, type Surroundings } from '../src/command.ts';

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
  trusted: true,
  environment: { PATH: path.join(root, 'bin') },
  windows: false,
  ...other,
});

test('the .venv of the workspace comes before the PATH', () => {
  assert.deepEqual(locate(around({})), { program: venv, args: [] });
  assert.deepEqual(locate(around({ folders: [root] })), { program: system, args: [] });
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
  assert.deepEqual(locate(around({ configured: ['uv', 'run', 'refrakt'] })), { program: uv, args: ['run', 'refrakt'] });
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
