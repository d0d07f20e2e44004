// What a writer does with two pages that link to each other: looks around, renames, mends, lays out, types in both tags at once.
// Everything goes through the commands that VS Code offers to extensions, and so through its own half of each feature.

const vscode = require('vscode');
const { definition } = require('./as_json.cjs');

const ask = (name, ...words) => vscode.commands.executeCommand(`vscode.${name}`, ...words);
const file = (uri) => uri.path.split('/').at(-1);
const place = ({ start, end }) => [start.line, start.character, end.line, end.character];
const outline = (symbols) => symbols.map((each) => [each.name, outline(each.children ?? [])]);

/** The tokens of a page as `type word`, in their order. */
async function tokens(document) {
  const { tokenTypes } = await ask('provideDocumentSemanticTokensLegend', document.uri);
  const { data } = await ask('provideDocumentSemanticTokens', document.uri);
  const found = [];
  let [line, start] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    start = data[at] === 0 ? start + data[at + 1] : data[at + 1];
    line += data[at];
    const range = new vscode.Range(line, start, line, start + data[at + 2]);
    found.push(`${tokenTypes[data[at + 3]]} ${document.getText(range)}`);
  }
  return found;
}

exports.edit = async (folder, seen, until, stage) => {
  const open = (name) => vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, 'content', 'light', name));
  const [setup, links] = [await open('setup.md'), await open('links.md')];
  const at = (document, words, more = 0) => document.positionAt(document.getText().indexOf(words) + more);
  const everything = (document) => new vscode.Range(0, 0, document.lineCount, 0);
  const editor = await vscode.window.showTextDocument(setup);
  const uri = setup.uri;

  // The other pages are read in the background.
  const lenses = await until('lenses', async () => {
    const found = await ask('executeCodeLensProvider', uri, 100);
    return found.some(({ command }) => command?.command === 'refrakt.showReferences') && found;
  });
  seen.lenses = lenses.map(({ range, command }) => `${range.start.line}: ${command.title}`);
  const ours = (symbols) => symbols.length > 0 && symbols;
  seen.outline = outline(await until('an outline', async () => ours(await ask('executeDocumentSymbolProvider', uri))));
  seen.folds = (await ask('executeFoldingRangeProvider', uri)).map(({ start, end }) => [start, end]);
  seen.tokens = await tokens(setup);
  seen.hints = (await ask('executeInlayHintProvider', links.uri, everything(links))).map(({ label }) =>
    typeof label === 'string' ? label : label.map(({ value }) => value).join(''),
  );
  seen.symbols = (await ask('executeWorkspaceSymbolProvider', 'linux')).map(({ name, location }) => `${name} ${file(location.uri)}`);
  seen.definition = await definition(links.uri, at(links, '#linux', 2));
  const shown = await ask('executeLinkProvider', links.uri, 10);
  seen.links = shown.map(({ range, target }) => [links.getText(range), target === undefined ? null : target.toString(true)]);
  const references = await ask('executeReferenceProvider', uri, at(setup, 'Linux'));
  seen.references = references.map(({ uri, range }) => [file(uri), ...place(range)]);

  const lens = lenses.find(({ command }) => command.command === 'refrakt.showReferences');
  await vscode.commands.executeCommand(lens.command.command, ...lens.command.arguments);
  await stage('references');
  await vscode.commands.executeCommand('closeReferenceSearch');

  const renaming = await ask('executeDocumentRenameProvider', links.uri, at(links, '#linux', 2), 'Linux and BSD');
  seen.renamed = await vscode.workspace.applyEdit(renaming);
  seen.afterRename = [setup.getText(), links.getText()];

  const wrong = new vscode.Range(at(setup, 'hnit'), at(setup, 'hnit', 4));
  await until('a problem to mend', () => vscode.languages.getDiagnostics(uri).some(({ range }) => range.intersection(wrong)));
  const actions = await ask('executeCodeActionProvider', uri, wrong, vscode.CodeActionKind.QuickFix.value, 20);
  seen.fixes = actions.map(({ title }) => title);
  await vscode.workspace.applyEdit(actions.find(({ edit, isPreferred }) => edit && isPreferred).edit);
  seen.afterFix = setup.getText();

  await vscode.commands.executeCommand('editor.action.formatDocument');
  await until('a tidy page', () => !setup.getText().includes('hint   type'));
  seen.afterFormat = setup.getText();

  const name = at(setup, '{% details', 5);
  editor.selection = new vscode.Selection(name, name);
  editor.revealRange(new vscode.Range(name, name));
  await vscode.window.showTextDocument(setup);
  await stage('linked');
  await until('both names to change', () => setup.getText().includes('{% /dexxtails %}'));
  seen.afterTyping = setup.getText();
  for (const each of [setup, links]) {
    await vscode.window.showTextDocument(each);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }

  // A file is moved, as in the explorer; the editor asks whether the links may follow, and somebody clicks.
  const moving = new vscode.WorkspaceEdit();
  moving.renameFile(uri, vscode.Uri.joinPath(uri, '..', '..', 'install.md'));
  const moved = vscode.workspace.applyEdit(moving);
  await stage('moving');
  seen.moved = await moved;
  seen.afterMove = (await open('links.md')).getText();
  await until('the problems of the moved file alone', () => vscode.languages.getDiagnostics(uri).length === 0);
};
