// A page of each folder: both are checked, and the status item, the views and the MCP servers follow.

const vscode = require('vscode');
const { problems } = require('./as_json.cjs');

exports.look = async (_, seen, until, stage) => {
  const [site, plain] = vscode.workspace.workspaceFolders.map(({ uri }) => uri);
  const uris = [vscode.Uri.joinPath(site, 'content', 'first-light.md'), vscode.Uri.joinPath(plain, 'pages', 'docs', 'visit.md')];
  seen.codes = [];
  for (const [at, name] of ['site', 'plain'].entries()) {
    await vscode.window.showTextDocument(uris[at], { preview: false });
    await until(`problems in ${name}`, () => problems(uris[at]).length > 0);
    seen.codes.push(problems(uris[at]).map(({ code }) => code));
    await stage(name);
  }
  await stage('pages');
  await stage('agents');
};
