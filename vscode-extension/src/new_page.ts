// "New page from a layout" and "New page from a rune", also in the menu New File.

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { PreviewResources } from './preview_messages.ts';
import { PAGES, type Server } from './server.ts';

const NO_LAYOUTS = new Set(['auto', 'none', 'plan']);

export async function newPageFromLayout(server: Server): Promise<void> {
  const resources = await server.request<PreviewResources>('refrakt/previewResources', {});
  const layouts = (resources?.layouts ?? []).filter((each) => !NO_LAYOUTS.has(each));
  if (layouts.length === 0) {
    const reason = server.running === undefined ? 'The language server does not run.' : 'This project has no layouts.';
    void vscode.window.showInformationMessage(reason);
    return;
  }
  const layout = await vscode.window.showQuickPick(layouts, { title: 'Layout of the new page' });
  if (layout === undefined) return;
  const editor = await newPage();
  if (editor === undefined) return;
  const name = titleOf(editor.document.uri);
  await editor.insertSnippet(new vscode.SnippetString(`---\ntitle: \${1:${name}}\nlayout: ${layout}\n---\n\n# $1\n\n$0\n`));
}

export async function newPageFromRune(): Promise<void> {
  const editor = await newPage();
  if (editor === undefined) return;
  const { document } = editor;
  await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), `---\ntitle: ${titleOf(document.uri)}\n---\n\n{% `));
  const end = document.positionAt(document.getText().length);
  editor.selection = new vscode.Selection(end, end);
  // The runes that the server offers here, with their content.
  await vscode.commands.executeCommand('editor.action.triggerSuggest');
}

/** An empty file whose name the user chooses, beside the active page. */
async function newPage(): Promise<vscode.TextEditor | undefined> {
  const active = vscode.window.activeTextEditor?.document;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const page = active !== undefined && vscode.languages.match(PAGES, active) > 0 ? active.uri : undefined;
  const beside = page === undefined ? folder : vscode.Uri.joinPath(page, '..');
  if (beside === undefined) return undefined;
  const name = await vscode.window.showInputBox({
    title: `New page in ${vscode.workspace.asRelativePath(beside)}`,
    value: `new-page${page === undefined ? '.md' : path.extname(page.path)}`,
    valueSelection: [0, 'new-page'.length],
    validateInput: (value) => (/^[\w][\w./-]*\.(md|mdoc|markdoc)$/.test(value) && !value.includes('..') ? undefined : 'A file name that ends in .md, .mdoc or .markdoc'),
  });
  if (name === undefined) return undefined;
  const uri = vscode.Uri.joinPath(beside, name);
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { ignoreIfExists: false, overwrite: false });
  if (!(await vscode.workspace.applyEdit(edit))) {
    void vscode.window.showErrorMessage(`${name} exists already.`);
    return undefined;
  }
  return vscode.window.showTextDocument(uri);
}

function titleOf(uri: vscode.Uri): string {
  const words = path.posix.basename(uri.path).replace(/\..*$/, '').split(/[-_]/).filter(Boolean).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
