// A missing and a broken server, then one that runs and is killed, and a page that is not checked.

const { execFileSync } = require('node:child_process');
const { chmodSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');
const { problems } = require('./as_json.cjs');

exports.look = async (folder, seen, until, stage) => {
  const setting = (value) =>
    vscode.workspace.getConfiguration('refrakt.server').update('path', value, vscode.ConfigurationTarget.Global);
  const uri = vscode.Uri.joinPath(folder.uri, 'content', 'first-light.md');
  await setting('missing/refrakt');
  await vscode.window.showTextDocument(uri);
  await stage('missing');

  const broken = path.join(folder.uri.fsPath, 'broken.py');
  writeFileSync(broken, '#!/usr/bin/env python3\nimport no_such_module_of_refrakt\n');
  chmodSync(broken, 0o755);
  await setting(broken);
  await stage('broken');

  await setting(undefined);
  await until('problems', () => problems(uri).length > 0);
  await vscode.window.showTextDocument(uri);
  await stage('running');

  const pids = () => execFileSync('pgrep', ['-f', `${path.join(folder.uri.fsPath, '.venv')}.* lsp`], { encoding: 'utf8' }).trim().split('\n').filter(Boolean);
  const before = pids();
  for (const pid of before) process.kill(Number(pid), 'SIGKILL');
  const editor = await vscode.window.showTextDocument(uri);
  await until('another process', () => {
    try {
      return pids().some((pid) => !before.includes(pid));
    } catch {
      return false;
    }
  });
  await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), ''));
  const end = editor.document.positionAt(editor.document.getText().length);
  await editor.edit((edit) => edit.insert(end, '\n{% anohter /%}\n'));
  await until('problems after a crash', () => problems(uri).length > 1);
  seen.killed = before.length;
  await stage('killed');
  await vscode.commands.executeCommand('workbench.action.files.revert');

  const outside = vscode.Uri.joinPath(folder.uri, 'notes.md');
  await vscode.workspace.fs.writeFile(outside, Buffer.from('# Notes\n'));
  await vscode.window.showTextDocument(outside);
  await stage('unchecked');
};
