// A window of VS Code for a test: code-server is the editor, Chromium its window.
// A session is a script that calls `run`: SCRIPT TASK.json, with the keys
//   codeServer, extensions, userData, site, chromium: where things are; talk: a folder for messages of the witness
//   answer: the file for the result (JSON); shots: the folder for screenshots
// A second extension beside ours, the witness, records what extensions can see. The test decides whether it is right.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const task = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { chromium } = createRequire(path.join(task.codeServer, 'package.json'))('playwright-core');
export const WAIT = 30_000 + Number(process.env.REFRAKT_PATIENCE ?? 120_000); // milliseconds; only a failure takes that long. The witness waits for less, and names the reason.

export async function until(what, found) {
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
async function startEditor(port, witness) {
  const entry = path.join(task.codeServer, 'out', 'node', 'entry.js');
  const place = ['--user-data-dir', task.userData, '--extensions-dir', task.extensions];
  const quiet = ['--auth', 'none', '--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'];
  const address = ['--bind-addr', `127.0.0.1:${port}`];
  const child = spawn(process.execPath, [entry, ...address, ...quiet, ...place], {
    detached: true,
    env: { ...process.env, REFRAKT_TALK: task.talk, REFRAKT_WITNESS: witness },
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
  page.setDefaultTimeout(WAIT); // also for what navigates, clicks and measures
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
  const kind = task.site.endsWith('.code-workspace') ? 'workspace' : 'folder';
  await page.goto(`http://127.0.0.1:${port}/?${kind}=${encodeURIComponent(task.site)}`);
  await page.locator('.monaco-workbench').waitFor({ timeout: WAIT });
  return page;
}

export const reached = (stage) => existsSync(path.join(task.talk, stage));
/** The witness tells how far it is, and waits until the window has been looked at. */
export const told = (stage) =>
  until(`the witness to reach "${stage}"`, () => {
    if (reached(stage)) return true;
    if (reached('end')) throw new Error(`the witness ended before "${stage}"`);
    return false;
  });
export const tell = (stage) => writeFileSync(path.join(task.talk, `${stage}.seen`), '');

/** The text of the page, as the witness last saw it. */
export const text = () => (existsSync(path.join(task.talk, 'text')) ? readFileSync(path.join(task.talk, 'text'), 'utf8') : '');
export const untilText = (expected) =>
  until(`the text ${JSON.stringify(expected)}; it is`, () => text() === expected).catch((error) => {
    throw new Error(`${error.message} ${JSON.stringify(text())}`);
  });

/**
 * Act until something is shown. The editor drops a request for a menu or a hover when problems arrive in the same moment, so one attempt is not enough.
 */
export async function repeat(action, shown) {
  for (const end = Date.now() + WAIT; Date.now() < end; ) {
    await action();
    const found = await shown.waitFor({ timeout: 5_000 }).then(() => true, () => false);
    if (found) return;
  }
  throw new Error(`acted in vain until this is shown: ${shown}`);
}

/** Show the hover at the cursor. */
export async function showHover(page) {
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+i');
}

/** Move the mouse onto an item from elsewhere: a tooltip that a change of the item has closed comes back. */
export async function hoverAnew(page, item) {
  await page.mouse.move(640, 300);
  await item.hover();
}

/** Open the list of MCP servers; returns the row of ours. */
export async function listAgentServers(page, seen) {
  const rows = page.locator('.quick-input-list .monaco-list-row');
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input.input').fill('>MCP: List Servers');
  await rows.filter({ hasText: 'MCP: List Servers' }).first().click();
  const ours = rows.filter({ hasText: 'refrakt' }).first();
  await ours.waitFor({ timeout: WAIT });
  const names = (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  seen.agentServers = names.filter((name) => name.startsWith('refrakt')).sort();
  return ours;
}

export const screenshot = (page, name) => page.screenshot({ path: path.join(task.shots, `${name}.png`) });

/** Start the editor, run the session in its window, and write what it and the witness, a module of vscode_witness, recorded. */
export async function run(witness, session) {
  const seen = {};
  mkdirSync(task.shots, { recursive: true });
  mkdirSync(task.talk, { recursive: true });
  const port = await freePort();
  const stop = await startEditor(port, witness);
  try {
    const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'];
    const browser = await chromium.launchPersistentContext(path.join(task.userData, 'chromium'), {
      executablePath: task.chromium,
      timeout: WAIT,
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', ...quiet],
    });
    const page = await openWindow(browser, port);
    try {
      await session(page, seen);
    } catch (error) {
      seen.failure = error.message;
      await screenshot(page, `failed-${witness}`);
    } finally {
      await browser.close();
    }
  } catch (error) {
    seen.failure ??= error.message; // no window
  } finally {
    await stop();
    const host = path.join(task.talk, 'end');
    const recorded = existsSync(host) ? JSON.parse(readFileSync(host, 'utf8')) : {};
    const failures = [seen.failure, recorded.failure].filter(Boolean);
    writeFileSync(task.answer, JSON.stringify({ ...seen, ...recorded, ...(failures.length > 0 ? { failure: failures.join('\n') } : {}) }));
  }
}
