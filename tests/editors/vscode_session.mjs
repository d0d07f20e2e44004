// What a writer would do in VS Code with one page: code-server is the editor, Chromium its window.
// vscode_session.mjs TASK.json, with the keys
//   codeServer, extensions, userData, site, chromium: where things are; talk: a folder for notes to the witness
//   answer: the file that takes what was seen (JSON); shots: the folder for pictures of the window
// Beside our extension stands a second one, the witness, and sees what extensions see. Whether what was seen is right
// is the test's to say.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const task = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { chromium } = createRequire(path.join(task.codeServer, 'package.json'))('playwright-core');
const WAIT = 60_000; // milliseconds; only a failure takes that long

async function until(what, found) {
  for (const end = Date.now() + WAIT; Date.now() < end; await pause(50)) {
    const value = await found();
    if (value) return value;
  }
  throw new Error(`waited in vain for ${what}`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** The editor's process, the head of a group of its own, so that everything it starts can be ended with it. */
async function startEditor(port) {
  const entry = path.join(task.codeServer, 'out', 'node', 'entry.js');
  const place = ['--user-data-dir', task.userData, '--extensions-dir', task.extensions];
  const quiet = ['--auth', 'none', '--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'];
  const address = ['--bind-addr', `127.0.0.1:${port}`];
  const child = spawn(process.execPath, [entry, ...address, ...quiet, ...place], {
    detached: true,
    env: { ...process.env, REFRAKT_TALK: task.talk },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  const alive = () => {
    try {
      process.kill(-child.pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  const stop = async () => {
    // It goes on writing to its folders for a moment after the signal.
    if (alive()) process.kill(-child.pid, 'SIGTERM');
    for (let times = 0; times < 100 && alive(); times++) await pause(50);
    if (alive()) process.kill(-child.pid, 'SIGKILL');
  };
  try {
    await until('the editor to listen', async () => {
      if (child.exitCode !== null) throw new Error(`the editor ended at once: ${said}`);
      return fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.ok, () => false);
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** A window of the editor with one more extension in it, the witness, as `code --extensionDevelopmentPath` would do it. */
async function openWindow(browser, port) {
  const page = browser.pages()[0] ?? (await browser.newPage());
  // The released editor takes this option only from the configuration that is part of its page.
  await page.addInitScript((folder) => {
    const read = Element.prototype.getAttribute;
    Element.prototype.getAttribute = function (name) {
      const value = read.call(this, name);
      if (name !== 'data-settings' || this.id !== 'vscode-workbench-web-configuration') return value;
      const settings = JSON.parse(value);
      const uri = { $mid: 1, scheme: 'vscode-remote', authority: location.host, path: folder };
      settings.developmentOptions = { ...settings.developmentOptions, extensions: [uri] };
      return JSON.stringify(settings);
    };
  }, path.join(import.meta.dirname, 'vscode_witness'));
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(task.site)}`);
  await page.locator('.monaco-workbench').waitFor({ timeout: WAIT });
  return page;
}

/** The witness tells how far it is, and waits until the window has been looked at. */
const told = (stage) => until(`the witness to reach "${stage}"`, () => existsSync(path.join(task.talk, stage)));
const tell = (stage) => writeFileSync(path.join(task.talk, `${stage}.seen`), '');

async function startAgentServer(page, seen) {
  const rows = page.locator('.quick-input-list .monaco-list-row');
  const input = page.locator('.quick-input-widget input.input');
  await page.keyboard.press('F1');
  await input.fill('>MCP: List Servers');
  await rows.filter({ hasText: 'MCP: List Servers' }).first().click();
  const ours = rows.filter({ hasText: 'refrakt' }).first();
  await ours.waitFor({ timeout: WAIT });
  seen.agentServers = (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  await ours.click();
  const start = rows.filter({ hasText: 'Start Server' }).first();
  await start.waitFor({ timeout: WAIT });
  await start.click();
}

async function session(page, seen) {
  const shot = (name) => page.screenshot({ path: path.join(task.shots, `${name}.png`) });
  await told('diagnostics');
  const squiggle = page.locator('.squiggly-error').first();
  await squiggle.waitFor({ timeout: WAIT });
  const row = page.locator('.markers-panel .monaco-list-row', { hasText: 'hnit' }).first();
  await row.waitFor({ timeout: WAIT });
  seen.problem = (await row.innerText()).replace(/\s+/g, ' ').trim();
  await shot('problems');
  tell('diagnostics');

  await told('hover');
  await page.locator('.monaco-hover', { hasText: 'hint' }).first().waitFor({ timeout: WAIT });
  seen.hoverShown = await page.locator('.monaco-hover', { hasText: 'hint' }).first().innerText();
  await shot('hover');
  await page.keyboard.press('Escape');
  tell('hover');

  await told('references');
  const peek = page.locator('.reference-zone-widget');
  await peek.waitFor({ timeout: WAIT });
  await peek.locator('.ref-tree .monaco-list-row').first().waitFor({ timeout: WAIT });
  seen.peek = (await peek.locator('.ref-tree').innerText()).replace(/\s+/g, ' ').trim();
  await shot('references');
  tell('references');

  await told('linked');
  await page.locator('.linked-editing-decoration').first().waitFor({ timeout: WAIT });
  await page.keyboard.type('xx');
  await shot('linked');
  tell('linked');

  await told('moving');
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.waitFor({ timeout: WAIT });
  seen.dialog = (await dialog.innerText()).replace(/\s+/g, ' ').trim();
  await shot('moving');
  await dialog.locator('.monaco-button', { hasText: 'OK' }).click();
  tell('moving');

  await told('renaming');
  const name = page.locator('.rename-box input');
  await name.waitFor({ timeout: WAIT });
  await name.fill('WORK-790');
  await shot('renaming');
  await page.keyboard.press('Enter');
  tell('renaming');

  await told('completion');
  const suggestion = page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'hint' }).first();
  await suggestion.waitFor({ timeout: WAIT });
  await shot('completion');
  await page.keyboard.press('Escape');
  tell('completion');

  await told('agents');
  await startAgentServer(page, seen);
  await told('tools');
  await shot('agents');
  tell('tools');

  await told('restart');
  await squiggle.waitFor({ timeout: WAIT });
  await shot('markdoc');
  tell('restart');
  await told('end');
}

const seen = {};
mkdirSync(task.shots, { recursive: true });
mkdirSync(task.talk, { recursive: true });
const port = await freePort();
const stop = await startEditor(port);
try {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'];
  const browser = await chromium.launchPersistentContext(path.join(task.userData, 'chromium'), {
    executablePath: task.chromium,
    viewport: { width: 1280, height: 800 },
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', ...quiet],
  });
  const page = await openWindow(browser, port);
  try {
    await session(page, seen);
  } catch (error) {
    seen.failure = error.message;
    await page.screenshot({ path: path.join(task.shots, 'failure.png') });
  } finally {
    await browser.close();
  }
} finally {
  await stop();
  const host = path.join(task.talk, 'end');
  const both = { ...seen, ...(existsSync(host) ? JSON.parse(readFileSync(host, 'utf8')) : {}) };
  writeFileSync(task.answer, JSON.stringify(both));
}
