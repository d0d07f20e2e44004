// Runs the server as a child process, and keeps the end of its standard error, which says why it ended.

import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

const KEPT_LINES = 50;

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  /** The program could not be started at all. */
  readonly error: Error | undefined;
}

export class ServerProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  private readonly lines: string[] = [];

  constructor(program: string, args: readonly string[], environment: NodeJS.ProcessEnv) {
    this.child = spawn(program, args, { env: environment, stdio: 'pipe' });
    // A write after the process has ended fails; the end itself is reported.
    this.child.stdin?.on('error', () => {});
    if (this.child.stderr !== null) {
      createInterface({ input: this.child.stderr, historySize: 0 }).on('line', (line) => this.keep(line));
    }
    this.ended = new Promise((resolve) => {
      this.child.on('error', (error) => resolve({ code: null, signal: null, error }));
      // Both the end of the process and of its streams: the last lines may arrive later than the exit code.
      this.child.on('close', (code, signal) => resolve({ code, signal, error: undefined }));
    });
  }

  /** Why it ended, in one line. */
  reason(ended: Ended): string {
    if (ended.error !== undefined) return ended.error.message;
    return lastLine(this.lines) ?? (ended.signal !== null ? `ended by ${ended.signal}` : `exit code ${ended.code}`);
  }

  /** End it if it still runs after some milliseconds. */
  async endWithin(milliseconds: number): Promise<void> {
    const timer = setTimeout(() => this.child.kill('SIGKILL'), milliseconds);
    await this.ended;
    clearTimeout(timer);
  }

  private keep(line: string): void {
    this.lines.push(line);
    if (this.lines.length > KEPT_LINES) this.lines.shift();
  }
}

/** The last line with text. Of a Python traceback, that is the error. */
export function lastLine(lines: readonly string[]): string | undefined {
  return lines.findLast((line) => line.trim() !== '')?.trim();
}
