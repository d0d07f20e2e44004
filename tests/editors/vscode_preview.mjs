// The preview beside a page: it follows typing, scrolling and clicks.

import { readFileSync, writeFileSync } from 'node:fs';
import { WAIT, reached, run, screenshot, tell, told, until } from './vscode_window.mjs';

const view = (page) => page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
const task = JSON.parse(readFileSync(process.argv[2], 'utf8'));

async function session(page, seen) {
  await told('open');
  const button = page.locator('.editor-actions .action-label[aria-label^="Open Markdoc Preview"]').first();
  await button.waitFor({ timeout: WAIT });
  await button.click();
  const shell = view(page);
  const content = shell.frameLocator('#frame');
  await content.locator('h1').first().waitFor({ timeout: WAIT });
  seen.heading = await content.locator('h1').first().innerText();
  await shell.locator('#problems-button', { hasText: 'problem' }).waitFor({ timeout: WAIT });
  const status = page.locator('#refrakt\\.refrakt\\.refrakt\\.status');
  await status.filter({ hasText: 'main' }).waitFor({ timeout: WAIT });
  await shell.locator('#problems-button').click();
  await page.locator('#status\\.editor\\.selection').waitFor({ state: 'hidden', timeout: WAIT }); // no editor has the focus
  await page.waitForTimeout(1500); // the time in which the status item could follow
  seen.status = (await status.innerText()).trim();
  seen.problems = await shell.locator('#problem-list li').allInnerTexts();
  await screenshot(page, 'preview');
  await shell.locator('#problems-button').click();
  seen.policy = await shell.locator('meta[http-equiv]').getAttribute('content');
  seen.scripts = await content.locator('script').count();
  seen.layouts = await shell.locator('#layout option').allInnerTexts();
  const background = () => content.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const choose = async (select, value, isApplied) => {
    await shell.locator(select).selectOption(value);
    await until(`${value} in ${select}`, async () => isApplied(await background()));
    return background();
  };
  seen.imageWidth = await until('the image', () => content.locator('img').evaluate((image) => image.naturalWidth));
  seen.themes = await shell.locator('#theme option').allInnerTexts();
  await until('the stylesheet of the site', async () => (await background()) === 'rgb(1, 2, 3)');
  await choose('#theme', 'default', (color) => color !== 'rgb(1, 2, 3)');
  seen.light = await choose('#colors', 'light', (color) => color !== 'rgba(0, 0, 0, 0)');
  seen.dark = await choose('#colors', 'dark', (color) => color !== seen.light);
  await screenshot(page, 'preview-dark');
  await choose('#colors', 'light', (color) => color === seen.light);
  tell('open');

  await told('typed');
  await content.locator('p', { hasText: 'is early' }).waitFor({ timeout: WAIT });
  seen.typed = await content.locator('p', { hasText: 'is early' }).innerText();
  await screenshot(page, 'preview-typed');
  tell('typed');

  // From the key to the changed page, as the page itself measures it.
  await told('keys');
  // Nothing runs in the frame of the page: it is looked at from the document around it.
  const inner = shell.locator('#frame');
  seen.latencies = [];
  await page.locator('.editor-instance .view-line', { hasText: 'is early' }).first().click();
  await page.keyboard.press('End');
  const keys = 'abcdefghijklmnopqrstuvwxyz';
  for (const [index, key] of [...keys].entries()) {
    if (index >= 10 && Math.min(...seen.latencies) < 100) break; // the rest is for a busy machine
    const changed = inner.evaluate(
      (frame, text) => new Promise((resolve) => {
        const { body } = frame.contentDocument;
        const look = () => (body.textContent.includes(text) ? resolve(Date.now()) : undefined);
        new MutationObserver(look).observe(body, { subtree: true, childList: true, characterData: true });
        setTimeout(() => resolve(Date.now()), 5000);
      }),
      `is early.${keys.slice(0, index + 1)}`,
    );
    await page.waitForTimeout(300);
    const start = Date.now();
    await page.keyboard.press(key);
    seen.latencies.push((await changed) - start);
  }
  tell('keys');

  await told('scroll');
  const top = () => inner.evaluate((frame) => {
    const blocks = [...frame.contentDocument.querySelectorAll('[data-source-line]')].filter((each) => each.getBoundingClientRect().top >= -2);
    return Number(blocks[0]?.dataset.sourceLine);
  });
  await until('the preview to scroll', async () => (seen.scrolledTo = await top()) >= 20);
  await screenshot(page, 'preview-scrolled');
  tell('scroll');

  // A reader goes on scrolling: right after the editor has scrolled the preview, nothing is reported back.
  await told('reader');
  tell('reader');
  await until('the editor to follow', async () => {
    await inner.evaluate((frame) => {
      const { contentDocument: shown, contentWindow: view } = frame;
      view.scrollBy(0, -20);
      [...shown.querySelectorAll('h2')].find((each) => each.textContent === 'Part 10').scrollIntoView();
    });
    await page.waitForTimeout(500);
    return reached('click');
  });

  await told('click');
  await content.locator('h2', { hasText: /^Part 3$/ }).first().click();
  tell('click');

  await told('link');
  await content.locator('a', { hasText: 'About' }).first().click();
  await content.locator('h1', { hasText: 'About the shed' }).first().waitFor({ timeout: WAIT });
  seen.followed = await content.locator('h1').first().innerText();
  seen.hacked = await inner.evaluate(() => globalThis.hacked === 1);
  tell('link');
  await told('end');
  writeFileSync(`${task.shots}/preview.json`, JSON.stringify(seen.latencies));
}

await run('preview', session);
