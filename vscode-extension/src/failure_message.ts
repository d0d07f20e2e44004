// Shows a failure as one message with buttons. A newer failure replaces nothing: while one is shown, others go to the output.

import * as vscode from 'vscode';

export interface Choice {
  readonly title: string;
  readonly run: () => unknown;
}

let shown = false;

export async function showFailure(message: string, choices: readonly Choice[]): Promise<void> {
  if (shown) return;
  shown = true;
  try {
    const chosen = await vscode.window.showErrorMessage(message, ...choices.map(({ title }) => title));
    shown = false;
    await choices.find(({ title }) => title === chosen)?.run();
  } finally {
    shown = false;
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
