// The plan view: ready items first, the next one on top; criteria are checked with a checkbox.

import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import { activeProject } from './active_project.ts';
import { locate } from './command.ts';
import { criteria, planDetail, planGroups, planIcon, type Group, type NextItem, type PlanItem } from './plan_items.ts';
import type { Server } from './server.ts';
import { surroundings } from './surroundings.ts';

const DELAY = 800;
const TIMEOUT = 60_000;

interface Criterion {
  readonly line: number;
  readonly text: string;
  readonly checked: boolean;
  readonly uri: vscode.Uri;
}

type Node = Group | PlanItem | Criterion;

export class PlanView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly subscriptions: vscode.Disposable[];
  private readonly server: Server;
  private timer: NodeJS.Timeout | undefined;
  /** The project whose plan is shown. */
  private shown: string | undefined;

  constructor(server: Server) {
    this.server = server;
    this.view = vscode.window.createTreeView('refrakt.plan', {
      treeDataProvider: this,
      manageCheckboxStateManually: true,
      showCollapseAll: true,
    });
    const watcher = vscode.workspace.createFileSystemWatcher('**/plan/**/*.md');
    const later = (): void => this.later();
    this.subscriptions = [
      this.view,
      this.changed,
      watcher,
      watcher.onDidChange(later),
      watcher.onDidCreate(later),
      watcher.onDidDelete(later),
      this.view.onDidChangeVisibility(later),
      server.onDidChange(later),
      vscode.window.onDidChangeActiveTextEditor(() => void this.follow()),
      this.view.onDidChangeCheckboxState(({ items }) => void this.check(items.map(([node, state]) => [node, state]))),
      vscode.commands.registerCommand('refrakt.refreshPlan', () => this.changed.fire()),
      vscode.commands.registerCommand('refrakt.openPlanItem', (item: PlanItem) => this.open(item)),
      vscode.commands.registerCommand('refrakt.nextPlanItem', () => this.openNext()),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const each of this.subscriptions) each.dispose();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node === undefined) return this.groups();
    if ('items' in node) return [...node.items];
    if (!('id' in node)) return [];
    const uri = await this.file(node.id);
    if (uri === undefined) return [];
    const document = await vscode.workspace.openTextDocument(uri);
    return criteria(document.getText()).map((each) => ({ ...each, uri }));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    if ('items' in node) {
      const item = new vscode.TreeItem(node.title, node.title === 'Finished' ? Collapsed : Expanded);
      item.description = String(node.items.length);
      return item;
    }
    if ('id' in node) {
      const item = new vscode.TreeItem(node.title, node.total > 0 ? Collapsed : None);
      item.description = planDetail(node);
      item.iconPath = new vscode.ThemeIcon(planIcon(node));
      item.contextValue = 'item';
      item.command = { command: 'refrakt.openPlanItem', title: 'Open', arguments: [node] };
      return item;
    }
    const item = new vscode.TreeItem(node.text);
    const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
    item.checkboxState = node.checked ? Checked : Unchecked;
    const selection = new vscode.Range(node.line, 0, node.line, 0);
    item.command = { command: 'vscode.open', title: 'Open', arguments: [node.uri, { selection }] };
    return item;
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.view.visible && this.changed.fire(), DELAY);
  }

  /** A page of another project is active. */
  private async follow(): Promise<void> {
    if (this.view.visible && (await activeProject(this.server))?.toString() !== this.shown) this.later();
  }

  private async groups(): Promise<Group[]> {
    const root = await activeProject(this.server);
    this.shown = root?.toString();
    if (root === undefined) {
      this.view.message = 'Open a page of the project to see its plan here.';
      return [];
    }
    const graph = await this.run<{ nodes: PlanItem[] }>('graph', '--all');
    const next = await this.run<{ items: NextItem[] }>('next', '--count', '200');
    this.view.message = graph === undefined ? 'This project has no plan.' : '';
    const groups = graph === undefined ? [] : planGroups(graph.nodes, next?.items ?? []);
    const first = groups[0]?.title === 'Ready' ? groups[0].items[0] : undefined;
    this.view.description = first === undefined ? '' : `next: ${first.id}`;
    return groups;
  }

  /** The output of a command of the plan. */
  private async run<Result>(...args: string[]): Promise<Result | undefined> {
    const root = await activeProject(this.server);
    const command = root && locate(surroundings(vscode.workspace.getWorkspaceFolder(root)));
    if (root === undefined || command === undefined) return undefined;
    const all = [...command.args, '--cwd', root.fsPath, 'plan', ...args, '--format', 'json'];
    return new Promise((resolve) => {
      execFile(command.program, all, { timeout: TIMEOUT, maxBuffer: 32 << 20 }, (_, output) => {
        try {
          resolve(JSON.parse(output) as Result);
        } catch {
          resolve(undefined);
        }
      });
    });
  }

  /** The file of an item: the language server finds entities by their ids. */
  private async file(id: string): Promise<vscode.Uri | undefined> {
    const command = 'vscode.executeWorkspaceSymbolProvider';
    const symbols = await vscode.commands.executeCommand<vscode.SymbolInformation[]>(command, id);
    return symbols.find(({ name }) => name === id || name.startsWith(`${id} `) || name.startsWith(`${id}:`))?.location.uri;
  }

  private async open(item: Pick<PlanItem, 'id'>): Promise<void> {
    const uri = await this.file(item.id);
    if (uri !== undefined) await vscode.window.showTextDocument(uri);
  }

  private async openNext(): Promise<void> {
    const next = await this.run<{ items: NextItem[] }>('next', '--count', '1');
    const first = next?.items[0];
    if (first === undefined) void vscode.window.showInformationMessage('No item of the plan is ready.');
    else await this.open(first);
  }

  /** Check or uncheck criteria in the text, as if it were typed. */
  private async check(changed: [Node, vscode.TreeItemCheckboxState][]): Promise<void> {
    for (const [node, state] of changed) {
      if (!('line' in node)) continue;
      const document = await vscode.workspace.openTextDocument(node.uri);
      const now = criteria(document.getText()).find(({ line, text }) => line === node.line && text === node.text);
      if (now === undefined) continue; // the file has changed meanwhile
      const column = document.lineAt(now.line).text.indexOf('[') + 1;
      const edit = new vscode.WorkspaceEdit();
      const mark = state === vscode.TreeItemCheckboxState.Checked ? 'x' : ' ';
      edit.replace(node.uri, new vscode.Range(now.line, column, now.line, column + 1), mark);
      const wasSaved = !document.isDirty;
      await vscode.workspace.applyEdit(edit);
      if (wasSaved) await document.save();
    }
    this.changed.fire();
  }
}
