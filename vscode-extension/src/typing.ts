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
  const inserted = new Set<number>();
  await editor.edit((edit) =>
    ranges.forEach((range, at) => {
      if (!range.isSingleLine) {
        edit.replace(range, `${mark}${document.getText(range)}${mark}`);
        return;
      }
      const { line } = range.start;
      const { start, end, text } = toggled(document.lineAt(line).text, range.start.character, range.end.character, mark);
      edit.replace(new vscode.Range(line, start, line, end), text);
      if (text === `${mark}${mark}`) inserted.add(at);
    }),
  );
  // Between the marks, where there was no word.
  editor.selections = editor.selections.map((each, at) => {
    if (!inserted.has(at) || !each.isEmpty) return each;
    const inside = each.active.translate(0, -mark.length);
    return new vscode.Selection(inside, inside);
  });
}
