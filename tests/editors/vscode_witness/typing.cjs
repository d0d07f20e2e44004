// What the text is after a writer's keys.

const vscode = require('vscode');
const { problems } = require('./as_json.cjs');
const { showText } = require('./witness.cjs');

exports.look = async (folder, seen, until, stage) => {
  const uri = vscode.Uri.joinPath(folder.uri, 'content', 'first-light.md');
  const editor = await vscode.window.showTextDocument(uri);
  const { document } = editor;
  const subscription = showText(document);
  await until('problems', () => problems(uri).length > 0);
  const start = async (text, line, column = 0) => {
    await editor.edit((edit) => edit.replace(new vscode.Range(0, 0, document.lineCount, 0), text));
    editor.selection = new vscode.Selection(line, column, line, column);
    await vscode.window.showTextDocument(document);
  };
  await start('# T\n\n\n\nEnd.\n', 2);
  await stage('list');
  await start('# T\n\n> one\n\nEnd.\n', 2, 5);
  await stage('quote');
  await start('# T\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nEnd.\n', 4, 9);
  await stage('table');
  await start('# T\n\n\n\nEnd.\n', 2);
  await stage('tag');
  await start('# T\n\n{% hint type="note" %}\nText\n\n\nEnd.\n', 4);
  await stage('duplicate');
  await start('# T\n\n\n\nEnd.\n', 2);
  await stage('completion');
  await start('# T\n\n{% hnit %}\nText\n{% /hnit %}\n', 2, 5);
  await until('the problem', () => problems(uri).some(({ line }) => line === 2));
  await stage('fix');

  const other = vscode.Uri.joinPath(folder.uri, 'content', 'second.mdoc');
  await vscode.workspace.fs.writeFile(other, Buffer.from('# T\n\nRead here.\n'));
  const second = await vscode.window.showTextDocument(other);
  const shown = showText(second.document);
  second.selection = new vscode.Selection(2, 5, 2, 9);
  await stage('paste');
  shown.dispose();
  await vscode.commands.executeCommand('workbench.action.files.revert');
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
  await stage('preview');
  subscription.dispose();
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  await vscode.commands.executeCommand('workbench.action.files.revert');
};
