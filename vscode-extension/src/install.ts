// Installs refrakt for this extension where none was found, with progress; each failure has one message and a button that helps.

import * as vscode from 'vscode';
import { showFailure, type Choice } from './failure_message.ts';
import { InstallError, install, OLDEST_PYTHON, type Failure } from './private_environment.ts';

const PYTHON_PAGE = 'https://www.python.org/downloads/';
const OLDEST = OLDEST_PYTHON.join('.');

export interface InstallContext {
  readonly storage: string;
  readonly wheels: string;
  readonly version: string;
  readonly output: vscode.LogOutputChannel;
  readonly again: () => unknown;
}

/** Returns whether refrakt was installed. */
export async function installServer(context: InstallContext): Promise<boolean> {
  const options = { location: vscode.ProgressLocation.Notification, title: 'refrakt', cancellable: true };
  try {
    await vscode.window.withProgress(options, async (progress, cancelled) => {
      const controller = new AbortController();
      cancelled.onCancellationRequested(() => controller.abort());
      await install({
        ...context,
        python: vscode.workspace.getConfiguration('refrakt.server').get('python', ''),
        around: { environment: process.env, windows: process.platform === 'win32' },
        signal: controller.signal,
        report: (message) => progress.report({ message }),
        log: (line) => context.output.info(line),
      });
    });
    return true;
  } catch (error) {
    const failure: Failure = error instanceof InstallError ? error.failure : { kind: 'other', detail: String(error) };
    const { message, choices } = explained(failure, context);
    context.output.error(message);
    void showFailure(message, choices);
    return false;
  }
}

function explained(failure: Failure, context: InstallContext): { message: string; choices: Choice[] } {
  const again = { title: 'Try Again', run: context.again };
  const output = { title: 'Show Output', run: () => context.output.show() };
  const choose = { title: 'Choose Interpreter', run: () => chooseInterpreter(context) };
  switch (failure.kind) {
    case 'python': {
      const found = failure.found === undefined ? 'none was found' : `Python ${failure.found} was found`;
      const page = { title: 'Get Python', run: () => vscode.env.openExternal(vscode.Uri.parse(PYTHON_PAGE)) };
      return { message: `refrakt needs Python ${OLDEST} or newer; ${found}.`, choices: [page, choose, again] };
    }
    case 'venv': {
      const command = `sudo apt install python${failure.version}-venv`;
      const copy = { title: 'Copy Command', run: () => vscode.env.clipboard.writeText(command) };
      const message = `Python ${failure.version} (${failure.python}) cannot make an environment: its modules venv and ensurepip are missing. On Debian and Ubuntu, \`${command}\` adds them.`;
      return { message, choices: [copy, choose, again] };
    }
    case 'network':
      return {
        message: `The libraries of refrakt could not be downloaded. Check the connection and the proxy, then try again. (${failure.detail})`,
        choices: [again, output],
      };
    case 'cancelled':
      return { message: 'The installation of refrakt was cancelled.', choices: [again] };
    case 'other':
      return { message: `refrakt could not be installed: ${failure.detail}`, choices: [output, choose, again] };
  }
}

/** Choose the Python interpreter that the environment is made with. */
async function chooseInterpreter(context: InstallContext): Promise<void> {
  const chosen = await vscode.window.showOpenDialog({ title: `Python ${OLDEST} or newer`, openLabel: 'Use' });
  const file = chosen?.[0];
  if (file === undefined) return;
  const target = vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration('refrakt.server').update('python', file.fsPath, target);
  await context.again();
}
