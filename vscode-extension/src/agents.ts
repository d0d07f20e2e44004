// Registers `refrakt mcp` as an MCP server, once per workspace folder.
//
// `refrakt mcp` is a relay to the language server of the same project, so agents see unsaved changes.

import * as vscode from 'vscode';
import { locate } from './command.ts';
import { surroundings } from './surroundings.ts';

export class Agents implements vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeMcpServerDefinitions = this.changed.event;
  private readonly version: string;

  /** `version` is the extension's: the editor requests the tools again when it changes. */
  constructor(version: string) {
    this.version = version;
  }

  provideMcpServerDefinitions(): vscode.McpStdioServerDefinition[] {
    if (!vscode.workspace.getConfiguration('refrakt').get('mcp.enable', true)) return [];
    const folders = vscode.workspace.workspaceFolders ?? [];
    return folders.filter(({ uri }) => uri.scheme === 'file').flatMap((folder) => {
      const command = locate(surroundings(folder));
      if (command === undefined) return []; // the language server already reports the error
      const label = folders.length === 1 ? 'refrakt' : `refrakt (${folder.name})`;
      // VS Code does not support dots in tool names.
      const args = [...command.args, 'mcp', '--cwd', folder.uri.fsPath, '--tool-names', 'underscore'];
      const definition = new vscode.McpStdioServerDefinition(label, command.program, args, {}, this.version);
      definition.cwd = folder.uri;
      return [definition];
    });
  }

  /** Make the editor request the definitions again. */
  refresh(): void {
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }
}
