// Files of this machine in the frame of a page. VS Code serves them to the document of a web view, and not to a frame in it, so the
// script of the view reads them: images and fonts become blobs, stylesheets text. Does not use the document.

const DEEPEST_IMPORT = 8;
const IMPORT = /@import\s+(?:url\(\s*)?(["']?)([^"')\s;]+)\1\s*\)?([^;]*);/g;
const URL_IN_CSS = /url\(\s*(["']?)([^"')]+)\1\s*\)/g;

/** What a view needs of its surroundings. */
export interface Surroundings {
  readonly fetch: (url: string) => Promise<{ readonly ok: boolean; blob(): Promise<Blob>; text(): Promise<string> }>;
  readonly createUrl: (blob: Blob) => string;
  readonly revokeUrl: (url: string) => void;
}

export class FrameFiles {
  private readonly blobs = new Map<string, Promise<string>>();
  private readonly around: Surroundings;

  constructor(around: Surroundings) {
    this.around = around;
  }

  /** The URL of a file for the frame; empty if it cannot be read. */
  blob(url: string): Promise<string> {
    const known = this.blobs.get(url);
    if (known !== undefined) return known;
    const made = this.around.fetch(url).then(async (found) => (found.ok ? this.around.createUrl(await found.blob()) : ''), () => '');
    this.blobs.set(url, made);
    return made;
  }

  /** The text of a stylesheet with those that it imports, and with fonts and images that the frame can load. */
  async stylesheet(url: string, depth = 0): Promise<string> {
    const found = await this.around.fetch(url).catch(() => undefined);
    if (!found?.ok || depth > DEEPEST_IMPORT) return '';
    const text = await found.text();
    const imported = await replaceAll(text, IMPORT, async ([, , path = '', conditions = '']) => {
      const target = resolved(path, url);
      const inner = target === undefined ? '' : await this.stylesheet(target, depth + 1);
      return conditions.trim() ? `@media ${conditions.trim()} {\n${inner}\n}` : inner;
    });
    return replaceAll(imported, URL_IN_CSS, async ([all, , path = '']) => {
      const target = resolved(path, url);
      return target === undefined ? all : `url("${await this.blob(target)}")`;
    });
  }

  /** Files may have changed: read them again when they are needed. */
  forget(): void {
    for (const each of this.blobs.values()) void each.then((url) => url && this.around.revokeUrl(url));
    this.blobs.clear();
  }
}

/** The URL of a file of the same host; `undefined` for data and other hosts, which the policy of the view decides about. */
function resolved(path: string, base: string): string | undefined {
  if (/^(?:data|blob):|^#/i.test(path)) return undefined;
  const found = new URL(path, base);
  return found.host === new URL(base).host ? found.href : undefined;
}

async function replaceAll(text: string, pattern: RegExp, replacement: (match: RegExpMatchArray) => Promise<string>): Promise<string> {
  const pieces: string[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    pieces.push(text.slice(end, match.index), await replacement(match));
    end = match.index + match[0].length;
  }
  return pieces.join('') + text.slice(end);
}
