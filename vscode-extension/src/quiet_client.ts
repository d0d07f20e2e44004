// The language client without its own error messages: a failure is one message, shown by the extension.

import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  type LanguageClientOptions,
  type ServerOptions,
} from 'vscode-languageclient/node';

export class QuietClient extends LanguageClient {
  constructor(server: ServerOptions, options: LanguageClientOptions) {
    super('refrakt', 'refrakt', server, {
      ...options,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
      },
    });
  }

  /** Errors of requests, of the connection and of the start go to the output. */
  override error(message: string, data?: unknown, showNotification?: boolean | 'force'): void {
    super.error(message, data, false);
    void showNotification;
  }
}

/** Client-side commands for code lenses and for completed folders, and scrolling by the preview in a browser. */
export function declareExperiments(client: LanguageClient): void {
  client.registerFeature({
    fillClientCapabilities: (capabilities) => {
      const commands = ['refrakt.showReferences', 'refrakt.openPreviewToSide', 'editor.action.triggerSuggest'];
      capabilities.experimental = { ...(capabilities.experimental as object), commands: { commands }, scrollEditor: true };
    },
    initialize: () => {},
    getState: () => ({ kind: 'static' }),
    clear: () => {},
  });
  client.onNotification('refrakt/scrollEditor', ({ uri, line }: { uri: string; line: number }) => {
    const target = client.protocol2CodeConverter.asUri(uri).toString();
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === target) {
        editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.AtTop);
      }
    }
  });
}
