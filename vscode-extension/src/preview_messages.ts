// The messages between the preview's web view and the extension, and the requests behind them.

export interface PreviewProblem {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly line: number;
}

/** The result of `refrakt/preview`. */
export interface PreviewPage {
  readonly uri: string;
  readonly version: number | null;
  readonly title: string;
  readonly layout: string | null;
  readonly html: string;
  readonly problems: readonly PreviewProblem[];
  readonly root: string;
  /** The path of the stylesheet of the site's theme. */
  readonly stylesheet: string | null;
  /** The paths of the stylesheets of all themes that are installed in the project, by name. */
  readonly themes: Readonly<Record<string, string>>;
}

/** The stylesheets that a reader may choose from, by URL; null is the default stylesheet. */
export interface Stylesheets {
  readonly own: string | null;
  readonly themes: Readonly<Record<string, string>>;
}

/** The result of `refrakt/previewResources`. */
export interface PreviewResources {
  readonly layouts: readonly string[];
  readonly stylesheet: string;
}

export type ToView =
  | { readonly type: 'resources'; readonly layouts: readonly string[]; readonly stylesheet: string; readonly files: string }
  | {
      readonly type: 'page';
      readonly page: PreviewPage;
      readonly stylesheets: Stylesheets;
      readonly scrollTo: number | undefined;
    }
  | { readonly type: 'scroll'; readonly line: number }
  | { readonly type: 'status'; readonly text: string };

export type FromView =
  | { readonly type: 'ready' }
  | { readonly type: 'layout'; readonly layout: string }
  | { readonly type: 'scroll'; readonly line: number }
  | { readonly type: 'select'; readonly start: number; readonly end: number }
  | { readonly type: 'line'; readonly line: number }
  | { readonly type: 'page'; readonly path: string; readonly fragment: string }
  | { readonly type: 'external'; readonly url: string };

/** The choices of a theme, by value and label; a single one is no choice. */
export function themeChoices({ themes }: Stylesheets): [string, string][] {
  const names = Object.keys(themes);
  return names.length === 0 ? [] : [['', 'of the site'], ['default', 'default'], ...names.map((each): [string, string] => [`theme ${each}`, each])];
}

/** The URL of the chosen stylesheet; null for the default. */
export function chosenStylesheet({ own, themes }: Stylesheets, choice: string): string | null {
  if (choice === 'default') return null;
  return (choice.startsWith('theme ') ? themes[choice.slice('theme '.length)] : undefined) ?? own;
}

/** The path of a page and the fragment of a link in a rendered page; `undefined` for another link. */
export function pageLink(href: string): { path: string; fragment: string } | undefined {
  if (!href.startsWith('/.refrakt/?')) return undefined;
  const url = new URL(href, 'https://view.invalid');
  const path = url.searchParams.get('page');
  return path === null ? undefined : { path, fragment: decodeURIComponent(url.hash.slice(1)) };
}

/** The URL of a file in a view, given the URL of the root folder there. */
export function fileUrl(url: string, files: string): string {
  const prefix = '/.refrakt/file/';
  return url.startsWith(prefix) ? `${files.replace(/\/$/, '')}/${url.slice(prefix.length)}` : url;
}
