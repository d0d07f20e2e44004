// The text of notifications. This module does not import vscode.

/** VS Code makes links of `[text](command:…)` in messages; a folder that is named so must not become one. */
export function withoutLinks(message: string): string {
  return message.replaceAll('](', '] (');
}
