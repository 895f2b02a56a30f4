import { markShortestEdit } from './shortest-edit.ts';
import type { TextLines } from './text-lines.ts';

/** One of the two texts of a comparison. */
export interface Side {
  readonly text: TextLines;
  /** 1 for each line that the other text does not have. */
  readonly changed: Uint8Array;
  /** Outside `start` to `end` both texts are the same. */
  readonly start: number;
  readonly end: number;
}

/** What is known of a line before the search: it is not in the other text, it is, or it is there many times. */
const match = { none: 0, some: 1, many: 2 } as const;

/** How far around a frequent line is looked. */
const window = 100;

/**
 * Marks which lines differ. Lines that cannot match are marked beforehand, and frequent ones amid such lines too: git
 * does so, and which of several equal lines it pairs depends on it.
 */
export function markDifferences(one: Side, other: Side): void {
  if (one.start === one.end || other.start === other.end) {
    one.changed.fill(1, one.start, one.end);
    other.changed.fill(1, other.start, other.end);
    return;
  }
  const table = new LineTable(one.end - one.start + other.end - other.start);
  const [ids, otherIds] = [counted(one, table, table.before), counted(other, table, table.after)];
  countShared(one, table);
  const left = candidates(one, ids, table.after);
  const right = candidates(other, otherIds, table.before);
  markShortestEdit(
    { ids: left.ids, mark: (at) => (one.changed[left.places[at] ?? 0] = 1) },
    { ids: right.ids, mark: (at) => (other.changed[right.places[at] ?? 0] = 1) },
  );
}

function counted({ text, start, end }: Side, table: LineTable, counts: Int32Array): Int32Array {
  const ids = new Int32Array(end - start);
  for (let at = start; at < end; at++) {
    const id = table.add(text, at);
    ids[at - start] = id;
    counts[id] = (counts[id] ?? 0) + 1;
  }
  return ids;
}

/** Lines that both texts share at the start and the end count too: what stands there is no line without a match. */
function countShared({ text, start, end }: Side, table: LineTable): void {
  for (let at = 0; at < text.lines.length; at++) {
    if (at === start) at = end;
    const id = at < text.lines.length ? table.find(text, at) : -1;
    if (id === -1) continue;
    table.before[id] = (table.before[id] ?? 0) + 1;
    table.after[id] = (table.after[id] ?? 0) + 1;
  }
}

/** The lines that are searched for, as ids and as places in the text; the others are marked. */
function candidates(
  { text, changed, start }: Side,
  ids: Int32Array,
  countsInOther: Int32Array,
): { readonly ids: Int32Array; readonly places: Int32Array } {
  const matches = matchesOf(ids, countsInOther, manyIn(text.lines.length));
  const kept = new Int32Array(ids.length);
  const places = new Int32Array(ids.length);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    if (matches[at] === match.none || (matches[at] === match.many && isLost(matches, at))) {
      changed[start + at] = 1;
    } else {
      kept[count] = ids[at] ?? -1;
      places[count++] = start + at;
    }
  }
  return { ids: kept.subarray(0, count), places };
}

function matchesOf(ids: Int32Array, countsInOther: Int32Array, many: number): Uint8Array {
  const matches = new Uint8Array(ids.length);
  for (let at = 0; at < ids.length; at++) {
    const count = countsInOther[ids[at] ?? 0] ?? 0;
    matches[at] = count === 0 ? match.none : count < many ? match.some : match.many;
  }
  return matches;
}

/** About the square root: from how many on a line is frequent in a text of this length. */
function manyIn(lineCount: number): number {
  let root = 1;
  for (let rest = lineCount; rest > 0; rest >>= 2) root <<= 1;
  return Math.min(root, 1_024);
}

/** A frequent line without a good neighbour: lines that match nothing on both sides, and few frequent ones among them. */
function isLost(matches: Uint8Array, at: number): boolean {
  const above = runFrom(matches, at, -1);
  if (above.none === 0) return false;
  const below = runFrom(matches, at, 1);
  if (below.none === 0) return false;
  const frequent = above.many + below.many + 2;
  return frequent * 4 < frequent + above.none + below.none;
}

function runFrom(matches: Uint8Array, at: number, step: 1 | -1): { none: number; many: number } {
  const run = { none: 0, many: 0 };
  for (let distance = 1; distance <= window; distance++) {
    const found = matches[at + step * distance];
    if (found === undefined || found === match.some) break;
    if (found === match.none) run.none++;
    else run.many++;
  }
  return run;
}

/** Numbers the different lines of two texts, and counts how often each stands in them. */
class LineTable {
  /** How often the line with this id stands in the first text, and in the second. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** A hash table: ids plus one, so that 0 is free. */
  readonly #slots: Int32Array;
  readonly #texts: TextLines[] = [];
  readonly #places: Int32Array;

  /** @param most no more lines than this are added */
  constructor(most: number) {
    this.before = new Int32Array(most);
    this.after = new Int32Array(most);
    this.#places = new Int32Array(most);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(most * 2 + 1)));
  }

  /** The id of a line, new or known. */
  add(text: TextLines, at: number): number {
    const slot = this.#slotOf(text, at);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    this.#places[this.#texts.length] = at;
    this.#slots[slot] = this.#texts.push(text);
    return this.#texts.length - 1;
  }

  /** The id of a line, or -1. */
  find(text: TextLines, at: number): number {
    return (this.#slots[this.#slotOf(text, at)] ?? 0) - 1;
  }

  #slotOf(text: TextLines, at: number): number {
    const mask = this.#slots.length - 1;
    const [hash, line] = [text.hashes[at] ?? 0, text.lines[at]];
    let slot = Math.imul(hash, 0x9e3779b1) >>> 7;
    for (;;) {
      slot &= mask;
      const id = (this.#slots[slot] ?? 0) - 1;
      if (id === -1) return slot;
      const [other, place] = [this.#texts[id], this.#places[id] ?? 0];
      if (other?.hashes[place] === hash && other.lines[place] === line) return slot;
      slot++;
    }
  }
}
