// Pages as the README shows them, in a light and in a dark theme.

const vscode = require('vscode');

exports.look = async (folder, _, until, stage) => {
  const file = (...names) => vscode.Uri.joinPath(folder.uri, ...names);
  const theme = (name) => vscode.workspace.getConfiguration('workbench').update('colorTheme', name, vscode.ConfigurationTarget.Global);
  const show = async (uri, text) => {
    const editor = await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, preview: false });
    const at = editor.document.positionAt(editor.document.getText().indexOf(text));
    editor.selection = new vscode.Selection(at, at);
  };
  const tokens = file('content', 'tokens.md');
  for (const [name, label] of [['light', 'Default Light Modern'], ['dark', 'Default Dark Modern']]) {
    await theme(label);
    await show(tokens, '# Colors');
    await stage(`tokens-${name}`);
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');

  await show(file('content', 'docs', 'getting-started.md'), 'tabs %}');
  await stage('views');
  await vscode.commands.executeCommand('workbench.action.closeSidebar');
  await vscode.commands.executeCommand('refrakt.openPreviewToSide');
  await stage('preview-dark');
  await theme('Default Light Modern');
  await stage('preview-light');
};
