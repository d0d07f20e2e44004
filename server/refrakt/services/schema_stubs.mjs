// Stubs: values that stand for what cannot be loaded.
//
// Every use of a stub is a stub again, so the code of a schema runs through. What is derived from one stays recognisable, because its
// only key is a mark: `{...stub}` and `Object.keys(stub)` contain the mark, and so do the texts that are made of it. Where the mark
// turns up, the schema is open. A condition on a stub cannot be recognised: it is true.

const MARK = 'refraktstub';
const MARKED = /refraktstub\W*(\d+)/i;
const reasons = [];
const indexes = new Map();
const known = new WeakMap();

/** A stub; `reason` says what it stands for. */
export function stub(reason) {
  if (!indexes.has(reason)) indexes.set(reason, reasons.push(reason) - 1);
  return made(indexes.get(reason));
}

/** The namespace of a module that cannot be loaded: bundled code looks up its exports in the prototype of a copy. */
export function stubModule(reason) {
  const inner = stub(reason);
  return made(known.get(inner), inner);
}

function made(index, prototype = Function.prototype) {
  const members = new Map();
  const mark = MARK + index;
  const target = function () {};
  const proxy = new Proxy(target, {
    get(_, key) {
      if (key === Symbol.toPrimitive) return (hint) => (hint === 'number' ? NaN : mark);
      if (key === Symbol.iterator) return function* () { yield made(index); };
      // A stub is not a promise: waiting for it gives the stub itself.
      if (typeof key === 'symbol' || key === 'then') return undefined;
      if (key === 'toString' || key === 'toJSON') return () => mark;
      if (!members.has(key)) members.set(key, made(index));
      return members.get(key);
    },
    set: (_, key, value) => Boolean(members.set(key, value)),
    has: () => true,
    apply: () => made(index),
    construct: () => made(index),
    ownKeys: () => ['prototype', mark],
    getOwnPropertyDescriptor: (_, key) =>
      key === mark ? { value: made(index), enumerable: true, configurable: true, writable: true } : Reflect.getOwnPropertyDescriptor(target, key),
    getPrototypeOf: () => prototype,
    defineProperty: () => true,
    deleteProperty: () => true,
  });
  known.set(proxy, index);
  return proxy;
}

/** Why a value is not known: it is a stub, or was made of one. Undefined for any other value. */
export function stubReason(value) {
  if (typeof value === 'function' || (typeof value === 'object' && value !== null)) return reasons[known.get(value)];
  if (typeof value === 'string') return reasons[MARKED.exec(value)?.[1]];
  return Number.isNaN(value) ? 'a number is computed from a value that cannot be loaded' : undefined;
}
