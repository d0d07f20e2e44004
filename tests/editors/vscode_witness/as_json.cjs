// What VS Code's API returns, as values that a test can compare.

const vscode = require('vscode');

const text = (contents) => contents.map((each) => (typeof each === 'string' ? each : each.value)).join('\n');

/** The problems that refrakt reports for a file. */
exports.problems = (uri) =>
  vscode.languages
    .getDiagnostics(uri)
    .filter(({ source }) => source === 'refrakt')
    .map(({ code, range, message, severity }) => ({
      code: typeof code === 'object' ? code.value : code,
      line: range.start.line,
      start: range.start.character,
      stop: range.end.character,
      message,
      severity: vscode.DiagnosticSeverity[severity],
    }));

exports.hover = async (uri, position) => {
  const hovers = await vscode.commands.executeCommand('vscode.executeHoverProvider', uri, position);
  return hovers.map(({ contents }) => text(contents)).join('\n');
};

/** The labels that are offered at a position. */
exports.completion = async (uri, position) => {
  const list = await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', uri, position);
  return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
};

/** The targets of "go to definition": file name, start and end. */
exports.definition = async (uri, position) => {
  const targets = await vscode.commands.executeCommand('vscode.executeDefinitionProvider', uri, position);
  return targets.map((each) => {
    const { start, end } = each.targetSelectionRange ?? each.range;
    const file = (each.targetUri ?? each.uri).path.split('/').at(-1);
    return [file, start.line, start.character, end.line, end.character];
  });
};
