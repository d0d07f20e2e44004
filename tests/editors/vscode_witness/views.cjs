// The cursor moves from one rune to another; a criterion of the plan is checked in its view.

const { writeFileSync } = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');
const { problems } = require('./as_json.cjs');

exports.look = async (folder, seen, until, stage) => {
  const uri = vscode.Uri.joinPath(folder.uri, 'content', 'first-light.md');
  const editor = await vscode.window.showTextDocument(uri);
  const { document } = editor;
  await until('problems', () => problems(uri).length > 0);
  await stage('pages');
  // By another program.
  writeFileSync(path.join(folder.uri.fsPath, 'content', 'at-noon.md'), '# At noon\n');
  await stage('created');

  const select = async (text) => {
    const shown = await vscode.window.showTextDocument(document);
    const at = document.positionAt(document.getText().indexOf(text) + 4);
    shown.selection = new vscode.Selection(at, at);
  };
  await select('{% hint type="warning"');
  await stage('inspector');
  await select('{% details');
  await stage('moved');

  const [work] = await vscode.workspace.findFiles('plan/work/WORK-002-*.md');
  await stage('criterion');
  await until('the criterion to be checked', async () => {
    const text = Buffer.from(await vscode.workspace.fs.readFile(work)).toString();
    return text.includes('- [x] A new box is silent');
  });
  seen.checked = true;

  const shown = (name) => {
    const { document } = vscode.window.activeTextEditor ?? {};
    return document?.uri.path.endsWith(name) && document.getText() !== '' && document;
  };
  await vscode.window.showTextDocument(document);
  void vscode.commands.executeCommand('welcome.showNewFileEntries');
  await stage('layout');
  const dusk = await until('the page with a layout', () => shown('/at-dusk.md'));
  seen.dusk = dusk.getText();
  await dusk.save();
  void vscode.commands.executeCommand('refrakt.newPageFromRune');
  await stage('rune');
  const dawn = await until('the page for a rune', () => shown('/at-dawn.md'));
  seen.dawn = dawn.getText();
  await vscode.commands.executeCommand('workbench.action.files.revert');
  seen.problems = problems(dusk.uri).map(({ code }) => code);
};
