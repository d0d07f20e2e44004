// Keys for writers: Enter in lists, quotes and tables, bold and italic. Only on pages that are checked, and not where another
// Markdown extension has such keys.

import * as vscode from 'vscode';
import { continuation, toggled } from './list_continuation.ts';

/** Extensions that bind Enter, bold and italic in Markdown files. */
const OTHERS = ['yzhang.markdown-all-in-one', 'mdickin.markdown-shortcuts'];

export function registerTyping(): vscode.Disposable {
  const update = (): void => {
    const other = OTHERS.some((id) => vscode.extensions.getExtension(id) !== undefined);
    void vscode.commands.executeCommand('setContext', 'refrakt.hasOtherKeys', other);
  };
  update();
  return vscode.Disposable.from(
    vscode.extensions.onDidChange(update),
    vscode.commands.registerCommand('refrakt.continueLine', continueLine),
    vscode.commands.registerCommand('refrakt.toggleBold', () => toggle('**')),
    vscode.commands.registerCommand('refrakt.toggleItalic', () => toggle('_')),
  );
}

async function continueLine(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const found = editor?.selections.length === 1 && editor.selection.isEmpty ? continued(editor) : undefined;
  // As typed, so that indentation and formatting on type apply.
  if (editor === undefined || found === undefined) return void vscode.commands.executeCommand('type', { text: '\n' });
  const { active } = editor.selection;
  await editor.edit((edit) => {
    if (found.clearFrom === undefined) edit.insert(active, found.insert);
    else edit.delete(new vscode.Range(active.line, found.clearFrom, active.line, active.character));
  });
  editor.revealRange(editor.selection);
}

function continued({ document, selection: { active } }: vscode.TextEditor): ReturnType<typeof continuation> {
  const { text } = document.lineAt(active.line);
  const above = active.line > 0 ? document.lineAt(active.line - 1).text : '';
  if (inFence(document, active.line)) return undefined;
  return continuation(text.slice(0, active.character), text.slice(active.character), above);
}

/** Whether a line is in a fenced code block or in the frontmatter. */
function inFence(document: vscode.TextDocument, line: number): boolean {
  let fence = '';
  let start = 0;
  if (document.lineAt(0).text === '---') {
    for (start = 1; start < document.lineCount && document.lineAt(start).text !== '---'; ) start++;
    if (line <= start) return true;
  }
  for (let at = start; at < line; at++) {
    const mark = /^[\s>]*(`{3,}|~{3,})/.exec(document.lineAt(at).text)?.[1];
    if (mark !== undefined && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
  }
  return fence !== '';
}

async function toggle(mark: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return;
  const { document } = editor;
  const ranges = editor.selections.map((each) => (each.isEmpty ? (document.getWordRangeAtPosition(each.active) ?? each) : each));
  await editor.edit((edit) => ranges.forEach((range) => edit.replace(range, toggled(document.getText(range), mark))));
  // Between the marks, where there was no word.
  editor.selections = editor.selections.map((each, at) => {
    const range = ranges[at];
    if (range === undefined || !range.isEmpty || !each.isEmpty) return each;
    const inside = each.active.translate(0, -mark.length);
    return new vscode.Selection(inside, inside);
  });
}
