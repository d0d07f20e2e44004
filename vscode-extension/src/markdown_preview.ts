// Tags in VS Code's own Markdown preview: labelled boxes instead of text. A plugin of markdown-it. Does not import vscode.

/** The part of markdown-it that is used. */
interface MarkdownIt {
  readonly block: { readonly ruler: { before(name: string, added: string, rule: BlockRule, options: { alt: string[] }): void } };
  readonly inline: { readonly ruler: { before(name: string, added: string, rule: InlineRule): void } };
  readonly core: { readonly ruler: { push(name: string, rule: (state: CoreState) => void): void } };
  readonly utils: { escapeHtml(text: string): string };
}
interface Token {
  content: string;
  map: [number, number] | null;
}
interface CoreState {
  readonly env: { refraktTags?: number };
  readonly tokens: Token[];
  readonly Token: new (type: string, tag: string, nesting: number) => Token;
}
interface BlockState {
  readonly src: string;
  readonly env: { refraktTags?: number };
  line: number;
  readonly bMarks: number[];
  readonly tShift: number[];
  readonly eMarks: number[];
  push(type: string, tag: string, nesting: number): Token;
}
interface InlineState {
  readonly src: string;
  pos: number;
  push(type: string, tag: string, nesting: number): Token;
}
type BlockRule = (state: BlockState, line: number, end: number, silent: boolean) => boolean;
type InlineRule = (state: InlineState, silent: boolean) => boolean;

const MOST_LINES = 50;
const TAG = /^\{%\s*(\/)?\s*([\s\S]*?)\s*(\/)?\s*%\}$/;

export function drawTags(md: MarkdownIt): MarkdownIt {
  const escape = (text: string): string => md.utils.escapeHtml(text);

  /** A line, or a few, that are one tag. */
  const block: BlockRule = (state, line, end, silent) => {
    const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    if (!state.src.startsWith('{%', start)) return false;
    for (let last = line; last < Math.min(end, line + MOST_LINES); last++) {
      const text = state.src.slice(start, state.eMarks[last]).trimEnd();
      if (!text.includes('%}')) continue;
      const [, closing, content = '', selfClosing] = text.indexOf('%}') === text.length - 2 ? (TAG.exec(text) ?? []) : [];
      if (!content) return false;
      if (silent) return true;
      const open = state.env.refraktTags ?? 0;
      const token = state.push('html_block', '', 0);
      token.map = [line, last + 1];
      if (closing === undefined) {
        token.content = `<div class="refrakt-tag"><span class="refrakt-label">${escape(content)}</span>${selfClosing === undefined ? '' : '</div>'}\n`;
        state.env.refraktTags = open + (selfClosing === undefined ? 1 : 0);
      } else {
        token.content = open > 0 ? '</div>\n' : `<span class="refrakt-label">/${escape(content)}</span>\n`;
        state.env.refraktTags = Math.max(0, open - 1);
      }
      state.line = last + 1;
      return true;
    }
    return false;
  };

  const inline: InlineRule = (state, silent) => {
    if (!state.src.startsWith('{%', state.pos)) return false;
    const end = state.src.indexOf('%}', state.pos);
    if (end < 0) return false;
    const content = state.src.slice(state.pos + 2, end).trim();
    if (!silent) state.push('html_inline', '', 0).content = `<span class="refrakt-label">${escape(content)}</span>`;
    state.pos = end + 2;
    return true;
  };

  md.block.ruler.before('fence', 'refrakt_tag', block, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  md.inline.ruler.before('text', 'refrakt_tag', inline);
  // Boxes whose closing tag is missing end with the page.
  md.core.ruler.push('refrakt_tags', (state) => {
    const open = state.env.refraktTags ?? 0;
    state.env.refraktTags = 0;
    if (open === 0) return;
    const token = new state.Token('html_block', '', 0);
    token.content = '</div>'.repeat(open);
    state.tokens.push(token);
  });
  return md;
}
