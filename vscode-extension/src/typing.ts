// Keys for bold and italic text. Only on pages that are checked, and not where another Markdown extension has such keys.
// Lists, quotes, tables and closing tags are continued by the server, as formatting on type.

import * as vscode from 'vscode';
import { toggled } from './text_marks.ts';

/** Extensions that have keys for bold and italic text in Markdown files. */
const OTHERS = ['yzhang.markdown-all-in-one', 'mdickin.markdown-shortcuts'];

export function registerTyping(): vscode.Disposable {
  const update = (): void => {
    const other = OTHERS.some((id) => vscode.extensions.getExtension(id) !== undefined);
    void vscode.commands.executeCommand('setContext', 'refrakt.hasOtherKeys', other);
  };
  update();
  return vscode.Disposable.from(
    vscode.extensions.onDidChange(update),
    vscode.commands.registerCommand('refrakt.toggleBold', () => toggle('**')),
    vscode.commands.registerCommand('refrakt.toggleItalic', () => toggle('_')),
  );
}

async function toggle(mark: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return;
  const { document } = editor;
  const ranges = editor.selections.map((each) => (each.isEmpty ? (document.getWordRangeAtPosition(each.active) ?? each) : each));
  const [only] = ranges;
  const single = ranges.length === 1 && only?.isSingleLine ? only : undefined;
  if (single === undefined) {
    await editor.edit((edit) => ranges.forEach((range) => edit.replace(range, `${mark}${document.getText(range)}${mark}`)));
    return;
  }
  const { line } = single.start;
  const { start, end, text } = toggled(document.lineAt(line).text, single.start.character, single.end.character, mark);
  const { anchor, active } = editor.selection;
  await editor.edit((edit) => edit.replace(new vscode.Range(line, start, line, end), text));
  // The cursor stays in the word, so that the same key removes the marks again.
  const added = text.length > end - start ? mark.length : 0;
  const [first, last] = [start + added, start + text.length - added];
  const moved = ({ character }: vscode.Position): vscode.Position =>
    new vscode.Position(line, Math.min(last, Math.max(first, character + (added || -mark.length))));
  editor.selection = new vscode.Selection(moved(anchor), moved(active));
}
