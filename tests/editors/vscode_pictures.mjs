// The pictures of the README, and the colors of tags in a light and in a dark theme.

import { WAIT, run, screenshot, tell, told } from './vscode_window.mjs';

async function session(page, seen) {
  /** The colors of the words of the lines, by `line number: word`. */
  const colors = () => page.evaluate(() => Object.fromEntries(
    [...document.querySelectorAll('.editor-instance .view-lines .view-line')]
      .map((line) => [Number.parseInt(line.style.top, 10), line])
      .sort(([one], [other]) => one - other)
      .flatMap(([, line], at) => [...line.querySelectorAll('span > span')].map((span) => [`${at}: ${span.textContent.trim()}`, getComputedStyle(span).color])),
  ));
  const checked = () => page.waitForFunction(() => /main/.test(document.getElementById('refrakt.refrakt.refrakt.status')?.innerText ?? ''), undefined, { timeout: WAIT });
  const pane = (title) => page.locator('.pane', { has: page.locator(`.pane-header[aria-label^="${title}"]`) });

  for (const theme of ['light', 'dark']) {
    await told(`tokens-${theme}`);
    await checked();
    await page.waitForTimeout(1500); // semantic tokens and the theme
    seen[theme] = await colors();
    await screenshot(page, `tokens-${theme}`);
    tell(`tokens-${theme}`);
  }

  await told('views');
  await page.locator('.activitybar .action-item a[aria-label^="refrakt"]').first().click();
  await pane('Pages').locator('.monaco-list-row', { hasText: 'Set up your box' }).first().waitFor({ timeout: WAIT });
  await pane('Plan').locator('.monaco-list-row', { hasText: 'Let bakers choose' }).first().waitFor({ timeout: WAIT });
  const output = pane('Rune Inspector').locator('.monaco-list-row', { hasText: 'Output' }).first();
  await output.waitFor({ timeout: WAIT });
  await page.mouse.move(800, 700);
  await page.waitForTimeout(1000);
  await screenshot(page, 'picture-views');
  tell('views');

  for (const theme of ['dark', 'light']) {
    await told(`preview-${theme}`);
    const content = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame').frameLocator('#frame');
    await content.locator('h1').first().waitFor({ timeout: WAIT });
    await page.waitForTimeout(1500); // the theme
    seen[`page-${theme}`] = await content.locator('html').getAttribute('data-theme');
    await screenshot(page, `picture-preview-${theme}`);
    tell(`preview-${theme}`);
  }
  await told('end');
}

await run('pictures', session);
