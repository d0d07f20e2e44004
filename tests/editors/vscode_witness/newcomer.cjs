// The first minutes: the walkthrough, a folder without configuration that is set up, and the entry for another agent.

const vscode = require('vscode');
const { problems } = require('./as_json.cjs');

exports.look = async (folder, seen, until, stage) => {
  const uri = vscode.Uri.joinPath(folder.uri, 'texts', 'hello.md');
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', 'refrakt.refrakt#start', false);
  await stage('walkthrough');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');

  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false });
  await stage('unchecked');
  seen.before = problems(uri).map(({ code }) => code);
  await stage('setup');
  const config = vscode.Uri.joinPath(folder.uri, 'refrakt.config.json');
  await until('the config', () => vscode.workspace.fs.stat(config).then(() => true, () => false));
  seen.config = JSON.parse(Buffer.from(await vscode.workspace.fs.readFile(config)).toString());
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One });
  await until('problems of the page', () => problems(uri).length > 0);
  seen.after = problems(uri).map(({ code }) => code);
  await stage('checked');

  await vscode.env.clipboard.writeText('');
  void vscode.commands.executeCommand('refrakt.copyMcpConfig');
  await stage('copy');
  seen.copied = await until('the clipboard', () => vscode.env.clipboard.readText());
};
