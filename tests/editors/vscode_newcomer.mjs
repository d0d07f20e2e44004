// The first minutes of a new user: the walkthrough, Set up, and the entry for an agent outside of VS Code.

import { WAIT, run, screenshot, tell, told } from './vscode_window.mjs';

async function session(page, seen) {
  const texts = async (locator) => (await locator.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  const rows = page.locator('.quick-input-list .monaco-list-row');
  const item = page.locator('#refrakt\\.refrakt\\.refrakt\\.status');

  await told('walkthrough');
  const steps = page.locator('.gettingStartedContainer .getting-started-step h3');
  await steps.first().waitFor({ timeout: WAIT });
  seen.steps = await texts(steps);
  await screenshot(page, 'walkthrough');
  tell('walkthrough');

  await told('unchecked');
  await item.filter({ hasText: 'not checked' }).waitFor({ timeout: WAIT });
  tell('unchecked');

  await told('setup');
  await item.click();
  await rows.filter({ hasText: 'Set up checking' }).first().click();
  await rows.filter({ hasText: 'A refrakt site' }).first().waitFor({ timeout: WAIT });
  seen.choices = await texts(rows);
  await screenshot(page, 'set-up');
  await rows.filter({ hasText: 'A refrakt site' }).first().click();
  tell('setup');

  await told('checked');
  await page.locator('.squiggly-error').first().waitFor({ timeout: WAIT });
  await item.filter({ hasNotText: 'not checked' }).waitFor({ timeout: WAIT });
  await screenshot(page, 'set-up-done');
  tell('checked');

  await told('copy');
  await rows.filter({ hasText: 'Claude Code' }).first().waitFor({ timeout: WAIT });
  seen.clients = await texts(rows);
  await rows.filter({ hasText: 'VS Code' }).first().click();
  tell('copy');
  await told('end');
}

await run('newcomer', session);
