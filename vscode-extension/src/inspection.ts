// What the rune inspector shows of the results of `refrakt/inspect` and `refrakt/preview`. Does not import vscode.

import { findByAttribute, parseHtml, type Element } from './html_tree.ts';

export interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

interface Part {
  readonly range: Range;
  readonly kind: string;
  readonly text: string;
}

/** The result of `refrakt/inspect`. */
export interface Inspection {
  readonly name: string;
  readonly rune: string;
  readonly package: string;
  readonly about: string;
  readonly range: Range;
  readonly opening: Range;
  readonly attributes: readonly {
    readonly name: string;
    readonly origin: string;
    readonly value?: unknown;
    readonly default?: unknown;
    readonly range?: Range;
  }[];
  readonly content: string;
  readonly bodies: readonly {
    readonly rune: string;
    readonly fields: readonly {
      readonly name: string;
      readonly path: readonly string[];
      readonly takes: string;
      readonly optional: boolean;
      readonly missing: boolean;
      readonly parts: readonly Part[];
    }[];
    readonly lost: readonly { readonly part: Part; readonly reason: string }[];
  }[];
  readonly problems: readonly { readonly range: Range; readonly code: string; readonly message: string }[];
}

/** The part of the result of `refrakt/preview` that is used. */
export interface Rendered {
  readonly html: string;
  readonly spans: readonly { readonly span: string; readonly range: Range }[];
}

export interface Item {
  readonly label: string;
  readonly detail?: string;
  readonly icon?: string;
  /** What it stands for in the source. */
  readonly range?: Range | undefined;
  readonly children?: readonly Item[];
  readonly open?: boolean;
}

const REASONS: Record<string, string> = {
  skipped: 'not shown: another part is expected here',
  'left-over': 'not shown: no field is left for it',
  'extra-zone': 'not shown: after the last zone',
  preamble: 'not shown: before the first section',
  'not-taken': 'not shown: the rune does not use it',
};

export function inspectionItems(found: Inspection, rendered: Rendered | undefined): Item[] {
  const title = found.name === found.rune ? found.rune : `${found.name} (${found.rune})`;
  const output = rendered && outputOf(found, rendered);
  return [
    { label: title, detail: `${found.package} · ${found.about}`, icon: 'symbol-class', range: found.opening },
    group('Attributes', 'symbol-property', found.attributes.map(attribute)),
    group('Fields', 'symbol-field', found.bodies.flatMap(fields)),
    group('Problems', 'warning', found.problems.map(({ range, code, message }) => ({ label: message, detail: code, range }))),
    group('Output', 'symbol-structure', output === undefined ? [] : [elementItem(output, 0)]),
  ].filter((each) => each.children === undefined || each.children.length > 0);
}

function group(label: string, icon: string, children: readonly Item[]): Item {
  return { label, icon, children, open: label !== 'Output' };
}

function attribute(each: Inspection['attributes'][number]): Item {
  const written = each.range !== undefined;
  const value = shown(written ? each.value : each.default);
  const detail = [each.origin === 'own' ? '' : each.origin, written ? '' : 'default'].filter(Boolean).join(', ');
  return { label: `${each.name} = ${value}`, detail, range: each.range, icon: written ? 'symbol-property' : 'circle-outline' };
}

function fields(body: Inspection['bodies'][number]): Item[] {
  const read = body.fields
    .filter(({ parts, missing }) => parts.length > 0 || missing)
    .map(({ name, path, takes, missing, parts }): Item => ({
      label: [...path, name].join(' › '),
      detail: missing ? `missing: ${takes}` : parts.map(({ kind }) => kind).join(', '),
      icon: missing ? 'warning' : 'symbol-field',
      range: parts[0]?.range,
      open: true,
      children: parts.map(({ text, kind, range }) => ({ label: text || kind, range, icon: 'symbol-string' })),
    }));
  const lost = body.lost.map(({ part, reason }): Item => ({
    label: part.text || part.kind,
    detail: REASONS[reason] ?? reason,
    icon: 'circle-slash',
    range: part.range,
  }));
  return [...read, ...lost];
}

function outputOf(found: Inspection, { html, spans }: Rendered): Element | undefined {
  const span = spans.find(({ range }) => same(range, found.range))?.span;
  return span === undefined ? undefined : findByAttribute(parseHtml(html), 'data-source-span', span);
}

function same(one: Range, other: Range): boolean {
  return one.start.line === other.start.line && one.start.character === other.start.character
    && one.end.line === other.end.line && one.end.character === other.end.character;
}

function elementItem(element: Element, depth: number): Item {
  const { class: classes = '', id } = element.attributes;
  const label = `${element.name}${id ? `#${id}` : ''}${classes.split(/\s+/).filter(Boolean).map((each) => `.${each}`).join('')}`;
  const others = Object.entries(element.attributes).filter(([name]) => name.startsWith('data-') && !name.startsWith('data-source'));
  const detail = others.map(([name, value]) => `${name}="${value}"`).join(' ');
  const children = element.children.map((each): Item =>
    typeof each === 'string' ? { label: each, icon: 'symbol-string' } : elementItem(each, depth + 1),
  );
  return { label, detail, icon: 'symbol-structure', children, open: depth < 2 };
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`;
  const path = (value as { path?: unknown } | null)?.path;
  return Array.isArray(path) ? `$${path.join('.')}` : JSON.stringify(value ?? null);
}
