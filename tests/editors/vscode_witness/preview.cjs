// A page beside its preview: typed, scrolled, and clicked in.

const vscode = require('vscode');
const { problems } = require('./as_json.cjs');

exports.look = async (folder, seen, until, stage) => {
  const uri = vscode.Uri.joinPath(folder.uri, 'content', 'first-light.md');
  const editor = await vscode.window.showTextDocument(uri);
  const { document } = editor;
  await until('problems', () => problems(uri).length > 0);
  await stage('open');

  const dawn = document.getText().split('\n').findIndex((line) => line.startsWith('Dawn'));
  await editor.edit((edit) => edit.replace(document.lineAt(dawn).range, 'Dawn is early.'));
  seen.unsaved = document.isDirty;
  await stage('typed');
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  await stage('keys');

  const shown = vscode.window.visibleTextEditors.find((each) => each.document === document);
  shown.revealRange(new vscode.Range(29, 0, 29, 0), vscode.TextEditorRevealType.AtTop);
  await stage('scroll');
  await stage('reader');
  const part = document.getText().split('\n').findIndex((line) => line === '## Part 10');
  await until('the editor to follow', () => Math.abs(shown.visibleRanges[0].start.line - part) < 9);
  seen.editorLine = shown.visibleRanges[0].start.line;

  shown.selection = new vscode.Selection(0, 0, 0, 0);
  await stage('click');
  await until('a selection', () => vscode.window.activeTextEditor?.selection.isEmpty === false);
  seen.selected = document.getText(vscode.window.activeTextEditor.selection);
  await stage('link');
  await until('the other page', () => vscode.window.activeTextEditor?.document.uri.path.endsWith('about.md'));
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  await vscode.commands.executeCommand('workbench.action.files.revert');
};
