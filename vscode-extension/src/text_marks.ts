// Marks around text, such as those of bold text. Does not import vscode.

/** The text with a mark around it, or without it if it has one. */
export function toggled(text: string, mark: string): string {
  return text.length >= 2 * mark.length && text.startsWith(mark) && text.endsWith(mark)
    ? text.slice(mark.length, -mark.length)
    : `${mark}${text}${mark}`;
}
