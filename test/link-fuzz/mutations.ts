import type { Random } from '../support/random.ts';

export function oneOf<T>(random: Random, items: readonly [T, ...T[]]): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

const nested = `${'['.repeat(3_000)}${']'.repeat(3_000)}`;
const raw = ['1e999', '-1', '1152921504606846976', '9007199254740991', '1e300', nested] as const;
/** Stands in a tree for what only a text can say. */
const mark = (text: string) => `\u0001${text}\u0001`;

const values = [
  null,
  true,
  0,
  -1.5,
  '',
  'constructor',
  '__proto__',
  '2026-99-99T00:00:00Z',
  '\ud800',
  'x'.repeat(5_000),
  [],
  {},
  [null],
  { toString: 1, length: -1 },
  ...raw.map(mark),
] as const;

/** The JSON text with something in it that is not so: a type, a field, an order, a depth, or its end. */
export function mutated(random: Random, text: string): string | Buffer {
  const bytes = Buffer.from(text);
  switch (Math.floor(random() * 8)) {
    case 0:
      return bytes.subarray(0, Math.floor(random() * bytes.length));
    case 1:
      return flipped(random, bytes);
    case 2:
      return oneOf(random, ['', 'null', 'true', '[]', '{}', '"text"', '<html>', nested]);
    default:
      return rewritten(random, text);
  }
}

function flipped(random: Random, bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  for (let left = 1 + random() * 8; left > 0 && changed.length > 0; left -= 1)
    changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
  return changed;
}

function rewritten(random: Random, text: string): string {
  const tree = { root: parsed(text) };
  for (let left = 1 + random() * 3; left > 0; left -= 1) changeOne(random, tree);
  const written = JSON.stringify(tree.root) ?? '';
  return written.replace(/"\\u0001(.*?)\\u0001"/g, (_all, value: string) => value);
}

type Tree = Record<string, unknown>;

function changeOne(random: Random, top: Tree): void {
  let [parent, key] = [top, 'root'];
  for (;;) {
    const child = parent[key];
    if (typeof child !== 'object' || child === null || random() < 0.15) break;
    const keys = Object.keys(child);
    const [first, ...rest] = keys;
    if (first === undefined) break;
    [parent, key] = [child as Tree, oneOf(random, [first, ...rest])];
  }
  const before = parent[key];
  const choice = random();
  if (choice < 0.2 && parent !== top) delete parent[key];
  else put(parent, key, otherThan(random, before, choice));
}

function otherThan(random: Random, before: unknown, choice: number): unknown {
  if (choice < 0.4 && Array.isArray(before)) return shuffled(random, before);
  if (choice < 0.5) return { [oneOf(random, ['__proto__', 'x', 'then'])]: before };
  return structuredClone(oneOf<unknown>(random, values as readonly [unknown, ...unknown[]]));
}

/** Also where the key is a name that assigning would take for something else. */
function put(parent: Tree, key: string, value: unknown): void {
  const options = { value, enumerable: true, writable: true, configurable: true };
  Object.defineProperty(parent, key, options);
}

/** Items twice, or in another order. */
function shuffled(random: Random, items: readonly unknown[]): unknown[] {
  return [...items, ...items.filter(() => random() < 0.5)].toSorted(() => random() - 0.5);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}
