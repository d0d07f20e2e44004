// Shows a failure as one message with buttons, and not again while it is shown.

import * as vscode from 'vscode';
import { withoutLinks } from './notification_text.ts';

export interface Choice {
  readonly title: string;
  readonly run: () => unknown;
}

const shown = new Set<string>();

export async function showFailure(text: string, choices: readonly Choice[]): Promise<void> {
  const message = withoutLinks(text);
  if (shown.has(message)) return;
  shown.add(message);
  try {
    const chosen = await vscode.window.showErrorMessage(message, ...choices.map(({ title }) => title));
    shown.delete(message);
    await choices.find(({ title }) => title === chosen)?.run();
  } finally {
    shown.delete(message);
  }
}

/** Open the settings where they can be changed: those of a machine are, in a remote window, in a tab of their own. */
export async function openSetting(id: string): Promise<void> {
  const query = `@id:${id}`;
  const remote = vscode.env.remoteName !== undefined;
  await vscode.commands.executeCommand(
    remote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings',
    { query },
  );
}
