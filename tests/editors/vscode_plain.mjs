// What a writer would do in VS Code with a plain Markdoc site.

import { WAIT, repeat, run, screenshot, showHover, tell, told } from './vscode_window.mjs';

async function session(page, seen) {
  await told('diagnostics');
  const squiggles = page.locator('.squiggly-error, .squiggly-warning, .squiggly-info, .squiggly-hint');
  await squiggles.first().waitFor({ timeout: WAIT });
  const rows = page.locator('.markers-panel .monaco-list-row');
  await rows.filter({ hasText: 'broken-link' }).first().waitFor({ timeout: WAIT });
  seen.squiggles = await squiggles.count();
  seen.problemRows = (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  await screenshot(page, 'plain-problems');
  tell('diagnostics');

  await told('hover');
  await repeat(() => showHover(page), page.locator('.monaco-hover', { hasText: 'TideTable' }).first());
  await screenshot(page, 'plain-hover');
  await page.keyboard.press('Escape');
  tell('hover');

  await told('completion');
  await repeat(() => page.keyboard.press('Control+Space'), page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'tides' }).first());
  await screenshot(page, 'plain-completion');
  await page.keyboard.press('Escape');
  tell('completion');

  await told('schema');
  await screenshot(page, 'plain-schema');
  tell('schema');
  await told('end');
}

await run('plain', session);
