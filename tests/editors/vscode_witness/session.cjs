// What a writer does with pages of a refrakt site, and what an agent sees of it.

const { writeFileSync } = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');
const { completion, hover, problems } = require('./as_json.cjs');
const { edit } = require('./editing.cjs');
const { forge } = require('./forge.cjs');
const { plan } = require('./plan.cjs');

const talk = process.env.REFRAKT_TALK;

exports.look = async (folder, seen, until, stage) => {
  const uri = vscode.Uri.joinPath(folder.uri, 'content', 'first-light.md');
  const document = await vscode.workspace.openTextDocument(uri);
  let editor = await vscode.window.showTextDocument(document);

  await until('diagnostics', () => problems(uri).length > 0);
  seen.diagnostics = problems(uri);
  seen.active = vscode.extensions.getExtension('refrakt.refrakt').isActive;
  await vscode.commands.executeCommand('workbench.actions.view.problems');
  await stage('diagnostics');
  await stage('rule');
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  await vscode.commands.executeCommand('workbench.action.closeEditorsInOtherGroups');

  editor = await vscode.window.showTextDocument(document);
  const right = document.positionAt(document.getText().indexOf('{% hint') + 4);
  seen.hover = await hover(uri, right);
  editor.selection = new vscode.Selection(right, right);
  await stage('hover');

  await edit(folder, seen, until, stage);
  await plan(folder, seen, until, stage);
  await forge(folder, seen, until);

  editor = await vscode.window.showTextDocument(document);
  const end = document.positionAt(document.getText().length);
  await editor.edit((edit) => edit.insert(end, '\n{% hin'));
  const place = document.positionAt(document.getText().length);
  seen.completion = await completion(uri, place);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(new vscode.Range(place, place));
  await stage('completion');

  writeFileSync(path.join(talk, 'agents'), '');
  const tools = () => vscode.lm.tools.filter(({ name }) => /^mcp_refrakt/.test(name));
  await until('a tool of our MCP server', () => tools().length > 0);
  seen.tools = tools().map(({ name }) => name);
  // The page has a tag in it by now that was never saved.
  const check = seen.tools.find((name) => name.endsWith('validate_content'));
  const answer = await vscode.lm.invokeTool(check, { input: { path: 'content/first-light.md' } });
  seen.agentAnswer = answer.content.map(({ value }) => value).join('\n');
  await stage('tools');

  // The same page, under another name, is Markdoc by its ending; and a server started anew serves it.
  await vscode.commands.executeCommand('refrakt.restart');
  const second = vscode.Uri.joinPath(folder.uri, 'content', 'second.markdoc.md');
  // Shown, because an editor that asks for problems asks for those of pages in a tab.
  seen.language = (await vscode.window.showTextDocument(second)).document.languageId;
  await until('diagnostics after a restart', () => vscode.languages.getDiagnostics(second).length > 0);
  const symbols = await vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', second);
  seen.markdocOutline = symbols.map(({ name }) => name);
  await stage('restart');
};
