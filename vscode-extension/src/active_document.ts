// The document the writer works on.

import * as vscode from 'vscode';

let last: vscode.TextDocument | undefined;

/** That of the active editor; while a web view, such as the preview, or the output has the focus, the last one if it is still visible. */
export function activeDocument(): vscode.TextDocument | undefined {
  const active = vscode.window.activeTextEditor?.document;
  if (active !== undefined && active.uri.scheme !== 'output') return (last = active);
  return vscode.window.visibleTextEditors.find(({ document }) => document === last)?.document;
}
