// The MCP server as configuration of other clients. This module does not import vscode.

import type { Command } from './command.ts';

export interface Client {
  readonly name: string;
  readonly where: string;
  readonly config: (command: string, args: readonly string[]) => string;
}

export const CLIENTS: readonly Client[] = [
  { name: 'Claude Code, Claude Desktop, Cursor, Windsurf', where: '.mcp.json, mcp.json …', config: (command, args) => json({ mcpServers: { refrakt: { command, args } } }) },
  { name: 'VS Code', where: '.vscode/mcp.json', config: (command, args) => json({ servers: { refrakt: { type: 'stdio', command, args } } }) },
  { name: 'Zed', where: 'settings.json', config: (command, args) => json({ context_servers: { refrakt: { source: 'custom', command, args } } }) },
  { name: 'Codex', where: 'config.toml', config: (command, args) => `[mcp_servers.refrakt]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((each) => JSON.stringify(each)).join(', ')}]\n` },
];

/** The arguments of refrakt that start the MCP server for a folder. */
export function mcpArguments(command: Command, folder: string): string[] {
  return [...command.args, 'mcp', '--cwd', folder];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
