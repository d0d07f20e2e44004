// A page is open and checked when the editor is killed.

const vscode = require('vscode');
const { problems } = require('./as_json.cjs');

exports.look = async (folder, _, until, stage) => {
  const uri = vscode.Uri.joinPath(folder.uri, 'content', 'first-light.md');
  await vscode.window.showTextDocument(uri);
  await until('problems', () => problems(uri).length > 0);
  await stage('running');
};
