// The project that the views show: that of the active page, else the first one.

import * as path from 'node:path';
import * as vscode from 'vscode';
import { activeDocument } from './active_document.ts';
import type { Server } from './server.ts';

/** The root folder of the project; `undefined` while no page of one has been opened. */
export async function activeProject(server: Server): Promise<vscode.Uri | undefined> {
  const status = await server.request<{ roots: { root: string }[] }>('refrakt/status', {});
  const roots = status?.roots.map(({ root }) => root) ?? [];
  const active = activeDocument()?.uri.fsPath ?? '';
  const around = roots.filter((root) => active.startsWith(`${root}${path.sep}`)).sort((one, other) => other.length - one.length);
  const root = around[0] ?? roots[0];
  return root === undefined ? undefined : vscode.Uri.file(root);
}
