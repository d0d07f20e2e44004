// A workspace of two folders, each a site of its own.

import { WAIT, listAgentServers, run, screenshot, tell, told } from './vscode_window.mjs';

async function session(page, seen) {
  const item = page.locator('#refrakt\\.refrakt\\.refrakt\\.status');
  const pages = page.locator('.pane', { has: page.locator('.pane-header[aria-label^="Pages"]') });
  seen.statuses = [];
  for (const [stage, name] of [['site', 'main'], ['plain', 'lighthouse']]) {
    await told(stage);
    await item.filter({ hasText: name }).waitFor({ timeout: WAIT });
    seen.statuses.push((await item.innerText()).trim());
    tell(stage);
  }
  await told('pages');
  await page.locator('.activitybar .action-item a[aria-label^="refrakt"]').first().click();
  await pages.locator('.monaco-list-row', { hasText: '1 problem' }).first().waitFor({ timeout: WAIT });
  seen.pages = (await pages.locator('.monaco-list-row').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  await screenshot(page, 'roots');
  tell('pages');
  await told('agents');
  await listAgentServers(page, seen);
  await screenshot(page, 'roots-agents');
  await page.keyboard.press('Escape');
  tell('agents');
  await told('end');
}

await run('roots', session);
