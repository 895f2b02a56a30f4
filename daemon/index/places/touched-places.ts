import { grouped } from '../../../shared/kernel/grouped.ts';
import { importPlace } from '../../../shared/reservations/places.ts';
import type { FilePlaces, OwnCode } from './own-code.ts';
import type { PlaceNode, Span } from './place.ts';

/** `before` and `after` reach over all declarations of the place; one is `undefined` when it is new or gone. */
export interface TouchedPlace {
  readonly symbol: string;
  readonly within: string;
  readonly before: Span | undefined;
  readonly after: Span | undefined;
}

/**
 * RSV-10: the finest places whose meaning differs: new, gone or changed. A container is among them only when its own code,
 * outside its parts, changed; a new or gone one stands for all its parts. Formatting and comments change no meaning, and
 * neither does the order of statements, members and imports: what is only moved is not touched.
 */
export function touchedPlaces(
  before: FilePlaces | 'absent',
  after: FilePlaces | 'absent',
): TouchedPlace[] {
  const [one, other] = [sideOf(before), sideOf(after)];
  const known = after === 'absent' ? before : after;
  if (known === 'absent' || one.text === other.text) return [];
  const comparison = new Comparison(known.ownCode, one, other);
  comparison.compare(one.tree, other.tree);
  return [...comparison.touched.values()];
}

type Side = Pick<FilePlaces, 'text' | 'tree'>;

function sideOf(places: FilePlaces | 'absent'): Side {
  return places === 'absent' ? { text: '', tree: [] } : places;
}

/** The declarations and calls that are imports there. */
function importsOf({ text, tree }: Side): ReadonlySet<string> {
  const imports = tree.find(({ symbol }) => symbol === importPlace);
  return new Set(imports === undefined ? [] : textsOf(imports, text));
}

function textsOf({ spans }: PlaceNode, text: string): string[] {
  return spans.map(({ start, end }) => text.slice(start, end));
}

type Pair = readonly [before: PlaceNode | undefined, after: PlaceNode | undefined];

class Comparison {
  /** By symbol: two ways of writing one name can both be there. */
  readonly touched = new Map<string, TouchedPlace>();

  private readonly textBefore: string;
  private readonly textAfter: string;
  private readonly importsBefore: ReadonlySet<string>;
  private readonly importsAfter: ReadonlySet<string>;

  constructor(
    private readonly ownCode: OwnCode,
    before: Side,
    after: Side,
  ) {
    [this.textBefore, this.textAfter] = [before.text, after.text];
    [this.importsBefore, this.importsAfter] = [importsOf(before), importsOf(after)];
  }

  compare(before: readonly PlaceNode[], after: readonly PlaceNode[]): void {
    for (const [one, other] of this.pairs(before, after)) {
      if (this.isOnlyNamedAnew(one, other)) continue;
      if (one === undefined || other === undefined) this.touch(one, other);
      else if (!this.isSameText(one, other)) {
        if (!this.ownCode.isSame(one, other)) this.touch(one, other);
        this.compare(one.parts, other.parts);
      }
    }
  }

  /** Whether only other code makes of a `require` an import on one side, and a variable or a call on the other (RSV-16). */
  private isOnlyNamedAnew(before: PlaceNode | undefined, after: PlaceNode | undefined): boolean {
    const { importsBefore, importsAfter } = this;
    if (before === undefined && after !== undefined)
      return textsOf(after, this.textAfter).every(
        (text) => importsBefore.has(text) && !importsAfter.has(text),
      );
    if (after === undefined && before !== undefined)
      return textsOf(before, this.textBefore).every(
        (text) => importsAfter.has(text) && !importsBefore.has(text),
      );
    return false;
  }

  private touch(before: PlaceNode | undefined, after: PlaceNode | undefined): void {
    const place = after ?? before;
    if (place === undefined) return;
    const { symbol, within } = place;
    this.touched.set(symbol, {
      symbol,
      within,
      before: before && span(before),
      after: after && span(after),
    });
  }

  /** The places with one base name on both sides, in the order of the text after; what is gone comes last. */
  private *pairs(before: readonly PlaceNode[], after: readonly PlaceNode[]): Iterable<Pair> {
    const left = grouped(before, ({ base }) => base);
    for (const [base, places] of grouped(after, (place) => place.base)) {
      yield* this.matched(left.get(base) ?? [], places);
      left.delete(base);
    }
    for (const places of left.values()) for (const gone of places) yield [gone, undefined];
  }

  /**
   * First those of the same text, then those of the same meaning, then the others in order: so one that is added before
   * others of its kind does not make these look changed.
   */
  private matched(before: readonly PlaceNode[], after: readonly PlaceNode[]): Pair[] {
    const pairs: Pair[] = [];
    let rest: Rest = { before, after };
    if (before.length > 1 || after.length > 1) {
      rest = withoutEqual(rest, pairs, [
        ({ start, end }) => this.textBefore.slice(start, end),
        ({ start, end }) => this.textAfter.slice(start, end),
      ]);
      rest = withoutEqual(rest, pairs, [this.meaningOf, this.meaningOf]);
    }
    const count = Math.max(rest.before.length, rest.after.length);
    for (let index = 0; index < count; index++) pairs.push([rest.before[index], rest.after[index]]);
    return pairs;
  }

  /** Only of a place without parts: the own code of a container says nothing of its parts. */
  private readonly meaningOf = (place: PlaceNode): string | undefined =>
    place.parts.length === 0 ? this.ownCode.of(place) : undefined;

  private isSameText(one: PlaceNode, other: PlaceNode): boolean {
    return (
      one.pieces.length === other.pieces.length &&
      one.pieces.every((piece, index) => {
        const match = other.pieces[index];
        return (
          match !== undefined &&
          piece.context === match.context &&
          (piece.node === match.node ||
            this.textBefore.slice(piece.start, piece.end) ===
              this.textAfter.slice(match.start, match.end))
        );
      })
    );
  }
}

interface Rest {
  readonly before: readonly PlaceNode[];
  readonly after: readonly PlaceNode[];
}

type KeyOf = (place: PlaceNode) => string | undefined;

/** Moves those with equal keys to `pairs`, the first with the first; answers the others. */
function withoutEqual(
  { before, after }: Rest,
  pairs: Pair[],
  [keyBefore, keyAfter]: readonly [KeyOf, KeyOf],
): Rest {
  // From the end, so that each list gives its first by `pop`.
  const waiting = grouped(before.toReversed(), keyBefore);
  const taken = new Set<PlaceNode>();
  const unmatched = after.filter((place) => {
    const key = keyAfter(place);
    const match = key === undefined ? undefined : waiting.get(key)?.pop();
    if (match === undefined) return true;
    taken.add(match);
    pairs.push([match, place]);
    return false;
  });
  return { before: before.filter((place) => !taken.has(place)), after: unmatched };
}

function span({ start, end }: Span): Span {
  return { start, end };
}
