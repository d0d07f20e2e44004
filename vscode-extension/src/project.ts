// Which pages are refrakt's business. A Markdown file is, once it lies in a project; the server is not started for
// the notes of somebody who has no project at all.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';

// The server finds the top of a project by the same marks (server/refrakt/project/roots.py).
const PLAN = ['specs', 'work', 'bugs', 'decisions', 'milestones'].map((name) => path.join('plan', name));
const MARKS = ['refrakt.config.json', 'markdoc.config.json', ...PLAN];

/** Whether a file lies in a folder, or below one, where a project begins. */
export function inProject(file: string): boolean {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (isProject(folder)) return true;
    if (folder === path.dirname(folder)) return false;
  }
}

function isProject(folder: string): boolean {
  if (MARKS.some((name) => existsSync(path.join(folder, name)))) return true;
  // In the user's home it holds what all projects share.
  return existsSync(path.join(folder, '.fractary')) && folder !== homedir();
}
