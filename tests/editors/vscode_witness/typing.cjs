// What the text is after a writer's keys.

const vscode = require('vscode');
const { problems } = require('./as_json.cjs');

exports.look = async (folder, seen, until, stage) => {
  const uri = vscode.Uri.joinPath(folder.uri, 'content', 'first-light.md');
  const editor = await vscode.window.showTextDocument(uri);
  const { document } = editor;
  await until('problems', () => problems(uri).length > 0);
  const whole = () => new vscode.Range(0, 0, document.lineCount, 0);
  const start = async () => {
    await editor.edit((edit) => edit.replace(whole(), '# T\n\n\n\nEnd.\n'));
    editor.selection = new vscode.Selection(2, 0, 2, 0);
    await vscode.window.showTextDocument(document);
  };
  // The keys are active on a page that is checked, which is known a moment after it is shown.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await start();
  await stage('list');
  seen.list = document.getText();
  await start();
  await stage('tag');
  seen.tag = document.getText();
  await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
  await stage('preview');
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  await vscode.commands.executeCommand('workbench.action.files.revert');
};
