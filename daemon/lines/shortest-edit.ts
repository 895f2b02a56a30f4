/** Lines as numbers, equal for equal lines, and what to do with one that the other side does not have. */
export interface EditSide {
  readonly ids: Int32Array;
  readonly mark: (at: number) => void;
}

/** A part of both sides: lines `left` to `leftEnd` of one, and `right` to `rightEnd` of the other. */
interface Box {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}

/** With more differences than about twice this in one box, all its lines count as changed. */
const maxCost = 256;

const notReached = -1;
const beyond = 0x7fffffff;

/**
 * Marks the lines that a shortest edit script deletes and inserts. The search is that of E. Myers, "An O(ND) difference
 * algorithm and its variations" (1986), in linear space: paths from both ends meet in the middle, then each half is
 * searched. Of equally short scripts it finds the one that git finds.
 */
export function markShortestEdit(one: EditSide, other: EditSide): void {
  new EditSearch(one, other).run();
}

class EditSearch {
  readonly #one: EditSide;
  readonly #other: EditSide;
  /** For each diagonal (left - right), how far on the left side the paths from the start got, and those from the end. */
  readonly #forward: Int32Array;
  readonly #backward: Int32Array;
  /** Diagonals may be negative. */
  readonly #zero: number;

  constructor(one: EditSide, other: EditSide) {
    const diagonals = one.ids.length + other.ids.length + 3;
    this.#one = one;
    this.#other = other;
    this.#forward = new Int32Array(diagonals);
    this.#backward = new Int32Array(diagonals);
    this.#zero = other.ids.length + 1;
  }

  run(): void {
    this.#search({
      left: 0,
      leftEnd: this.#one.ids.length,
      right: 0,
      rightEnd: this.#other.ids.length,
    });
  }

  #search(box: Box): void {
    const trimmed = this.#trimmed(box);
    const { left, leftEnd, right, rightEnd } = trimmed;
    if (left === leftEnd || right === rightEnd) return this.#markAll(trimmed);
    const middle = this.#meetingPoint(trimmed);
    if (middle === undefined) return this.#markAll(trimmed);
    this.#search({ left, leftEnd: middle.left, right, rightEnd: middle.right });
    this.#search({ left: middle.left, leftEnd, right: middle.right, rightEnd });
  }

  #markAll({ left, leftEnd, right, rightEnd }: Box): void {
    for (let at = left; at < leftEnd; at++) this.#one.mark(at);
    for (let at = right; at < rightEnd; at++) this.#other.mark(at);
  }

  #trimmed(box: Box): Box {
    const [one, other] = [this.#one.ids, this.#other.ids];
    let { left, leftEnd, right, rightEnd } = box;
    while (left < leftEnd && right < rightEnd && one[left] === other[right]) {
      left++;
      right++;
    }
    while (left < leftEnd && right < rightEnd && one[leftEnd - 1] === other[rightEnd - 1]) {
      leftEnd--;
      rightEnd--;
    }
    return { left, leftEnd, right, rightEnd };
  }

  /** A point on a shortest path through the box; `undefined` when it takes too many steps to find. */
  #meetingPoint(box: Box): { readonly left: number; readonly right: number } | undefined {
    const { left, leftEnd, right, rightEnd } = box;
    const [lowest, highest] = [left - rightEnd, leftEnd - right];
    const [first, last] = [left - right, leftEnd - rightEnd];
    const [forward, backward, zero] = [this.#forward, this.#backward, this.#zero];
    const isOdd = ((first - last) & 1) !== 0;
    const ahead = { low: first, high: first };
    const back = { low: last, high: last };
    forward[zero + first] = left;
    backward[zero + last] = leftEnd;
    for (let cost = 1; cost <= maxCost; cost++) {
      widen(ahead, lowest, highest, forward, zero, notReached);
      for (let diagonal = ahead.high; diagonal >= ahead.low; diagonal -= 2) {
        const reached = this.#stepAhead(diagonal, box);
        const meets = isOdd && back.low <= diagonal && diagonal <= back.high;
        if (meets && (backward[zero + diagonal] ?? 0) <= reached)
          return { left: reached, right: reached - diagonal };
      }
      widen(back, lowest, highest, backward, zero, beyond);
      for (let diagonal = back.high; diagonal >= back.low; diagonal -= 2) {
        const reached = this.#stepBack(diagonal, box);
        const meets = !isOdd && ahead.low <= diagonal && diagonal <= ahead.high;
        if (meets && reached <= (forward[zero + diagonal] ?? 0))
          return { left: reached, right: reached - diagonal };
      }
    }
    return undefined;
  }

  /** One difference, and then equal lines as far as they go. */
  #stepAhead(diagonal: number, { leftEnd, rightEnd }: Box): number {
    const [one, other, forward] = [this.#one.ids, this.#other.ids, this.#forward];
    const at = this.#zero + diagonal;
    const [below, above] = [forward[at - 1] ?? 0, forward[at + 1] ?? 0];
    let left = below >= above ? below + 1 : above;
    while (left < leftEnd && left - diagonal < rightEnd && one[left] === other[left - diagonal])
      left++;
    forward[at] = left;
    return left;
  }

  #stepBack(diagonal: number, box: Box): number {
    const [one, other, backward] = [this.#one.ids, this.#other.ids, this.#backward];
    const at = this.#zero + diagonal;
    const [below, above] = [backward[at - 1] ?? 0, backward[at + 1] ?? 0];
    let left = below < above ? below : above - 1;
    while (
      left > box.left &&
      left - diagonal > box.right &&
      one[left - 1] === other[left - diagonal - 1]
    )
      left--;
    backward[at] = left;
    return left;
  }
}

/** One more diagonal on each side, or one fewer where the box ends. Beyond them stands what no path reaches. */
function widen(
  range: { low: number; high: number },
  lowest: number,
  highest: number,
  reached: Int32Array,
  zero: number,
  outside: number,
): void {
  if (range.low > lowest) reached[zero + --range.low - 1] = outside;
  else range.low++;
  if (range.high < highest) reached[zero + ++range.high + 1] = outside;
  else range.high--;
}
