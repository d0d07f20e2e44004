// What Enter does in lists, quotes and tables. Does not import vscode.

/** Replace the text of the line before the cursor from a column on, and insert after the cursor. */
export interface Continuation {
  /** Inserted at the cursor. */
  readonly insert: string;
  /** The column from which the line is cleared instead: Enter on an empty item ends the list. */
  readonly clearFrom?: number;
}

const ITEM = /^((?:\s*>)*\s*)([-*+]|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?(.*)$/;
const QUOTE = /^((?:\s*>\s?)+)(.*)$/;
const ROW = /^(\s*)\|.*\|\s*$/;

/** `undefined`: Enter does what it does anywhere. `before` and `after` are the text of the line around the cursor. */
export function continuation(before: string, after: string, lineAbove: string): Continuation | undefined {
  const item = ITEM.exec(before);
  if (item !== null) {
    const [, indent = '', bullet = '', number, delimiter = '', space = ' ', box, text = ''] = item;
    if (text === '' && after.trim() === '') return { insert: '', clearFrom: indent.length };
    if (text === '') return undefined;
    const next = number === undefined ? bullet : `${Number(number) + 1}${delimiter}`;
    return { insert: `\n${indent}${next}${space}${box === undefined ? '' : '[ ] '}` };
  }
  const quote = QUOTE.exec(before);
  if (quote !== null) {
    const [, mark = '', text = ''] = quote;
    if (text.trim() === '' && after.trim() === '') return { insert: '', clearFrom: 0 };
    return { insert: `\n${mark.endsWith(' ') ? mark : `${mark} `}` };
  }
  const row = ROW.exec(before);
  if (row !== null && after.trim() === '') {
    const cells = before.replace(/\\\||`[^`]*`/g, '').split('|').length - 2;
    const empty = /^[\s|]*$/.test(before);
    if (empty && ROW.test(lineAbove)) return { insert: '', clearFrom: (row[1] ?? '').length };
    return cells < 1 ? undefined : { insert: `\n${row[1] ?? ''}|${'  |'.repeat(cells)}` };
  }
  return undefined;
}

/** The text with a mark around it, or without it if it has one. */
export function toggled(text: string, mark: string): string {
  return text.length >= 2 * mark.length && text.startsWith(mark) && text.endsWith(mark)
    ? text.slice(mark.length, -mark.length)
    : `${mark}${text}${mark}`;
}
