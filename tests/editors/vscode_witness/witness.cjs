// An extension that stands beside ours in VS Code and writes down what extensions can see.
// It talks with vscode_session.mjs through files in $REFRAKT_TALK: `NAME` when a stage is reached, and `NAME.seen`
// comes back when the window has been looked at.

const { existsSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');
const { edit } = require('./editing.cjs');
const { plan } = require('./plan.cjs');

const talk = process.env.REFRAKT_TALK;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(what, found) {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(50)) {
    const value = await found();
    if (value) return value;
  }
  throw new Error(`waited in vain for ${what}`);
}

async function stage(name) {
  writeFileSync(path.join(talk, name), '');
  await until(`the window to show ${name}`, () => existsSync(path.join(talk, `${name}.seen`)));
}

const text = (contents) => contents.map((each) => (typeof each === 'string' ? each : each.value)).join('\n');
const label = (item) => (typeof item.label === 'string' ? item.label : item.label.label);

async function look(seen) {
  const [folder] = vscode.workspace.workspaceFolders;
  const uri = vscode.Uri.joinPath(folder.uri, 'content', 'first-light.md');
  const document = await vscode.workspace.openTextDocument(uri);
  let editor = await vscode.window.showTextDocument(document);
  const ours = () => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'refrakt');

  await until('diagnostics', () => ours().length > 0);
  seen.diagnostics = ours().map(({ code, range, message, severity }) => ({
    code: typeof code === 'object' ? code.value : code,
    line: range.start.line,
    start: range.start.character,
    stop: range.end.character,
    message,
    severity: vscode.DiagnosticSeverity[severity],
  }));
  seen.active = vscode.extensions.getExtension('refrakt.refrakt').isActive;
  await vscode.commands.executeCommand('workbench.actions.view.problems');
  await stage('diagnostics');

  await vscode.window.showTextDocument(document);
  const right = document.positionAt(document.getText().indexOf('{% hint') + 4);
  const hovers = await vscode.commands.executeCommand('vscode.executeHoverProvider', uri, right);
  seen.hover = hovers.map(({ contents }) => text(contents)).join('\n');
  editor.selection = new vscode.Selection(right, right);
  await vscode.commands.executeCommand('editor.action.showHover');
  await stage('hover');

  await edit(folder, seen, until, stage);
  await plan(folder, seen, until, stage);

  editor = await vscode.window.showTextDocument(document);
  const end = document.positionAt(document.getText().length);
  await editor.edit((edit) => edit.insert(end, '\n{% hin'));
  const place = document.positionAt(document.getText().length);
  const list = await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', uri, place);
  seen.completion = list.items.map(label);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(new vscode.Range(place, place));
  await vscode.commands.executeCommand('editor.action.triggerSuggest');
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
}

async function witness() {
  const seen = { version: vscode.version };
  try {
    await look(seen);
  } catch (error) {
    seen.failure = error.stack;
  }
  writeFileSync(path.join(talk, 'end'), JSON.stringify(seen));
}

// Not awaited: the editor wants activation to be short.
exports.activate = () => void witness();
