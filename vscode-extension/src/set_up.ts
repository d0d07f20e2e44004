// Makes an unchecked page a checked one: writes the config that is missing, or opens the one that leaves it out.

import * as path from 'node:path';
import * as vscode from 'vscode';
import { activeDocument } from './active_document.ts';
import { withoutLinks } from './notification_text.ts';
import type { Server } from './server.ts';
import { plainConfig, pagesConfig, siteConfig } from './set_up_config.ts';
import type { PageStatus } from './status_text.ts';

interface Choice extends vscode.QuickPickItem {
  readonly file: vscode.Uri;
  /** The text of a new file. */
  readonly text: string;
}

export async function setUp(server: Server): Promise<void> {
  const document = activeDocument();
  const folder = document && vscode.workspace.getWorkspaceFolder(document.uri);
  if (document === undefined || folder === undefined) {
    void vscode.window.showInformationMessage('Open the folder of the site, and a page of it.');
    return;
  }
  const status = await server.request<PageStatus>('refrakt/pageStatus', {
    textDocument: { uri: document.uri.toString() },
  });
  const root = status?.recognised && status.root ? vscode.Uri.file(status.root) : folder.uri;
  const config = vscode.Uri.joinPath(root, 'refrakt.config.json');
  if (await exists(config)) {
    await vscode.window.showTextDocument(config);
    const reason = status?.reason ?? 'The config of this project decides which files are pages.';
    void vscode.window.showInformationMessage(withoutLinks(reason));
    return;
  }
  const below = path.posix.dirname(path.posix.relative(root.path, document.uri.path));
  const choice = await vscode.window.showQuickPick(choices(status, root, config, below), {
    title: status?.reason ?? 'Which files are pages?',
  });
  if (choice === undefined) return;
  if (!(await exists(choice.file))) await vscode.workspace.fs.writeFile(choice.file, Buffer.from(choice.text));
  await vscode.window.showTextDocument(choice.file, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
}

function choices(status: PageStatus | undefined, root: vscode.Uri, config: vscode.Uri, below: string): Choice[] {
  const where = below === '.' ? 'this folder' : below;
  if (status?.recognised) {
    return [{ label: `Check the Markdown files in ${where}, too`, description: 'refrakt.config.json', file: config, text: pagesConfig(below) }];
  }
  const plain = vscode.Uri.joinPath(root, 'markdoc.config.json');
  return [
    { label: `Plain Markdoc: the pages are in ${where}`, description: 'markdoc.config.json', file: plain, text: plainConfig(below) },
    { label: `A refrakt site: the pages are in ${where}`, description: 'refrakt.config.json', file: config, text: siteConfig(below) },
  ];
}

async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}
