// The item in the status bar: what the server recognised, what it does, and a menu of commands.

import * as vscode from 'vscode';
import { activeDocument } from './active_document.ts';
import { PAGES, type Server } from './server.ts';
import { shownStatus, type PageStatus, type RootStatus, type Shown } from './status_text.ts';

const DELAY = 300;
/** Milliseconds between two questions while pages are read, or while the server does not know the page. */
const AGAIN = 1_000;
const SCHEMES = new Set(['file']);

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('refrakt.status', vscode.StatusBarAlignment.Right, 90);
  private readonly subscriptions: vscode.Disposable[];
  private readonly server: Server;
  private timer: NodeJS.Timeout | undefined;
  private shown: Shown | undefined;
  /** The number of updates that were started: a slow one must not replace what a later one has shown. */
  private updates = 0;

  constructor(server: Server) {
    this.server = server;
    this.item.name = 'refrakt';
    this.item.command = 'refrakt.showMenu';
    const later = (): void => this.later();
    this.subscriptions = [
      this.item,
      server.onDidChange(() => void this.update()),
      vscode.window.onDidChangeActiveTextEditor(later),
      vscode.languages.onDidChangeDiagnostics(later),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const each of this.subscriptions) each.dispose();
  }

  /** The menu behind the item. */
  async showMenu(): Promise<void> {
    await this.update();
    const items = [
      ...(this.shown?.setUp ? [item('gear', 'Set up checking for this page', 'refrakt.setUp')] : []),
      item('open-preview', 'Open the preview to the side', 'refrakt.openPreviewToSide'),
      item('wrench', 'Fix all problems of this page', 'refrakt.fixAll'),
      item('sync', 'Read the tags of the site again', 'refrakt.rereadSchema'),
      item('plug', 'Copy MCP config for another client', 'refrakt.copyMcpConfig'),
      item('pulse', 'Diagnose the project (doctor)', 'refrakt.doctor'),
      item('output', 'Show output', 'refrakt.showOutput'),
      item('debug-restart', 'Restart the language server', 'refrakt.restart'),
      item('settings-gear', 'Open settings', 'refrakt.openSettings'),
    ];
    const chosen = await vscode.window.showQuickPick(items, { title: this.shown?.lines.join(' · ') ?? 'refrakt' });
    if (chosen) await vscode.commands.executeCommand(chosen.command);
  }

  private later(delay = DELAY): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(), delay);
  }

  private async update(): Promise<void> {
    clearTimeout(this.timer);
    const update = ++this.updates;
    const document = activeDocument();
    const isPage = document !== undefined && vscode.languages.match(PAGES, document) > 0;
    if (this.server.state === 'off' || (document !== undefined && !isPage && SCHEMES.has(document.uri.scheme))) {
      this.item.hide();
      return;
    }
    const [status, page] = await Promise.all([
      this.server.request<{ roots: RootStatus[] }>('refrakt/status', {}),
      isPage ? this.pageStatus(document) : undefined,
    ]);
    if (update !== this.updates) return;
    void vscode.commands.executeCommand('setContext', 'refrakt.pageIsChecked', page?.checked === true);
    const roots = status?.roots ?? [];
    const root = roots.find((each) => each.root === page?.root) ?? roots[0];
    const { state, detail } = this.server;
    const shown = (this.shown = shownStatus({ state, detail, page, root, problems: problems() }));
    this.item.text = shown.text;
    const tooltip = new vscode.MarkdownString();
    tooltip.appendMarkdown(shown.lines.map(escapeMarkdown).join('\n\n'));
    if (shown.setUp) {
      tooltip.isTrusted = { enabledCommands: ['refrakt.setUp'] };
      tooltip.appendMarkdown('\n\n[Set up](command:refrakt.setUp)');
    }
    this.item.tooltip = tooltip;
    const color = shown.severity === 'error' ? 'statusBarItem.errorBackground' : undefined;
    this.item.backgroundColor = color === undefined ? undefined : new vscode.ThemeColor(color);
    this.item.show();
    const isUnknown = isPage && page === undefined && state === 'running';
    if (root?.indexing || isUnknown) this.later(AGAIN);
  }

  private pageStatus(document: vscode.TextDocument): Promise<PageStatus | undefined> {
    return this.server.request('refrakt/pageStatus', { textDocument: { uri: document.uri.toString() } });
  }
}

/** `appendText` would write no-break spaces, and lines would break inside of words. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-!~<>&|$]/g, '\\$&');
}

function item(icon: string, label: string, command: string): vscode.QuickPickItem & { command: string } {
  return { label: `$(${icon}) ${label}`, command };
}

/** The number of our problems in the workspace. */
function problems(): number {
  const all = vscode.languages.getDiagnostics().flatMap(([, each]) => each);
  return all.filter(({ source }) => source === 'refrakt').length;
}
