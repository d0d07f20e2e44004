// Decides which files start the server: Markdown files only inside a project.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';

// The server uses the same root markers (server/refrakt/project/project_root.py).
const PLAN = ['specs', 'work', 'bugs', 'decisions', 'milestones'].map((name) => path.join('plan', name));
const ROOT_MARKERS = ['refrakt.config.json', 'markdoc.config.json', ...PLAN];

/** Whether a file is inside a project. */
export function inProject(file: string): boolean {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (isProject(folder)) return true;
    if (folder === path.dirname(folder)) return false;
  }
}

function isProject(folder: string): boolean {
  if (ROOT_MARKERS.some((name) => existsSync(path.join(folder, name)))) return true;
  // `~/.fractary` is shared by all projects.
  return existsSync(path.join(folder, '.fractary')) && folder !== homedir();
}
