// Changes a rendered page into its next version. Only what differs between the two versions of the server is changed in the live
// page, so that the position of scrolling, open details and selected tabs stay as they are.

const POSITION = ["data-source-line", "data-source-span"];
const POSITIONS = / data-source-(?:line|span)="[^"]*"/g;

const text = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.outerHTML.replace(POSITIONS, "") : node.nodeValue);
const kind = (node) => node.nodeName + (node.nodeType === Node.ELEMENT_NODE ? `#${node.id}.${node.className}` : "");

export function patchChildren(live, before, after) {
  const old = [...before.childNodes];
  const fresh = [...after.childNodes];
  const current = [...live.childNodes];
  if (old.length !== current.length) {
    live.replaceChildren(...fresh.map((node) => adopt(live, node)));
    return;
  }
  const oldTexts = old.map(text);
  const freshTexts = fresh.map(text);
  let start = 0;
  while (start < old.length && start < fresh.length && oldTexts[start] === freshTexts[start]) start++;
  let end = 0;
  while (
    end < old.length - start && end < fresh.length - start &&
    oldTexts[old.length - 1 - end] === freshTexts[fresh.length - 1 - end]
  ) end++;
  for (let at = 0; at < start; at++) copyPositions(current[at], fresh[at]);
  for (let at = 1; at <= end; at++) copyPositions(current[current.length - at], fresh[fresh.length - at]);
  const next = current[old.length - end] || null;
  const oldEnd = old.length - end;
  const freshEnd = fresh.length - end;
  let at = start;
  for (; at < oldEnd && at < freshEnd && kind(old[at]) === kind(fresh[at]); at++) patch(current[at], old[at], fresh[at]);
  for (let rest = at; rest < oldEnd; rest++) current[rest].remove();
  for (let rest = at; rest < freshEnd; rest++) live.insertBefore(adopt(live, fresh[rest]), next);
}

function patch(live, before, after) {
  if (live.nodeType !== Node.ELEMENT_NODE) {
    if (before.nodeValue !== after.nodeValue) live.nodeValue = after.nodeValue;
    return;
  }
  for (const { name } of [...before.attributes]) if (!after.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of [...after.attributes])
    if (before.getAttribute(name) !== value) live.setAttribute(name, value);
  patchChildren(live, before, after);
}

function copyPositions(live, after) {
  if (live.nodeType !== Node.ELEMENT_NODE) return;
  const from = [after, ...after.querySelectorAll("[data-source-line]")];
  const to = [live, ...live.querySelectorAll("[data-source-line]")];
  if (from.length !== to.length) return;
  from.forEach((each, at) => {
    for (const name of POSITION)
      if (each.hasAttribute(name) && to[at].getAttribute(name) !== each.getAttribute(name))
        to[at].setAttribute(name, each.getAttribute(name));
  });
}

const adopt = (live, node) => live.ownerDocument.importNode(node, true);
