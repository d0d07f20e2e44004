// An extension that stands beside ours in VS Code and writes down what extensions can see.
// It talks with vscode_window.mjs through files in $REFRAKT_TALK: `NAME` when a stage is reached, and `NAME.seen`
// comes back when the window has been looked at. The module $REFRAKT_WITNESS says what is done.

const { existsSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');

const talk = process.env.REFRAKT_TALK;
/** Milliseconds to wait for anything; an installation takes longer. */
const patience = Number(process.env.REFRAKT_PATIENCE ?? 120_000);
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(what, found) {
  for (const end = Date.now() + patience; Date.now() < end; await pause(50)) {
    const value = await found();
    if (value) return value;
  }
  throw new Error(`waited in vain for ${what}`);
}

async function stage(name) {
  writeFileSync(path.join(talk, name), '');
  await until(`the window to show ${name}`, () => existsSync(path.join(talk, `${name}.seen`)));
}

/** Keeps the text of a document in the file `text`, for windows that press keys. */
exports.showText = (document) => {
  const write = () => {
    writeFileSync(path.join(talk, 'text.new'), document.getText());
    renameSync(path.join(talk, 'text.new'), path.join(talk, 'text'));
  };
  write();
  return vscode.workspace.onDidChangeTextDocument((change) => change.document === document && write());
};

async function witness() {
  const seen = { version: vscode.version };
  try {
    const [folder] = vscode.workspace.workspaceFolders;
    await require(`./${process.env.REFRAKT_WITNESS}.cjs`).look(folder, seen, until, stage);
  } catch (error) {
    seen.failure = error.stack;
  }
  writeFileSync(path.join(talk, 'end'), JSON.stringify(seen));
}

// Not awaited: the editor wants activation to be short.
exports.activate = () => void witness();
