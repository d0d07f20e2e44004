// Marks around text, such as those of bold text. Does not import vscode.

/** A part of a text, and what replaces it. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Puts a mark around a part of a line, or removes it where it is: in the part or right around it. */
export function toggled(line: string, start: number, end: number, mark: string): Replacement {
  const text = line.slice(start, end);
  if (text.length >= 2 * mark.length && text.startsWith(mark) && text.endsWith(mark)) {
    return { start, end, text: text.slice(mark.length, -mark.length) };
  }
  const outer = { start: start - mark.length, end: end + mark.length };
  if (outer.start >= 0 && line.slice(outer.start, outer.end) === `${mark}${text}${mark}`) return { ...outer, text };
  return { start, end, text: `${mark}${text}${mark}` };
}
