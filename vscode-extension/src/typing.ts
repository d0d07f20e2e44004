// Keys for bold and italic text. Only on pages that are checked, and not where another Markdown extension has such keys.
// Lists, quotes, tables and closing tags are continued by the server, as formatting on type.

import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { toggled } from './text_marks.ts';

/** Extensions that have keys for bold and italic text in Markdown files. */
const WITH_KEYS = ['yzhang.markdown-all-in-one', 'mdickin.markdown-shortcuts'];
/** Extensions that continue lists on Enter in Markdown files. */
const WITH_ENTER = ['yzhang.markdown-all-in-one'];

const isInstalled = (id: string): boolean => vscode.extensions.getExtension(id) !== undefined;

/** Enter in a Markdown file belongs to another extension if that binds it. */
export const enterOfOthers: Middleware = {
  provideOnTypeFormattingEdits: (document, position, character, options, token, next) =>
    character === '\n' && document.languageId === 'markdown' && WITH_ENTER.some(isInstalled)
      ? undefined
      : next(document, position, character, options, token),
};

export function registerTyping(): vscode.Disposable {
  const update = (): void => {
    void vscode.commands.executeCommand('setContext', 'refrakt.hasOtherKeys', WITH_KEYS.some(isInstalled));
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
