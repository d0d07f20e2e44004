// Pages as the READMEs show them, in a light and in a dark theme.

const vscode = require('vscode');
const { problems } = require('./as_json.cjs');

exports.look = async (folder, _, until, stage) => {
  const file = (...names) => vscode.Uri.joinPath(folder.uri, ...names);
  const theme = (name) => vscode.workspace.getConfiguration('workbench').update('colorTheme', name, vscode.ConfigurationTarget.Global);
  const show = async (uri, text, more = 0) => {
    const editor = await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, preview: false });
    const at = editor.document.positionAt(editor.document.getText().indexOf(text) + more);
    editor.selection = new vscode.Selection(at, at);
    return editor;
  };
  const tokens = file('content', 'drafts', 'tokens.md');
  for (const [name, label] of [['light', 'Default Light Modern'], ['dark', 'Default Dark Modern']]) {
    await theme(label);
    await show(tokens, '# Colors');
    await stage(`tokens-${name}`);
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');

  await theme('Default Light Modern');
  const page = file('content', 'first-bake.md');
  await show(page, 'hint type', 2);
  await stage('views');
  await vscode.commands.executeCommand('workbench.action.closeSidebar');
  const editor = await show(page, 'Bake before');
  editor.revealRange(new vscode.Range(0, 0, 0, 0), vscode.TextEditorRevealType.AtTop);
  await vscode.commands.executeCommand('refrakt.openPreviewToSide');
  await stage('preview-light');
  await theme('Default Dark Modern');
  await stage('preview-dark');

  await theme('Default Light Modern');
  await vscode.commands.executeCommand('workbench.action.closeEditorsInOtherGroups');
  const { document } = editor;
  const change = async (text, other) => {
    const start = document.positionAt(document.getText().indexOf(text));
    const writing = await show(page, text);
    await writing.edit((edit) => edit.replace(new vscode.Range(start, start.translate(0, text.length)), other));
  };
  await change('warning', 'waring');
  await until('the problem', () => problems(page).length === 1);
  await show(page, 'waring', 2);
  await stage('problem');
  await theme('Default Dark Modern');
  await show(page, 'waring', 2);
  await stage('fix');
  await theme('Default Light Modern');
  await change('{% hint type="waring" %}', '');
  await stage('completion');
  await show(page, '# Bake');
  await vscode.commands.executeCommand('workbench.action.files.revert');
  await until('no problem', () => problems(page).length === 0);
  await stage('status');
};
