// What somebody who plans does with an entity: sees what is wrong with it and what an id stands for, and gives something another id.

const vscode = require('vscode');

const ask = (name, ...words) => vscode.commands.executeCommand(`vscode.${name}`, ...words);

exports.plan = async (folder, seen, until, stage) => {
  const open = (name) => vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, 'plan', 'work', name));
  const first = await open('WORK-701-first.md');
  const editor = await vscode.window.showTextDocument(first);
  const uri = first.uri;
  const broken = ({ code }) => (code?.value ?? code) === 'broken-ref';
  const problem = await until('a problem of the plan', () => vscode.languages.getDiagnostics(uri).find(broken));
  const named = first.positionAt(first.getText().indexOf('WORK-702') + 2);
  const [card] = await ask('executeHoverProvider', uri, named);
  const lenses = await ask('executeCodeLensProvider', uri, 100);
  // With the keys, as people do: given to extensions, a rename has its edits behind the file's new name.
  editor.selection = new vscode.Selection(named, named);
  await stage('renaming');
  const second = await until('the new id', async () => {
    const found = await open('WORK-790-second.md').catch(() => null);
    return found?.getText().includes('WORK-790') && found;
  });
  seen.plan = {
    problem: first.getText(problem.range),
    card: card.contents.map(({ value }) => value).join('\n'),
    notes: lenses.map(({ command }) => command.title),
    texts: [first.getText(), second.getText()],
  };
};
