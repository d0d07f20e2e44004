// What a writer sees in VS Code when refrakt is missing or broken, and in the status bar.

import { WAIT, hoverAnew, repeat, run, screenshot, tell, told } from './vscode_window.mjs';

const TOAST = '.notifications-toasts .notification-list-item';

async function toast(page, text) {
  const found = page.locator(TOAST, { hasText: text }).first();
  await found.waitFor({ timeout: WAIT });
  return found;
}

async function session(page, seen) {
  const texts = async (locator) => (await locator.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());

  // The configured program does not exist.
  await told('missing');
  const missing = await toast(page, 'was not found');
  seen.missing = await texts(page.locator(TOAST));
  seen.missingButtons = await texts(missing.locator('.monaco-button'));
  seen.missingStatus = (await texts(page.locator('#refrakt\\.refrakt\\.refrakt\\.status')))[0];
  await screenshot(page, 'failure-missing');
  await missing.locator('.monaco-button', { hasText: 'Open Settings' }).click();
  const setting = page.locator('.settings-editor .setting-item-contents', { hasText: 'Path' }).first();
  await setting.waitFor({ timeout: WAIT });
  seen.settingShown = await texts(page.locator('.settings-editor .setting-item-contents'));
  await screenshot(page, 'failure-settings');
  tell('missing');

  // The configured program ends at once.
  await told('broken');
  await toast(page, 'does not run');
  await page.waitForTimeout(1500); // others would appear now
  seen.broken = await texts(page.locator(TOAST));
  await screenshot(page, 'failure-broken');
  const clear = page.locator(`${TOAST} .codicon-notifications-clear`).first();
  await page.locator(TOAST).first().hover();
  await clear.click();
  tell('broken');

  await told('running');
  const item = page.locator('#refrakt\\.refrakt\\.refrakt\\.status');
  await item.filter({ hasText: 'refrakt' }).waitFor({ timeout: WAIT });
  await page.waitForFunction(() => /main/.test(document.getElementById('refrakt.refrakt.refrakt.status')?.innerText ?? ''), undefined, { timeout: WAIT });
  seen.running = (await texts(item))[0];
  await item.click();
  const rows = page.locator('.quick-input-list .monaco-list-row');
  await rows.filter({ hasText: 'Restart' }).first().waitFor({ timeout: WAIT });
  seen.menu = await texts(rows);
  seen.menuTitle = (await texts(page.locator('.quick-input-title')))[0];
  await screenshot(page, 'status-menu');
  await page.keyboard.press('Escape');
  tell('running');

  // Killed: it comes back, and says nothing.
  await told('killed');
  seen.toastsAfterKill = await texts(page.locator(TOAST));
  tell('killed');

  await told('unchecked');
  await item.filter({ hasText: 'not checked' }).waitFor({ timeout: WAIT });
  const tooltip = page.locator('.monaco-hover', { hasText: 'Set up' }).first();
  await repeat(() => hoverAnew(page, item), tooltip);
  seen.unchecked = (await tooltip.innerText()).replace(/\s+/g, ' ');
  await screenshot(page, 'status-unchecked');
  tell('unchecked');
  await told('end');
}

await run('failures', session);
