// What a writer does on a plain Markdoc site, which has no configuration for refrakt, and with the schema of its tags.

const vscode = require('vscode');
const { completion, definition, hover, problems } = require('./as_json.cjs');

exports.look = async (folder, seen, until, stage) => {
  const file = (...names) => vscode.Uri.joinPath(folder.uri, ...names);
  const uri = file('pages', 'docs', 'visit.md');
  const page = await vscode.workspace.openTextDocument(uri);
  let editor = await vscode.window.showTextDocument(page);
  const codes = () => problems(uri).map(({ code }) => code);
  const everywhere = () =>
    vscode.languages.getDiagnostics().flatMap(([each]) => problems(each).map(({ code }) => `${each.path.split('/').at(-1)} ${code}`));
  const select = (position) => {
    editor.selection = new vscode.Selection(position, position);
    editor.revealRange(new vscode.Range(position, position));
  };
  const append = async (uri, text) => {
    const shown = await vscode.window.showTextDocument(uri);
    const { document } = shown;
    await shown.edit((edit) => edit.insert(document.positionAt(document.getText().length), text));
    return document;
  };

  await until('a problem', () => codes().length > 0);
  seen.diagnostics = problems(uri);
  await vscode.commands.executeCommand('workbench.actions.view.problems');
  await stage('diagnostics');

  editor = await vscode.window.showTextDocument(page);
  const tides = page.positionAt(page.getText().indexOf('tides harbour') + 1);
  seen.hover = await hover(uri, tides);
  seen.definition = await definition(uri, tides);
  select(tides);
  await stage('hover');

  await append(uri, '\n{% ');
  const end = page.positionAt(page.getText().length);
  seen.completion = await completion(uri, end);
  select(end);
  await stage('completion');

  // A tag is used before it is defined, then defined without saving.
  await append(uri, 'buoy /%}\n');
  await until('the unknown tag', () => codes().includes('unknown-rune'));
  const tags = await append(file('markdoc', 'tags.js'), '\nexport const buoy = { selfClosing: true };\n');
  await until('the tag to be known', () => !codes().includes('unknown-rune'));
  seen.unsaved = { dirty: tags.isDirty, codes: codes(), completion: await completion(uri, end) };
  await stage('schema');

  // Another file becomes a source by an unsaved import; both count from then on.
  await append(uri, '\n{% lamp /%}\n\n{% bell /%}\n');
  await until('two unknown tags', () => codes().filter((each) => each === 'unknown-rune').length === 2);
  await append(tags.uri, '\nexport * from "./lamps";\n');
  const lamps = await append(file('markdoc', 'lamps.js'), 'export const lamp = { selfClosing: true };\n');
  await until('the tag of the imported file', () => codes().filter((each) => each === 'unknown-rune').length === 1);
  await append(tags.uri, 'export const bell = { selfClosing: true };\n');
  await until('the tag of the first file', () => !codes().includes('unknown-rune'));

  for (const each of [lamps, tags, page]) {
    await vscode.window.showTextDocument(each);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
  await until('the first problem alone', () => codes().join() === 'broken-link');
  seen.everywhere = everywhere();
};
