// The types of the modules that the preview in a browser and the one in a web view share.

declare module '*/assets/blocks.js' {
  export const TABS: string;
  export function scrollToLine(page: Document, line: number): void;
  export function lineAtTop(page: Document): number;
  export function jump(page: Document, fragment: string): void;
  export function selectTab(tab: Element): void;
  export function selectFirstTabs(page: Document): void;
  export function clickedSpan(page: Document, target: Element): number[] | null;
}

declare module '*/assets/patch.js' {
  export function patchChildren(live: Element, before: Element, after: Element): void;
}
