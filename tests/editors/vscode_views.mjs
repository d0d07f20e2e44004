// The views of pages, the plan and the rune at the cursor.

import { WAIT, run, screenshot, tell, told, until } from './vscode_window.mjs';

async function session(page, seen) {
  const pane = (title) => page.locator('.pane', { has: page.locator(`.pane-header[aria-label^="${title}"]`) });
  const rows = async (title) => (await pane(title).locator('.monaco-list-row').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  await told('pages');
  await page.locator('.activitybar .action-item a[aria-label^="refrakt"]').first().click();
  await pane('Pages').locator('.monaco-list-row', { hasText: 'First light' }).first().waitFor({ timeout: WAIT });
  seen.pages = await rows('Pages');
  await pane('Plan').locator('.monaco-list-row', { hasText: 'Let bakers choose' }).first().waitFor({ timeout: WAIT });
  seen.plan = await rows('Plan');
  await screenshot(page, 'views');
  tell('pages');

  await told('created');
  await pane('Pages').locator('.monaco-list-row', { hasText: 'At noon' }).first().waitFor({ timeout: WAIT });
  tell('created');

  await told('inspector');
  await pane('Rune Inspector').locator('.monaco-list-row', { hasText: 'hint' }).first().waitFor({ timeout: WAIT });
  await pane('Pages').locator('.pane-header').click(); // collapsed, it leaves room for the others
  seen.inspector = await until('all groups of the inspector', async () => {
    const found = await rows('Rune Inspector');
    return found.includes('Output') && found;
  });
  await screenshot(page, 'inspector');
  tell('inspector');

  await told('moved');
  await pane('Rune Inspector').locator('.monaco-list-row', { hasText: 'details' }).first().waitFor({ timeout: WAIT });
  seen.moved = await rows('Rune Inspector');
  tell('moved');

  await told('criterion');
  const item = pane('Plan').locator('.monaco-list-row', { hasText: 'Let bakers choose' }).first();
  await item.locator('.monaco-tl-twistie').click();
  const criterion = pane('Plan').locator('.monaco-list-row', { hasText: 'A new box is silent' }).first();
  await criterion.waitFor({ timeout: WAIT });
  await criterion.locator('.custom-view-tree-node-item-checkbox').click();
  await screenshot(page, 'plan');
  tell('criterion');
  // New pages by the menu New File….
  const choices = page.locator('.quick-input-list .monaco-list-row');
  const input = page.locator('.quick-input-widget input.input');
  const name = async (text) => {
    await page.locator('.quick-input-title', { hasText: 'New page in' }).waitFor({ timeout: WAIT });
    await input.fill(text);
    await page.keyboard.press('Enter');
  };
  await told('layout');
  const fromLayout = choices.filter({ hasText: 'New Page from a Layout' }).first();
  await fromLayout.waitFor({ timeout: WAIT });
  seen.newFiles = await choices.locator('.label-name').allInnerTexts();
  await screenshot(page, 'new-file');
  await fromLayout.click();
  await page.locator('.quick-input-title', { hasText: 'Layout of the new page' }).waitFor({ timeout: WAIT });
  await choices.first().waitFor({ timeout: WAIT });
  seen.layouts = (await choices.allInnerTexts()).map((text) => text.trim());
  await choices.first().click();
  await name('at-dusk.md');
  tell('layout');
  await told('rune');
  await name('at-dawn.md');
  await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'accordion' }).first().waitFor({ timeout: WAIT });
  await screenshot(page, 'new-page');
  await page.keyboard.press('Escape');
  tell('rune');
  await told('end');
}

await run('views', session);
