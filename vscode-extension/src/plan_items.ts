// The items of a plan as the plan view shows them. Does not import vscode.

/** An item in the JSON of `refrakt plan graph --all`. */
export interface PlanItem {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly status: string;
  readonly sentiment: string;
  readonly milestone?: string;
  readonly done: number;
  readonly total: number;
  readonly ready: boolean;
  readonly blockedBy: readonly string[];
}

/** An item in the JSON of `refrakt plan next`. */
export interface NextItem {
  readonly id: string;
  readonly title: string;
  readonly criteria: readonly { readonly text: string; readonly checked: boolean }[];
}

export interface Group {
  readonly title: string;
  readonly items: readonly PlanItem[];
}

const FINISHED = new Set(['done', 'fixed', 'cancelled', 'wontfix', 'duplicate', 'superseded', 'pending']);

/** What can be started, in the order of `plan next`; what is under way or waits; what is finished. */
export function planGroups(items: readonly PlanItem[], next: readonly NextItem[]): Group[] {
  const order = new Map(next.map(({ id }, at) => [id, at]));
  const ready = items.filter(({ id }) => order.has(id)).sort((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
  const rest = items.filter(({ id }) => !order.has(id));
  const isFinished = ({ status, sentiment }: PlanItem): boolean => FINISHED.has(status) || sentiment === 'positive';
  return [
    { title: 'Ready', items: ready },
    { title: 'Open', items: rest.filter((each) => !isFinished(each)) },
    { title: 'Finished', items: rest.filter(isFinished) },
  ].filter(({ items }) => items.length > 0);
}

export function planIcon(item: PlanItem): string {
  if (item.blockedBy.length > 0) return 'error';
  if (item.ready) return 'play-circle';
  if (item.status === 'in-progress') return 'sync';
  if (item.sentiment === 'positive') return 'pass-filled';
  return FINISHED.has(item.status) ? 'circle-slash' : 'circle-large-outline';
}

export function planDetail(item: PlanItem): string {
  const progress = item.total > 0 ? [`${item.done}/${item.total}`] : [];
  const blocked = item.blockedBy.length > 0 ? [`blocked by ${item.blockedBy.join(', ')}`] : [];
  return [item.id, item.status, ...progress, ...blocked].join(' · ');
}

/** The unchecked and checked criteria of the file of an item, by line; fences are skipped. */
export function criteria(text: string): { line: number; text: string; checked: boolean }[] {
  const found: { line: number; text: string; checked: boolean }[] = [];
  let fence = '';
  text.split(/\r?\n/).forEach((line, at) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence ? mark.startsWith(fence) : mark) fence = fence ? '' : mark;
    const [, box, rest] = fence ? [] : (/^\s*[-*+]\s+\[([ xX])\]\s+(.*)$/.exec(line) ?? []);
    if (box !== undefined && rest !== undefined) found.push({ line: at, text: rest, checked: box !== ' ' });
  });
  return found;
}
