// A page is opened where no refrakt is; then what $REFRAKT_STAGES names: interpreters that cannot be used, or an installation.

const path = require('node:path');
const vscode = require('vscode');
const { problems } = require('./as_json.cjs');

exports.look = async (folder, seen, until, stage) => {
  const uri = vscode.Uri.joinPath(folder.uri, ...process.env.REFRAKT_PAGE.split('/'));
  const python = (value) =>
    vscode.workspace.getConfiguration('refrakt.server').update('python', value, vscode.ConfigurationTarget.Global);
  const again = () => vscode.commands.executeCommand('refrakt.restart');
  for (const name of process.env.REFRAKT_STAGES.split(' ')) {
    if (name === 'old' || name === 'bare') await python(path.join(process.env.REFRAKT_PYTHONS, name));
    else await python(undefined);
    await vscode.window.showTextDocument(uri);
    if (name !== 'installing' && name !== 'installed') void again();
    if (name === 'installed') {
      await until('problems', () => problems(uri).length > 0);
      seen.codes = problems(uri).map(({ code }) => code);
    }
    await stage(name);
  }
};
