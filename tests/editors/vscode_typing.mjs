// A writer's keys on a page, and VS Code's own preview of it.

import { WAIT, repeat, run, screenshot, tell, text, told, until, untilText } from './vscode_window.mjs';

async function session(page) {
  const type = (text) => page.keyboard.type(text, { delay: 40 });
  const press = (key) => page.keyboard.press(key);
  const suggestions = page.locator('.suggest-widget.visible .monaco-list-row');

  // The keys are active on a page that is checked, which the status item shows.
  await told('list');
  await page.waitForFunction(() => /main/.test(document.getElementById('refrakt.refrakt.refrakt.status')?.innerText ?? ''), undefined, { timeout: WAIT });
  await type('- one');
  await press('Enter');
  await untilText('# T\n\n- one\n- \n\nEnd.\n');
  await type('two');
  await press('Enter');
  await untilText('# T\n\n- one\n- two\n- \n\nEnd.\n');
  await press('Enter');
  await untilText('# T\n\n- one\n- two\n\n\n\nEnd.\n');
  await type('word');
  await press('Control+b');
  await untilText('# T\n\n- one\n- two\n\n**word**\n\nEnd.\n');
  await press('Control+b');
  await untilText('# T\n\n- one\n- two\n\nword\n\nEnd.\n');
  await press('Control+i');
  await untilText('# T\n\n- one\n- two\n\n_word_\n\nEnd.\n');
  tell('list');

  await told('quote');
  await press('Enter');
  await untilText('# T\n\n> one\n> \n\nEnd.\n');
  tell('quote');

  await told('table');
  await press('Enter');
  await untilText('# T\n\n| a | b |\n| - | - |\n| 1 | 2 |\n| \n\nEnd.\n');
  tell('table');

  await told('tag');
  await type('{% hint type="note" ');
  if (await suggestions.first().isVisible()) await press('Escape');
  await type('%}');
  await untilText('# T\n\n{% hint type="note" %}\n{% /hint %}\n\nEnd.\n');
  await screenshot(page, 'typing-closed');
  await press('Enter');
  await type('Text');
  await untilText('# T\n\n{% hint type="note" %}\nText\n{% /hint %}\n\nEnd.\n');
  await screenshot(page, 'typing');
  tell('tag');

  // A closing tag that is typed although one is needed: written once.
  await told('duplicate');
  await type('{% /hint %}');
  await untilText('# T\n\n{% hint type="note" %}\nText\n{% /hint %}\n\nEnd.\n');
  tell('duplicate');

  await told('completion');
  await type('{% hin');
  await suggestions.filter({ hasText: /^hint/ }).first().waitFor({ timeout: WAIT });
  await screenshot(page, 'completion');
  await press('Enter');
  await untilText('# T\n\n{% hint %}\nText\n{% /hint %}\n\nEnd.\n');
  await screenshot(page, 'completion-accepted');
  await press('Escape');
  tell('completion');

  await told('fix');
  const action = page.locator('.action-widget .monaco-list-row', { hasText: 'Write hint' }).first();
  await repeat(() => press('Control+.'), action);
  await screenshot(page, 'fix');
  await action.click();
  await untilText('# T\n\n{% hint %}\nText\n{% /hint %}\n');
  tell('fix');

  // VS Code makes such links in Markdown files itself; these are Markdoc.
  await told('paste');
  const before = text();
  await until('something to be pasted', async () => {
    await page.bringToFront();
    await page.evaluate(() => navigator.clipboard.writeText('https://example.org/a'));
    await page.locator('.editor-instance').locator('textarea, .native-edit-context').first().focus();
    await press('Control+v');
    for (let waits = 0; waits < 20 && text() === before; waits++) await page.waitForTimeout(500);
    return text() !== before;
  });
  await untilText('# T\n\nRead [here](https://example.org/a).\n');
  tell('paste');

  await told('preview');
  const content = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  await content.locator('.refrakt-tag .refrakt-label').first().waitFor({ timeout: WAIT });
  await screenshot(page, 'markdown-preview');
  tell('preview');
  await told('end');
}

await run('typing', session);
