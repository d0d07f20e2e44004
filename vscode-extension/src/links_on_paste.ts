// Pasting a URL over text, and pasting or dropping files, makes links in Markdoc files. VS Code does it for Markdown files itself.

import * as path from 'node:path';
import * as vscode from 'vscode';

const SELECTOR = { scheme: 'file', language: 'markdoc' };
const URL_LIST = 'text/uri-list';
const KIND = vscode.DocumentDropOrPasteEditKind?.Text.append('link', 'markdoc');
const IMAGE = /\.(avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i;

export function registerLinksOnPaste(): vscode.Disposable {
  if (KIND === undefined) return { dispose: () => {} };
  const providedPasteEditKinds = [KIND];
  return vscode.Disposable.from(
    vscode.languages.registerDocumentPasteEditProvider(SELECTOR, { provideDocumentPasteEdits: paste }, { providedPasteEditKinds, pasteMimeTypes: [URL_LIST, 'text/plain'] }),
    vscode.languages.registerDocumentDropEditProvider(SELECTOR, { provideDocumentDropEdits: drop }, { providedDropEditKinds: [KIND], dropMimeTypes: [URL_LIST] }),
  );
}

async function paste(document: vscode.TextDocument, ranges: readonly vscode.Range[], data: vscode.DataTransfer): Promise<vscode.DocumentPasteEdit[]> {
  const [range] = ranges;
  if (range === undefined || ranges.length > 1 || KIND === undefined) return [];
  const selected = document.getText(range);
  const files = await linksTo(document, data, selected);
  const url = files === undefined ? await pastedUrl(data) : undefined;
  // A URL alone stays as it is; over text it becomes the target of a link.
  const text = files ?? (url !== undefined && selected && !/[\n[\]]/.test(selected) ? `[${selected}](${url})` : undefined);
  return text === undefined ? [] : [new vscode.DocumentPasteEdit(text, 'Insert Markdoc Link', KIND)];
}

async function drop(document: vscode.TextDocument, _: vscode.Position, data: vscode.DataTransfer): Promise<vscode.DocumentDropEdit | undefined> {
  const text = await linksTo(document, data, '');
  return text === undefined ? undefined : new vscode.DocumentDropEdit(text, 'Insert Markdoc Link', KIND);
}

async function pastedUrl(data: vscode.DataTransfer): Promise<string | undefined> {
  const text = (await data.get('text/plain')?.asString())?.trim() ?? '';
  return /^https?:\/\/[^\s<>()]+$/.test(text) ? text : undefined;
}

/** Links to the files of a transfer. */
async function linksTo(document: vscode.TextDocument, data: vscode.DataTransfer, selected: string): Promise<string | undefined> {
  const list = (await data.get(URL_LIST)?.asString()) ?? '';
  const uris = list.split(/\r?\n/).filter((line) => /^(file|vscode-remote):/.test(line)).map((line) => vscode.Uri.parse(line, true));
  if (uris.length === 0) return undefined;
  return uris.map((uri) => fileLink(document, uri, selected)).join(' ');
}

function fileLink(document: vscode.TextDocument, uri: vscode.Uri, selected: string): string {
  const relative = path.posix.relative(path.posix.dirname(document.uri.path), uri.path);
  const target = relative.split('/').map(encodeURIComponent).join('/');
  const name = selected || path.posix.basename(uri.path).replace(/\.[^.]*$/, '');
  return `${IMAGE.test(uri.path) ? '!' : ''}[${name}](${target})`;
}
