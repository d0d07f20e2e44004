// A writer's keys on a page, and VS Code's own preview of it.

import { WAIT, run, screenshot, tell, told } from './vscode_window.mjs';

async function session(page) {
  const press = async (...keys) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(5000);
    }
  };
  await told('list');
  await page.keyboard.type('- one');
  await press('Enter');
  await page.keyboard.type('two');
  await press('Enter', 'Enter');
  await page.keyboard.type('word');
  await press('Control+b');
  tell('list');

  await told('tag');
  for (const key of '{% hint type="note" ') {
    await page.keyboard.type(key);
    await page.waitForTimeout(60);
  }
  await page.waitForTimeout(800);
  await press('Escape');
  await page.keyboard.type('%');
  await page.waitForTimeout(300);
  await page.keyboard.type('}');
  await page.waitForTimeout(2500);
  await screenshot(page, 'typing-closed');
  await press('Enter');
  await page.keyboard.type('Text');
  await screenshot(page, 'typing');
  tell('tag');

  await told('preview');
  const content = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  await content.locator('.refrakt-tag .refrakt-label').first().waitFor({ timeout: WAIT });
  await screenshot(page, 'markdown-preview');
  tell('preview');
  await told('end');
}

await run('typing', session);
