// One request at a time: while one runs, newer ones are collected into the next. This module does not import vscode.

export class LatestRequest {
  private readonly run: () => Promise<void>;
  private running = false;
  private pending = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(run: () => Promise<void>) {
    this.run = run;
  }

  /** Run as soon as the current one has ended; `delay` collects events of the same moment. */
  schedule(delay = 0): void {
    if (this.running) {
      this.pending = true;
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.start(), delay);
  }

  dispose(): void {
    this.pending = false;
    clearTimeout(this.timer);
  }

  private async start(): Promise<void> {
    this.running = true;
    try {
      await this.run();
    } finally {
      this.running = false;
      if (this.pending) {
        this.pending = false;
        this.schedule();
      }
    }
  }
}
