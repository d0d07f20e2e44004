// A page is opened where no refrakt is; then what $REFRAKT_STAGES names: interpreters that cannot be used, an installation, or an
// environment of the project that appears later.

const { mkdirSync, symlinkSync } = require('node:fs');
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
    if (!['installing', 'installed', 'appears'].includes(name)) void again();
    if (name === 'appears') {
      const programs = path.join(folder.uri.fsPath, '.venv', 'bin');
      mkdirSync(programs, { recursive: true });
      symlinkSync(process.env.REFRAKT_PROGRAM, path.join(programs, 'refrakt'));
    }
    if (name === 'installed' || name === 'appears') {
      await until('problems', () => problems(uri).length > 0);
      seen.codes = problems(uri).map(({ code }) => code);
    }
    await stage(name);
  }
};
