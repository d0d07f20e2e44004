import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerProcess, lastLine } from '../src/server_process.ts';

const run = (code: string): ServerProcess => new ServerProcess(process.execPath, ['-e', code], process.env);

test('the reason is the last line of the standard error', async () => {
  const server = run('console.error("first\\nTypeError: no\\n\\n"); process.exitCode = 3');
  assert.equal(server.reason(await server.ended), 'TypeError: no');
});

test('without one it is the exit code', async () => {
  const server = run('process.exitCode = 3');
  assert.equal(server.reason(await server.ended), 'exit code 3');
});

test('a program that is missing', async () => {
  const server = new ServerProcess('/not/there', [], process.env);
  assert.match(server.reason(await server.ended), /ENOENT/);
});

test('a process that does not end is killed', async () => {
  const server = run('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)');
  await server.endWithin(100);
  assert.equal((await server.ended).signal, 'SIGKILL');
});

test('lines without text do not count', () => assert.equal(lastLine(['a', ' ']), 'a'));
