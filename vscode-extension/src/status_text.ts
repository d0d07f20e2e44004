// What the status item says. This module does not import vscode, so that it can be tested without an editor.

import type { ServerState } from './server.ts';

/** The result of `refrakt/pageStatus`. */
export interface PageStatus {
  readonly checked: boolean;
  readonly reason?: string;
  readonly root?: string;
  readonly recognised?: boolean;
  readonly site?: string;
  readonly framework?: string;
}

/** One root of the result of `refrakt/status`. */
export interface RootStatus {
  readonly root: string;
  readonly clients: number;
  /** The number of indexed files: pages, partials, layouts and those of the plan. */
  readonly pages: number | null;
  readonly indexing: string | null;
}

export interface Shown {
  readonly text: string;
  readonly lines: readonly string[];
  readonly severity: 'ok' | 'warning' | 'error';
  /** Whether to offer **Set up** for the page. */
  readonly setUp: boolean;
}

export interface Known {
  readonly state: ServerState;
  readonly detail: string;
  readonly page: PageStatus | undefined;
  readonly root: RootStatus | undefined;
  /** The number of problems in the workspace. */
  readonly problems: number;
}

const STATES: Record<ServerState, string> = {
  off: 'not started',
  starting: 'starting',
  running: 'running',
  stopped: 'stopped',
  failed: 'does not run',
  missing: 'not installed',
};

export function shownStatus({ state, detail, page, root, problems }: Known): Shown {
  if (state !== 'running') {
    const error = state === 'failed' || state === 'missing';
    const icon = error ? '$(error)' : state === 'starting' ? '$(loading~spin)' : '$(circle-slash)';
    const lines = [`refrakt ${STATES[state]}`, ...(detail ? [detail] : [])];
    return { text: `${icon} refrakt`, lines, severity: error ? 'error' : 'ok', setUp: false };
  }
  const lines = [`refrakt ${detail}`];
  const setUp = page !== undefined && !page.checked;
  if (page?.checked) lines.push(`Site: ${siteOf(page)}`);
  if (setUp) lines.push(['This page is not checked.', ...(page.reason ? [page.reason] : [])].join(' '));
  if (root?.indexing) lines.push(`Reading pages: ${root.indexing}`);
  else if (root?.pages != null) lines.push(`${count(root.pages, 'file')}, ${count(problems, 'problem')}`);
  if (root !== undefined) lines.push(root.clients > 0 ? `${count(root.clients, 'agent')} connected` : 'No agent connected');
  if (setUp) return { text: '$(circle-slash) refrakt: not checked', lines, severity: 'ok', setUp };
  const icon = root?.indexing ? '$(sync~spin)' : '$(check)';
  return { text: `${icon} ${page?.checked ? siteOf(page) : 'refrakt'}`, lines, severity: 'ok', setUp };
}

function siteOf(page: PageStatus): string {
  const framework = page.framework ?? 'Markdoc';
  return page.site && page.site !== framework ? `${page.site} (${framework})` : framework;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
