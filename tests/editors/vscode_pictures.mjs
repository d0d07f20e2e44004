// The pictures of the READMEs, `picture-*.png` among the screenshots, and the colors of tags in a light and in a dark theme.
// Each picture is cropped to what the text beside it is about. `cp .venv/editors/shots/picture-*.png` takes them over; on a machine
// with Inter and JetBrains Mono they look as they do now.

import path from 'node:path';
import { readFileSync } from 'node:fs';
import { WAIT, hoverAnew, repeat, run, screenshot, showHover, tell, told, until } from './vscode_window.mjs';

const { shots } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const STATUS = '#refrakt\\.refrakt\\.refrakt\\.status';
const MARGIN = 12; // pixels around what a picture shows, unless that is a part of the window

async function session(page, seen) {
  /** The colors of the words of the lines, by `line number: word`. */
  const colors = () => page.evaluate(() => Object.fromEntries(
    [...document.querySelectorAll('.editor-instance .view-lines .view-line')]
      .map((line) => [Number.parseInt(line.style.top, 10), line])
      .sort(([one], [other]) => one - other)
      .flatMap(([, line], at) => [...line.querySelectorAll('span > span')].map((span) => [`${at}: ${span.textContent.trim()}`, getComputedStyle(span).color])),
  ));
  /** What is the same twice: semantic tokens arrive after those of the grammar. */
  const settled = async (read) => {
    let last;
    return until('the colors to settle', async () => {
      const before = last;
      last = await read();
      await page.waitForTimeout(1000);
      return before !== undefined && JSON.stringify(before) === JSON.stringify(last) && last;
    });
  };
  const checked = () => page.locator(STATUS, { hasText: 'main' }).waitFor({ timeout: WAIT });
  const pane = (title) => page.locator('.pane', { has: page.locator(`.pane-header[aria-label^="${title}"]`) });
  const row = (title, text) => pane(title).locator('.monaco-list-row', { hasText: text }).first();
  const content = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame').frameLocator('#frame');

  /** A picture of the window's part that contains all of these. */
  const picture = (name, ...shown) => crop(name, MARGIN, shown);
  const crop = async (name, margin, shown) => {
    await page.waitForTimeout(700); // what fades in
    const boxes = await Promise.all(shown.map((each) => each.boundingBox()));
    const { width, height } = page.viewportSize();
    const x = Math.max(0, Math.min(...boxes.map((box) => box.x)) - margin);
    const y = Math.max(0, Math.min(...boxes.map((box) => box.y)) - margin);
    const right = Math.min(width, Math.max(...boxes.map((box) => box.x + box.width)) + margin);
    const bottom = Math.min(height, Math.max(...boxes.map((box) => box.y + box.height)) + margin);
    await page.screenshot({ path: path.join(shots, `picture-${name}.png`), clip: { x, y, width: right - x, height: bottom - y } });
  };
  const line = (text) => page.locator('.editor-instance .view-line', { hasText: text }).first();

  for (const theme of ['light', 'dark']) {
    await told(`tokens-${theme}`);
    await checked();
    await page.locator(`.monaco-workbench.vs${theme === 'dark' ? '-dark' : ':not(.vs-dark)'}`).waitFor({ timeout: WAIT });
    seen[theme] = await settled(colors);
    await screenshot(page, `tokens-${theme}`);
    tell(`tokens-${theme}`);
  }

  await told('views');
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.locator('.activitybar .action-item a[aria-label^="refrakt"]').first().click();
  await row('Pages', 'Larkspur').waitFor({ timeout: WAIT });
  await row('Plan', 'Let bakers choose').waitFor({ timeout: WAIT });
  await row('Rune Inspector', 'Output').waitFor({ timeout: WAIT });
  await row('Plan', 'Let bakers choose').locator('.monaco-tl-twistie').click();
  await row('Plan', 'A new box is silent').waitFor({ timeout: WAIT });
  await page.mouse.move(800, 700);
  await crop('views', 0, [page.locator('.part.sidebar'), page.locator('.part.editor')]);
  tell('views');

  for (const theme of ['light', 'dark']) {
    await told(`preview-${theme}`);
    await page.setViewportSize({ width: 1280, height: 760 });
    await content.locator('h1').first().waitFor({ timeout: WAIT });
    await content.locator(`html[data-theme="${theme}"]`).waitFor({ timeout: WAIT });
    seen[`page-${theme}`] = await content.locator('html').getAttribute('data-theme');
    await page.waitForTimeout(800); // the theme of the editor
    await crop(theme === 'light' ? 'preview' : 'preview-dark', 0, [page.locator('.part.editor')]);
    tell(`preview-${theme}`);
  }

  await told('problem');
  await page.setViewportSize({ width: 1000, height: 760 });
  await page.locator('.squiggly-error').first().waitFor({ timeout: WAIT });
  const hover = page.locator('.monaco-hover', { hasText: 'Quick Fix' }).first();
  await repeat(() => showHover(page), hover);
  await picture('problem', hover, line('Fill the cup'), line('2. Set the hour'));
  await page.keyboard.press('Escape');
  tell('problem');

  await told('fix');
  const menu = page.locator('.action-widget').first();
  await repeat(() => page.keyboard.press('Control+.'), menu.locator('.monaco-list-row', { hasText: 'Write' }).first());
  await picture('fix', menu, line('Fill the cup'), line('2. Set the hour'));
  await page.keyboard.press('Escape');
  tell('fix');

  await told('completion');
  await page.keyboard.type('{% ', { delay: 60 });
  const list = page.locator('.suggest-widget.visible');
  await list.locator('.monaco-list-row', { hasText: 'accordion' }).first().waitFor({ timeout: WAIT });
  await picture('completion', list, line('Fill the cup'), line('2. Set the hour'));
  await page.keyboard.press('Escape');
  tell('completion');

  await told('status');
  await page.setViewportSize({ width: 1000, height: 620 });
  const status = page.locator(STATUS);
  const tooltip = page.locator('.monaco-hover', { hasText: 'Site: main' }).first();
  await repeat(() => hoverAnew(page, status), tooltip);
  await crop('status', 0, [tooltip, status, page.locator('#status\\.editor\\.mode'), page.locator('#status\\.notifications')]);
  tell('status');
  await told('end');
}

await run('pictures', session);
