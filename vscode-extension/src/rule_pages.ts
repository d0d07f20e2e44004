// The page of a rule opens rendered and read-only: in VS Code's Markdown preview, not as the file of the manual in an editor.

import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';

const COMMAND = 'refrakt.showRule';

export function registerRulePages(): vscode.Disposable {
  return vscode.commands.registerCommand(COMMAND, async (file: string, code: string) => {
    const page = vscode.Uri.parse(file, true).with({ fragment: code });
    await vscode.commands.executeCommand('markdown.showPreviewToSide', page);
  });
}

/** Links from the codes of problems to the command. */
export const rulePageLinks: Middleware = {
  provideDiagnostics: async (document, previous, token, next) => {
    const report = await next(document, previous, token);
    if (report?.kind === 'full') link(report.items);
    return report;
  },
  provideWorkspaceDiagnostics: (previous, token, report, next) =>
    next(previous, token, (chunk) => {
      for (const each of chunk?.items ?? []) if (each.kind === 'full') link(each.items);
      report(chunk);
    }),
  handleDiagnostics: (uri, diagnostics, next) => {
    link(diagnostics);
    next(uri, diagnostics);
  },
};

function link(diagnostics: readonly vscode.Diagnostic[]): void {
  for (const { code } of diagnostics) {
    if (typeof code !== 'object' || code.target.scheme !== 'file') continue;
    const page = code.target.with({ fragment: '' }).toString();
    const query = encodeURIComponent(JSON.stringify([page, code.value]));
    code.target = vscode.Uri.parse(`command:${COMMAND}?${query}`);
  }
}
