// The elements of rendered HTML as a tree, for the inspector. The renderer writes well-formed HTML. Does not import vscode.

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
}

const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
const TOKEN = /<!--[\s\S]*?-->|<\/([\w:-]+)\s*>|<([\w:-]+)((?:\s+[^\s=>"']+(?:="[^"]*"|='[^']*')?)*)\s*(\/?)>|([^<]+)|</g;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)"|='([^']*)')?/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };

export function parseHtml(html: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open = [root];
  for (const [token, closing, opening, attributes = '', selfClosing, text] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root;
    if (closing !== undefined) {
      const at = open.findLastIndex(({ name }) => name === closing);
      if (at > 0) open.length = at;
    } else if (opening !== undefined) {
      const element: Element = { name: opening, attributes: readAttributes(attributes), children: [] };
      parent.children.push(element);
      if (!selfClosing && !VOID.has(opening.toLowerCase())) open.push(element);
    } else if (text !== undefined || token === '<') {
      const content = decode(token).trim();
      if (content) parent.children.push(content.replace(/\s+/g, ' '));
    }
  }
  return root;
}

/** The first element with an attribute of this value. */
export function findByAttribute(element: Element, name: string, value: string): Element | undefined {
  if (element.attributes[name] === value) return element;
  for (const child of element.children) {
    const found = typeof child === 'string' ? undefined : findByAttribute(child, name, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readAttributes(text: string): Record<string, string> {
  const found = [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name, decode(double ?? single ?? '')]);
  return Object.fromEntries(found) as Record<string, string>;
}

function decode(text: string): string {
  return text.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all);
}
