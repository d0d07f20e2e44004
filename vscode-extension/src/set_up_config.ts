// The smallest configs that make the files of a folder pages. This module does not import vscode.

/** `markdoc.config.json` for a site of plain Markdoc. */
export function plainConfig(folder: string): string {
  return json([{ id: 'site', path: folder }]);
}

/** `refrakt.config.json` for a site of refrakt. */
export function siteConfig(folder: string): string {
  return json({ site: { contentDir: `./${folder === '.' ? '' : folder}` } });
}

/** `refrakt.config.json` that adds a folder to a plain Markdoc site that was recognised. */
export function pagesConfig(folder: string): string {
  return json({ authoring: { pages: { include: [folder === '.' ? '*' : `${folder}/**`] } } });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
