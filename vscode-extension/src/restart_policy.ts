// Decides whether a server that has crashed is started again.

const WINDOW = 3 * 60_000;
const CRASHES = 3;

export class RestartPolicy {
  private crashes: number[] = [];
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** Whether to start the server again. One that never ran would not run then either. */
  again(ran: boolean): boolean {
    if (!ran) return false;
    const now = this.now();
    this.crashes = [...this.crashes.filter((each) => now - each < WINDOW), now];
    return this.crashes.length <= CRASHES;
  }

  reset(): void {
    this.crashes = [];
  }
}
