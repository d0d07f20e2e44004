// The extension host is killed while the server runs, with or without an agent of another program.

import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { run, tell, told, until } from './vscode_window.mjs';

const task = JSON.parse(readFileSync(process.argv[2], 'utf8'));

function read(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

/** The processes of refrakt that the editor has started, by id; those that have ended and wait for their parent do not count. */
function processes() {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && read(pid, 'environ').includes(`REFRAKT_TALK=${task.talk}`))
    .filter((pid) => /\brefrakt\b/.test(read(pid, 'cmdline').split('\0').slice(0, 4).join(' ')) && !/ Z /.test(read(pid, 'stat')))
    .map((pid) => ({ pid: Number(pid), command: read(pid, 'cmdline').replaceAll('\0', ' '), parent: Number(read(pid, 'stat').replace(/^.*\) \S /, '').split(' ')[0]) }));
}

/** An MCP client of its own, as Claude Code would start it. */
function startAgent() {
  const { REFRAKT_TALK: _talk, ...environment } = process.env;
  const child = spawn(path.join(task.site, '.venv', 'bin', 'refrakt'), ['mcp', '--cwd', task.site], { env: environment, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  let last = 0;
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const call = (method, params) => new Promise((resolve) => {
    waiting.set(++last, resolve);
    send({ id: last, method, params });
  });
  return { child, send, call };
}

async function session(_, seen) {
  await told('running');
  let agent;
  if (process.env.REFRAKT_AGENT) {
    agent = startAgent();
    const clientInfo = { name: 'test', version: '1' };
    await agent.call('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    agent.send({ method: 'notifications/initialized' });
    seen.before = (await agent.call('tools/list', {})).result.tools.length;
  }
  const before = processes();
  const server = before.find(({ command }) => command.trim().endsWith(' lsp'));
  seen.before_processes = before.length;
  tell('running');
  process.kill(server.parent, 'SIGKILL');
  const killed = Date.now();
  const left = () => processes().filter(({ pid }) => before.some((each) => each.pid === pid));
  if (agent === undefined) {
    await until('the processes to end', () => left().length === 0);
    seen.seconds = (Date.now() - killed) / 1000;
  } else {
    await pause(2000);
    seen.after = (await agent.call('tools/list', {})).result.tools.length;
    agent.child.stdin.end();
  }
}

await run('ending', session);
