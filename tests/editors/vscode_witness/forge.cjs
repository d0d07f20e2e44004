// An agent of Forge: a problem with its range, a hover, the providers; and a YAML file that is none of Forge's.

const vscode = require('vscode');
const { completion, hover, problems } = require('./as_json.cjs');

exports.forge = async (folder, seen, until) => {
  const uri = vscode.Uri.joinPath(folder.uri, '.fractary', 'agents', 'a.yaml');
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  await until('a problem of the agent', () => problems(uri).length > 0);
  const at = (word, after) => document.positionAt(document.getText().indexOf(word) + after);
  const outside = vscode.Uri.joinPath(folder.uri, 'outside.yaml');
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(outside));
  seen.forge = {
    problems: problems(uri).map(({ code, line, start, stop }) => [code, line, start, stop]),
    hover: await hover(uri, at('temperature', 2)),
    completion: await completion(uri, at('provider: ', 'provider: '.length)),
    outside: await hover(outside, new vscode.Position(0, 1)),
  };

  const config = vscode.Uri.joinPath(folder.uri, '.fractary', 'config.json');
  await vscode.workspace.fs.writeFile(config, Buffer.from('{\n  "registries": [{ "name": "a" }]\n}\n'));
  const shown = await vscode.workspace.openTextDocument(config);
  await vscode.window.showTextDocument(shown);
  const within = (word, after) => shown.positionAt(shown.getText().indexOf(word) + after);
  seen.forge.config = await until('the hover of the config', () => hover(config, within('registries', 2)));
  seen.forge.keys = await completion(config, within('name', 2));
  await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  await vscode.workspace.fs.delete(config);
};
