// The rune inspector: how the rune at the cursor is read, and what it becomes. It follows the cursor.

import * as vscode from 'vscode';
import { inspectionItems, type Inspection, type Item, type Range, type Rendered } from './inspection.ts';
import { LatestRequest } from './latest_request.ts';
import { PAGES, type Server } from './server.ts';

const DELAY = 120;

export class InspectorView implements vscode.TreeDataProvider<Item>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Item>;
  private readonly request = new LatestRequest(() => this.inspect());
  private readonly subscriptions: vscode.Disposable[];
  private readonly server: Server;
  private items: readonly Item[] = [];
  private uri: vscode.Uri | undefined;

  constructor(server: Server) {
    this.server = server;
    this.view = vscode.window.createTreeView('refrakt.inspector', { treeDataProvider: this, showCollapseAll: true });
    const later = (): void => {
      if (this.view.visible) this.request.schedule(DELAY);
    };
    this.subscriptions = [
      this.view,
      this.changed,
      this.view.onDidChangeVisibility(later),
      server.onDidChange(later),
      vscode.window.onDidChangeTextEditorSelection(later),
      vscode.window.onDidChangeActiveTextEditor(later),
      vscode.commands.registerCommand('refrakt.revealSource', (range: Range) => this.reveal(range)),
      vscode.commands.registerCommand('refrakt.inspectRune', () => vscode.commands.executeCommand('refrakt.inspector.focus')),
    ];
  }

  dispose(): void {
    this.request.dispose();
    for (const each of this.subscriptions) each.dispose();
  }

  getChildren(item?: Item): Item[] {
    return [...(item === undefined ? this.items : (item.children ?? []))];
  }

  getTreeItem(item: Item): vscode.TreeItem {
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const state = !item.children?.length ? None : item.open ? Expanded : Collapsed;
    const found = new vscode.TreeItem(item.label, state);
    if (item.detail) found.description = item.detail;
    found.tooltip = item.detail ? `${item.label}\n${item.detail}` : item.label;
    if (item.icon) found.iconPath = new vscode.ThemeIcon(item.icon);
    if (item.range) found.command = { command: 'refrakt.revealSource', title: 'Show', arguments: [item.range] };
    return found;
  }

  private async inspect(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    // With the focus in a view, the last page stays.
    if (editor === undefined || vscode.languages.match(PAGES, editor.document) === 0) return;
    const textDocument = { uri: editor.document.uri.toString() };
    const { line, character } = editor.selection.active;
    const position = { line, character };
    const [found, rendered] = await Promise.all([
      this.server.request<Inspection | null>('refrakt/inspect', { textDocument, position }),
      this.server.request<Rendered | null>('refrakt/preview', { textDocument }),
    ]);
    this.uri = editor.document.uri;
    this.items = found ? inspectionItems(found, rendered ?? undefined) : [];
    if (found) this.view.description = found.rune;
    else delete (this.view as { description?: string }).description;
    this.view.message = found ? '' : 'The cursor is not in a rune.';
    this.changed.fire();
  }

  private async reveal({ start, end }: Range): Promise<void> {
    if (this.uri === undefined) return;
    const selection = new vscode.Range(start.line, start.character, end.line, end.character);
    await vscode.window.showTextDocument(this.uri, { selection });
  }
}
