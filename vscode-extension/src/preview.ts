// The preview beside a page, in a web view: shows what `refrakt/preview` returns, while the page is typed.

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { LatestRequest } from './latest_request.ts';
import { previewHtml } from './preview_html.ts';
import type { FromView, PreviewPage, PreviewResources, ToView } from './preview_messages.ts';
import { PAGES, type Server } from './server.ts';

const VIEW_TYPE = 'refrakt.preview';
/** Milliseconds between a change and the request: the language client gets the change in the same moment. */
const DELAY = 5;
/** Milliseconds in which scrolling that the other side has caused is not reported back. */
const QUIET = 400;

export class Preview implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private document: vscode.TextDocument | undefined;
  private layout = 'auto';
  private ready = false;
  private quietUntil = 0;
  private scrollTo: number | undefined;
  private projectRoot: string | undefined;
  private readonly request = new LatestRequest(() => this.render());
  private readonly subscriptions: vscode.Disposable[];
  private readonly server: Server;
  private readonly extension: vscode.Uri;

  constructor(server: Server, extension: vscode.Uri) {
    this.server = server;
    this.extension = extension;
    this.subscriptions = [
      vscode.commands.registerCommand('refrakt.openPreview', () => this.open(vscode.ViewColumn.Active)),
      vscode.commands.registerCommand('refrakt.openPreviewToSide', () => this.open(vscode.ViewColumn.Beside)),
      server.onDidChange(() => this.serverChanged()),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.follow(editor)),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.scrolled(textEditor)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.changed(document)),
      // Problems between pages and changes of other files arrive later.
      vscode.languages.onDidChangeDiagnostics(({ uris }) => this.diagnosed(uris)),
    ];
  }

  dispose(): void {
    this.request.dispose();
    this.panel?.dispose();
    for (const each of this.subscriptions) each.dispose();
  }

  private open(column: vscode.ViewColumn): void {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || !isPage(editor.document)) return;
    this.show(editor);
    if (this.panel !== undefined) {
      this.panel.reveal(undefined, true);
      return;
    }
    const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
    this.panel = vscode.window.createWebviewPanel(
      VIEW_TYPE,
      'Preview',
      { viewColumn: column, preserveFocus: column === vscode.ViewColumn.Beside },
      { enableScripts: true, localResourceRoots: [this.media(), ...roots] },
    );
    const { webview } = this.panel;
    this.panel.iconPath = vscode.Uri.joinPath(this.extension, 'icons', 'icon.svg');
    this.panel.onDidDispose(() => {
      this.panel = undefined;
      this.ready = false;
      this.layout = 'auto';
    });
    webview.onDidReceiveMessage((message: FromView) => void this.received(message));
    webview.html = previewHtml({
      nonce: randomBytes(16).toString('base64'),
      cspSource: webview.cspSource,
      script: webview.asWebviewUri(vscode.Uri.joinPath(this.media(), 'preview.js')).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(this.media(), 'preview.css')).toString(),
    });
  }

  private media(): vscode.Uri {
    return vscode.Uri.joinPath(this.extension, 'dist', 'media');
  }

  private show(editor: vscode.TextEditor): void {
    this.document = editor.document;
    this.scrollTo = topLine(editor);
    this.request.schedule();
  }

  /** Another page is edited: the preview shows it. */
  private follow(editor: vscode.TextEditor): void {
    if (this.panel === undefined || editor.document === this.document || !isPage(editor.document)) return;
    this.show(editor);
  }

  private changed(document: vscode.TextDocument): void {
    // The preview of this page, or of one that includes it.
    if (this.panel !== undefined && isPage(document)) this.request.schedule(DELAY);
  }

  private diagnosed(uris: readonly vscode.Uri[]): void {
    const shown = this.document?.uri.toString();
    if (this.panel !== undefined && uris.some((uri) => uri.toString() === shown)) this.request.schedule(DELAY);
  }

  private async serverChanged(): Promise<void> {
    if (this.panel === undefined) return;
    if (this.ready) await this.start();
  }

  /** What the view needs first, or why it shows nothing. */
  private async start(): Promise<void> {
    if (this.server.running !== undefined) return this.sendResources();
    const text = this.server.state === 'starting' ? 'The language server is starting.' : 'The language server does not run.';
    this.post({ type: 'status', text });
  }

  private async sendResources(): Promise<void> {
    const resources = await this.server.request<PreviewResources>('refrakt/previewResources', {});
    if (resources === undefined || this.panel === undefined) return;
    const files = this.panel.webview.asWebviewUri(vscode.Uri.file('/')).toString();
    this.post({ type: 'resources', ...resources, files });
    this.request.schedule();
  }

  private async render(): Promise<void> {
    const { document, panel } = this;
    if (document === undefined || panel === undefined || !this.ready || this.server.running === undefined) return;
    const params = { textDocument: { uri: document.uri.toString() }, layout: this.layout, view: true };
    let page: PreviewPage | null;
    try {
      page = await this.server.running.sendRequest<PreviewPage | null>('refrakt/preview', params);
    } catch (error) {
      this.post({ type: 'status', text: `The page cannot be shown: ${error instanceof Error ? error.message : error}` });
      return;
    }
    if (page === null) {
      this.post({ type: 'status', text: 'Save the file to show its preview.' });
      return;
    }
    panel.title = `Preview ${page.title}`;
    this.projectRoot = page.root;
    const url = (file: string): string => panel.webview.asWebviewUri(vscode.Uri.file(file)).toString();
    const themes = Object.fromEntries(Object.entries(page.themes).map(([name, file]) => [name, url(file)]));
    const stylesheets = { own: page.stylesheet === null ? null : url(page.stylesheet), themes };
    const { scrollTo } = this;
    this.scrollTo = undefined;
    this.post({ type: 'page', page, stylesheets, scrollTo });
    // The text has changed meanwhile.
    if (page.version !== null && page.version < document.version) this.request.schedule();
  }

  private post(message: ToView): void {
    void this.panel?.webview.postMessage(message);
  }

  private scrolled(editor: vscode.TextEditor): void {
    if (editor.document !== this.document || Date.now() < this.quietUntil) return;
    this.post({ type: 'scroll', line: topLine(editor) });
  }

  private async received(message: FromView): Promise<void> {
    const { document } = this;
    switch (message.type) {
      case 'ready':
        this.ready = true;
        return this.start();
      case 'layout':
        this.layout = message.layout;
        return this.request.schedule();
      case 'scroll':
        return this.scrollEditor(message.line);
      case 'line':
        return document && this.select(document, new vscode.Position(message.line - 1, 0));
      case 'select':
        // Offsets count characters of Unicode, positions UTF-16 units.
        return document && this.select(document, position(document, message.start), position(document, message.end));
      case 'page':
        return this.openPage(message.path);
      case 'external':
        if (/^(https?|mailto):/i.test(message.url)) await vscode.env.openExternal(vscode.Uri.parse(message.url, true));
    }
  }

  private scrollEditor(line: number): void {
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document === this.document);
    if (editor === undefined) return;
    this.quietUntil = Date.now() + QUIET;
    editor.revealRange(new vscode.Range(line - 1, 0, line - 1, 0), vscode.TextEditorRevealType.AtTop);
  }

  private async select(document: vscode.TextDocument, start: vscode.Position, end = start): Promise<void> {
    const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    this.quietUntil = Date.now() + QUIET;
    await vscode.window.showTextDocument(document, {
      viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One,
      selection: new vscode.Range(start, end),
    });
  }

  private async openPage(path: string): Promise<void> {
    const root = this.document && vscode.workspace.getWorkspaceFolder(this.document.uri);
    const visible = vscode.window.visibleTextEditors.find(({ document }) => document === this.document);
    if (root === undefined || path.split('/').includes('..')) return;
    const base = vscode.Uri.file(this.projectRoot ?? root.uri.fsPath);
    await vscode.window.showTextDocument(vscode.Uri.joinPath(base, path), {
      viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One,
    });
  }
}

function isPage(document: vscode.TextDocument): boolean {
  return vscode.languages.match(PAGES, document) > 0;
}

/** The first visible line, from 1. */
function topLine(editor: vscode.TextEditor): number {
  return (editor.visibleRanges[0]?.start.line ?? 0) + 1;
}

/** The position of an offset in code points. */
function position(document: vscode.TextDocument, offset: number): vscode.Position {
  return document.positionAt([...document.getText()].slice(0, offset).join('').length);
}
