// A window without refrakt: the extension installs its own, or says in one message why it cannot. `seen.seconds` is the time from
// opening the window to the first squiggle.

import { WAIT, run, screenshot, tell, told, until } from './vscode_window.mjs';

const TOAST = '.notifications-toasts .notification-list-item';

async function session(page, seen) {
  const texts = async (locator) => (await locator.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  const stages = process.env.REFRAKT_STAGES.split(' ');
  const opened = await page.evaluate(() => performance.timeOrigin);
  for (const stage of stages) {
    await told(stage);
    if (stage === 'installing') {
      const progress = page.locator(TOAST, { hasText: 'refrakt' }).first();
      await progress.waitFor({ timeout: WAIT });
      seen.progress = (await texts(page.locator(TOAST)))[0];
      await screenshot(page, 'install-progress');
    } else if (stage === 'installed' || stage === 'appears') {
      await page.locator('.squiggly-error').first().waitFor({ timeout: WAIT });
      seen.seconds = (Date.now() - opened) / 1000;
      seen.toasts = await texts(page.locator(TOAST));
      await screenshot(page, `install-${process.env.REFRAKT_NAME}`);
    } else {
      const toast = page.locator(TOAST, { hasText: 'Try Again' }).first();
      await toast.waitFor({ timeout: WAIT });
      // The progress of the attempt fades away.
      seen[stage] = await until('one message', async () => {
        const shown = await texts(page.locator(TOAST));
        return shown.length === 1 && shown;
      });
      seen[`${stage}Buttons`] = await texts(toast.locator('.monaco-button'));
      await screenshot(page, `install-${stage}`);
      if (stage === 'broken') await toast.locator('.monaco-button', { hasText: 'Install' }).click();
      else {
        await toast.hover();
        await page.locator(`${TOAST} .codicon-notifications-clear`).first().click();
      }
    }
    tell(stage);
  }
  await told('end');
}

await run('install', session);
