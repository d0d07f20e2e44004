// Decides which files start the server: Markdown files only inside a project, or with tags of Markdoc.

import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';

// The server uses the same root markers (server/refrakt/project/project_root.py).
const PLAN = ['specs', 'work', 'bugs', 'decisions', 'milestones'].map((name) => path.join('plan', name));
const ROOT_MARKERS = ['refrakt.config.json', 'markdoc.config.json', ...PLAN];

const SCHEMA_FILES = ['mjs', 'js', 'mts', 'ts'].map((ending) => `markdoc.config.${ending}`);
const MARKDOC_PACKAGE = /"(?:@markdoc\/(?:markdoc|next\.js)|@astrojs\/(?:starlight-)?markdoc|markdoc-svelte|svelte-markdoc-preprocess|@keystatic\/core)"/;

/** The part of a document that is needed. */
interface TextDocument {
  readonly uri: { readonly fsPath: string };
  getText(): string;
}

const TAG = /\{%\s*(\/\s*)?[a-z][\w-]*[^\n]*%\}/i;
/** Tags of Liquid, Nunjucks and Jinja that are none of Markdoc. */
const TEMPLATE = /\{%-?\s*(include|assign|capture|endif|endfor|endraw|raw|highlight|block|extends|set|macro|import|unless|case)\b/;

/** Whether a Markdown document starts the server, which then decides what it is. */
export function belongsToProject(document: TextDocument): boolean {
  if (inProject(document.uri.fsPath)) return true;
  const text = document.getText();
  return TAG.test(text) && !TEMPLATE.test(text);
}

/** Whether a file is inside a project. */
export function inProject(file: string): boolean {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (isProject(folder)) return true;
    if (folder === path.dirname(folder)) return false;
  }
}

/** Whether a folder is an npm package that uses Markdoc. */
function isMarkdocPackage(folder: string): boolean {
  if (SCHEMA_FILES.some((name) => existsSync(path.join(folder, name)))) return true;
  try {
    return MARKDOC_PACKAGE.test(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  } catch {
    return false;
  }
}

function isProject(folder: string): boolean {
  if (isMarkdocPackage(folder)) return true;
  if (ROOT_MARKERS.some((name) => existsSync(path.join(folder, name)))) return true;
  // `~/.fractary` is shared by all projects.
  return existsSync(path.join(folder, '.fractary')) && folder !== homedir();
}
