import { LRUCache } from 'lru-cache';
import { type LineSpan, outside } from '../../shared/reservations/lines.ts';
import { diffLines, type Hunk, newLines, oldLines } from '../lines/line-diff.ts';
import { LineIndex, linesOf } from '../lines/text-lines.ts';
import { linesOnly, type Place, wholeFile } from '../../shared/reservations/places.ts';
import type { TouchedPlace } from '../index/places/touched-places.ts';
import { isIn, type LineIndexes, type TextChange, type Touched } from './written-places.ts';

/** Lines that are of one place, by its name. */
interface PlacedSpan extends LineSpan {
  readonly symbol: string;
}

/** Lines of a file as it is now that another session has changed. */
interface OwnedSpan extends LineSpan {
  /** Whoever changed them, by the name that `note` was given. */
  readonly owner: string;
  readonly write: NotedWrite;
  /** The name of the place that they are of; undefined until that is known. */
  readonly symbol?: string;
}

/** Stands for one write that was noted. */
interface NotedWrite {
  /** The text after it. */
  readonly after: string;
}

/** A place, and who holds it. */
interface HeldPlace {
  readonly owner: string;
  readonly symbol: string;
}

interface OwnedFile {
  readonly text: string;
  /** Whose spans are complete here, although they may have none left. */
  readonly owners: ReadonlySet<string>;
  readonly spans: readonly OwnedSpan[];
}

const maxFiles = 500;

/**
 * RSV-17: who has changed which lines of a file in one work tree. There both sessions write the same text, so no merge will
 * come, and lines that only adjoin are free; what must not be overwritten are the very lines of another.
 */
export class OwnedLines {
  private readonly files = new LRUCache<string, OwnedFile>({ max: maxFiles });

  /**
   * `owner` has changed the file from one text to the other; an absent file counts as an empty text. What places its lines are
   * of can be told later, by `place`.
   */
  note(
    file: string,
    owner: string,
    change: { readonly before: string; readonly after: string },
  ): NotedWrite {
    const write = { after: change.after };
    const hunks = diffLines(linesOf(change.before), linesOf(change.after));
    const known = this.spansIn(file, change.before).flatMap((span) => moved(span, hunks));
    // What was only removed has no lines that could be overwritten.
    const added = hunks.filter(({ newStart, newEnd }) => newStart < newEnd);
    const own = added.map(({ newStart, newEnd }) => ({
      owner,
      write,
      start: newStart,
      end: newEnd,
    }));
    const owners = new Set([...(this.files.get(file)?.owners ?? []), owner]);
    this.files.set(file, { text: change.after, owners, spans: [...known, ...own] });
    return write;
  }

  /** The places of a noted write's lines, counted in the text after it. Other writes may have been noted since. */
  place(file: string, write: NotedWrite, spans: readonly PlacedSpan[]): void {
    const known = this.files.get(file);
    const noted = known?.spans.find((span) => span.write === write);
    if (known === undefined || noted === undefined) return;
    const { owner } = noted;
    const since = diffLines(linesOf(write.after), linesOf(known.text));
    const placed = spans.flatMap((span) => moved({ ...span, owner, write }, since));
    const others = known.spans.filter((span) => span.write !== write);
    this.files.set(file, { ...known, spans: [...others, ...placed] });
  }

  /** The spans in `text`, which is the file as it is now. A change that nobody reported moves them. */
  spansIn(file: string, text: string): readonly OwnedSpan[] {
    const known = this.files.get(file);
    if (known === undefined || known.spans.length === 0) return [];
    if (known.text === text) return known.spans;
    const hunks = diffLines(linesOf(known.text), linesOf(text));
    const spans = known.spans.flatMap((span) => moved(span, hunks));
    this.files.set(file, { ...known, text, spans });
    return spans;
  }

  /** Those of what the owners hold now: the others are of what was let go. */
  heldIn(file: string, text: string, held: readonly HeldPlace[]): readonly OwnedSpan[] {
    if (held.length === 0) return [];
    return this.spansIn(file, text).filter((span) =>
      held.some(({ owner, symbol }) => span.owner === owner && span.symbol === symbol),
    );
  }

  /** Whether the owner changed the file here, and has not let go of it. */
  knows(file: string, owner: string): boolean {
    return this.files.get(file)?.owners.has(owner) === true;
  }

  /** The file as it was when somebody changed it last; undefined for one that nobody here has changed. */
  textOf(file: string): string | undefined {
    return this.files.get(file)?.text;
  }

  /** Whether several have lines in the file. */
  isShared(file: string): boolean {
    const [first, ...rest] = this.files.get(file)?.spans ?? [];
    return rest.some(({ owner }) => owner !== first?.owner);
  }

  /** All that the one has changed is the other's from now on. */
  handOver(from: string, to: string): void {
    // The least used first, so that none becomes more used than another by this.
    for (const [file, known] of [...this.files.entries()].toReversed()) {
      if (!known.owners.has(from)) continue;
      const owners = new Set([...known.owners].map((one) => (one === from ? to : one)));
      const spans = known.spans.map((one) => (one.owner === from ? { ...one, owner: to } : one));
      this.files.set(file, { ...known, owners, spans });
    }
  }

  /** The owner has let go of the file. */
  forget(file: string, owner: string): void {
    const known = this.files.get(file);
    if (known === undefined) return;
    const owners = new Set([...known.owners].filter((one) => one !== owner));
    this.files.set(file, {
      ...known,
      owners,
      spans: known.spans.filter((one) => one.owner !== owner),
    });
  }
}

/** Where the span lies after the hunks; what they replaced of it is no longer its owner's. */
function moved(span: OwnedSpan, hunks: readonly Hunk[]): OwnedSpan[] {
  const parts: OwnedSpan[] = [];
  let start = span.start;
  let shift = 0;
  for (const hunk of hunks) {
    if (hunk.start >= span.end) break;
    if (hunk.end > start || hunk.start > start) {
      if (hunk.start > start)
        parts.push({ ...span, start: start + shift, end: hunk.start + shift });
      start = Math.max(start, hunk.end);
    }
    shift += hunk.newEnd - hunk.newStart - (hunk.end - hunk.start);
  }
  if (start < span.end) parts.push({ ...span, start: start + shift, end: span.end + shift });
  return parts;
}

/**
 * RSV-17: the lines that a write has put into the file, each with the place that it is of, so that a place can be let go
 * without the others. Lines beside the touched places, such as the comment above one, are of all that the hunk touches.
 */
export function placedSpans(touched: Touched, change: TextChange): readonly PlacedSpan[] {
  const hunks = diffLines(linesOf(change.before), linesOf(change.after)).filter(
    ({ newStart, newEnd }) => newStart < newEnd,
  );
  if (touched === 'whole') return hunks.map((hunk) => ({ ...newLines(hunk), symbol: wholeFile }));
  const lines = { before: new LineIndex(change.before), after: new LineIndex(change.after) };
  return hunks.flatMap((hunk) => spansIn(hunk, touched, lines));
}

/**
 * The spans by the places that are reserved for the write. Lines of no place, such as some that were only indented, may lie in one
 * range of the base with lines of a place; then nothing is reserved for them alone, and they are of what is.
 */
export function heldSpans(
  spans: readonly PlacedSpan[],
  places: readonly Pick<Place, 'symbol'>[],
): readonly PlacedSpan[] {
  const held = new Set(places.map(({ symbol }) => symbol));
  return spans.flatMap((span) =>
    held.size === 0 || held.has(span.symbol)
      ? [span]
      : [...held].map((symbol) => ({ ...span, symbol })),
  );
}

function spansIn(hunk: Hunk, touched: readonly TouchedPlace[], lines: LineIndexes): PlacedSpan[] {
  const written = newLines(hunk);
  const stretch = { before: oldLines(hunk), after: written };
  const places = touched.filter((place) => isIn(place, stretch, lines));
  if (places.length === 0) return [{ ...written, symbol: linesOnly }];
  const own = places.flatMap(({ symbol, after }) => {
    if (after === undefined) return [];
    const { start, end } = lines.after.spanOf(after);
    const span = { start: Math.max(start, written.start), end: Math.min(end, written.end), symbol };
    return span.start < span.end ? [span] : [];
  });
  const beside = outside(written, own).flatMap((span) =>
    places.map(({ symbol }) => ({ ...span, symbol })),
  );
  return [...own, ...beside];
}
