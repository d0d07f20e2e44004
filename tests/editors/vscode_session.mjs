// What a writer would do in VS Code with pages of a refrakt site.

import { WAIT, listAgentServers, repeat, run, screenshot, showHover, tell, told } from './vscode_window.mjs';

async function startAgentServer(page, seen) {
  const rows = page.locator('.quick-input-list .monaco-list-row');
  const ours = await listAgentServers(page, seen);
  await ours.click();
  const start = rows.filter({ hasText: 'Start Server' }).first();
  await start.waitFor({ timeout: WAIT });
  await start.click();
}

async function session(page, seen) {
  const shot = (name) => screenshot(page, name);
  await told('diagnostics');
  const squiggle = page.locator('.squiggly-error').first();
  await squiggle.waitFor({ timeout: WAIT });
  const row = page.locator('.markers-panel .monaco-list-row', { hasText: 'hnit' }).first();
  await row.waitFor({ timeout: WAIT });
  seen.problem = (await row.innerText()).replace(/\s+/g, ' ').trim();
  await shot('problems');
  tell('diagnostics');

  // The code of a problem opens the page of its rule.
  await told('rule');
  await page.locator('.markers-panel .monaco-list-row a', { hasText: 'unknown-rune' }).first().click();
  const rule = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame').locator('#unknown-rune');
  await rule.waitFor({ timeout: WAIT });
  seen.rule = await rule.innerText();
  await shot('rule');
  tell('rule');

  await told('hover');
  await repeat(() => showHover(page), page.locator('.monaco-hover', { hasText: 'hint' }).first());
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
  await repeat(() => page.keyboard.press('F2'), name);
  await name.fill('WORK-790');
  await shot('renaming');
  await page.keyboard.press('Enter');
  tell('renaming');

  await told('completion');
  const suggestion = page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'hint' }).first();
  await repeat(() => page.keyboard.press('Control+Space'), suggestion);
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

await run('session', session);
