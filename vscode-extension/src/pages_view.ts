// The views of pages and of partials: what `refrakt/pages` lists, by folder, and the files of partials.

import * as path from 'node:path';
import * as vscode from 'vscode';
import { activeProject } from './active_project.ts';
import type { Server } from './server.ts';
import { count } from './status_text.ts';

const DELAY = 1_000;
const FILES = '**/*.{md,mdoc,markdoc}';
const PARTIALS = '**/{_partials,partials}/**/*.{md,mdoc,markdoc}';
const MOST_PARTIALS = 2_000;

/** The part of a page that is shown. */
interface Page {
  readonly url: string | null;
  readonly file: string;
  readonly uri: vscode.Uri;
  readonly title: string;
}

type Node = { readonly folder: string; readonly children: Node[] } | { readonly page: Page };

/** A list of files that is read again after changes, while it is visible. */
abstract class FilesView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  protected readonly view: vscode.TreeView<Node>;
  private readonly subscriptions: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(id: string, server: Server) {
    this.view = vscode.window.createTreeView(id, { treeDataProvider: this, showCollapseAll: true });
    const later = (): void => this.later();
    // Also what other programs do, such as git. A change of a page arrives with its problems.
    const files = vscode.workspace.createFileSystemWatcher(FILES, false, true, false);
    this.subscriptions = [
      this.view,
      this.changed,
      files,
      files.onDidCreate(later),
      files.onDidDelete(later),
      server.onDidChange(later),
      this.view.onDidChangeVisibility(later),
      vscode.languages.onDidChangeDiagnostics(later),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const each of this.subscriptions) each.dispose();
  }

  protected abstract pages(): Promise<readonly Page[]>;

  refresh(): void {
    this.changed.fire();
  }

  protected later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.view.visible && this.refresh(), DELAY);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) return 'children' in node ? node.children : [];
    return byFolder(await this.pages());
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if ('folder' in node) {
      const item = new vscode.TreeItem(node.folder, vscode.TreeItemCollapsibleState.Expanded);
      item.iconPath = vscode.ThemeIcon.Folder;
      return item;
    }
    const { page } = node;
    const item = new vscode.TreeItem(page.title || page.file);
    // As in the Problems panel; the result of the request counts only pages that were checked for it.
    const found = vscode.languages.getDiagnostics(page.uri).filter(({ source }) => source === 'refrakt').length;
    const problems = found === 0 ? [] : [count(found, 'problem')];
    item.description = [page.url ?? path.posix.basename(page.file), ...problems].join(' · ');
    item.tooltip = page.file;
    item.iconPath = new vscode.ThemeIcon(found > 0 ? 'warning' : 'file');
    item.resourceUri = page.uri;
    item.command = { command: 'vscode.open', title: 'Open', arguments: [page.uri] };
    return item;
  }
}

/** Pages by their folders. */
function byFolder(pages: readonly Page[]): Node[] {
  const folders = new Map<string, Page[]>();
  for (const page of pages) {
    const folder = path.posix.dirname(page.file);
    folders.set(folder, [...(folders.get(folder) ?? []), page]);
  }
  const groups = [...folders].sort(([one], [other]) => one.localeCompare(other));
  return groups.map(([folder, inside]) => ({ folder, children: inside.map((page) => ({ page })) }));
}

export class PagesView extends FilesView {
  private readonly server: Server;

  constructor(server: Server) {
    super('refrakt.pages', server);
    this.server = server;
  }

  protected async pages(): Promise<readonly Page[]> {
    const root = await activeProject(this.server);
    const params = { uri: root && vscode.Uri.joinPath(root, 'page.md').toString() };
    const found = root && (await this.server.request<{ pages: Omit<Page, 'uri'>[] }>('refrakt/pages', params));
    const status = await this.server.request<{ roots: { busy: boolean }[] }>('refrakt/status', {});
    if (status?.roots.some(({ busy }) => busy)) this.later(); // files are being read
    this.view.message = root !== undefined && found === undefined ? 'No site was recognised.' : '';
    return root === undefined ? [] : (found?.pages ?? []).map((page) => ({ ...page, uri: vscode.Uri.joinPath(root, page.file) }));
  }
}

export class PartialsView extends FilesView {
  constructor(server: Server) {
    super('refrakt.partials', server);
  }

  protected async pages(): Promise<readonly Page[]> {
    const files = await vscode.workspace.findFiles(PARTIALS, '**/node_modules/**', MOST_PARTIALS);
    return files.map((uri) => {
      const file = vscode.workspace.asRelativePath(uri); // with the name of the folder if there are several
      return { url: null, file, uri, title: path.posix.basename(file) };
    });
  }
}
