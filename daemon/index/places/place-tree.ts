import { importPlace } from '../../../shared/reservations/places.ts';
import type { Piece, Place, PlaceNode } from './place.ts';
import { digest, RunningHash } from '../parser/meaning/meaning-digest.ts';

/** A piece, and the symbol of the symbol graph around it; `undefined` at the top. */
interface Found {
  readonly piece: Piece;
  readonly around: string | undefined;
}

interface Draft {
  readonly base: string;
  readonly local: string;
  readonly found: Found[];
}

/** Names the pieces of a text and puts those of one name together. */
export function placeTree(pieces: readonly Piece[]): PlaceNode[] {
  return levelOf(
    pieces.map((piece) => ({ piece, around: undefined })),
    '',
    1,
  );
}

/** All places of a tree, containers before their parts. */
export function flattened(tree: readonly PlaceNode[], places: Place[] = []): Place[] {
  for (const place of tree) {
    places.push(place);
    flattened(place.parts, places);
  }
  return places;
}

function levelOf(all: readonly Found[], container: string, level: number): PlaceNode[] {
  return draftsOf(all).map(({ base, local, found }) => {
    const symbol = partName(container, local, level);
    const pieces = found.map(({ piece }) => piece);
    const spans = pieces.map(({ start, end }) => ({ start, end }));
    // A namespace with the name of a function is no symbol, so its parts belong to another symbol than the function's.
    const parts = found.flatMap((one) =>
      one.piece.parts.map((piece) => ({ piece, around: withinOf(one) })),
    );
    return {
      symbol,
      within: found.map(withinOf).find((within) => within !== '') ?? '',
      base,
      start: spans[0]?.start ?? 0,
      end: spans.at(-1)?.end ?? 0,
      spans,
      pieces,
      parts: levelOf(parts, symbol, level + 1),
    };
  });
}

function draftsOf(all: readonly Found[]): Draft[] {
  const drafts = new Map<string, Draft>();
  const counts = new Map<string, number>();
  for (const found of all) {
    const base = plainName(found.piece.name);
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    const local = found.piece.way === 'numbered' && count > 1 ? `${base}~${count}` : base;
    const draft = drafts.get(local);
    if (draft === undefined) drafts.set(local, { base, local, found: [found] });
    else draft.found.push(found);
  }
  return [...drafts.values()];
}

function withinOf({ piece, around }: Found): string {
  if (around !== undefined) return around;
  if (piece.way === 'set' && piece.name === importPlace) return importPlace;
  const symbol = piece.symbol ?? '';
  return symbol.length > maxLength ? partName('', symbol, 1) : symbol;
}

/** How deep places lie in each other at most; what lies deeper belongs to the innermost of these. */
export const maxLevels = 6;

const maxLength = 200;
const maxBytes = 600;
/** A dot, a tilde and 8 digits: each level below must still fit. */
const roomOfLevel = 10;

/**
 * The whole name of a part, from its plain name; it begins with its container's name and a dot. At most 200 characters and
 * 600 bytes of UTF-8, however deep its parts may lie: what is too long is cut and ends with `~` and 8 digits of a hash of its
 * whole last level.
 */
function partName(container: string, local: string, level: number): string {
  const prefix = level === 1 ? '' : `${container}.`;
  const room = roomOfLevel * (maxLevels - level);
  const fits = (name: string, spare: number) =>
    name.length <= maxLength - room - spare &&
    (name.length * 3 <= maxBytes - room - spare ||
      Buffer.byteLength(name) <= maxBytes - room - spare);
  if (fits(prefix + local, 0)) return prefix + local;
  let kept = prefix + local.slice(0, Math.max(0, maxLength - prefix.length)).toWellFormed();
  while (kept.length > prefix.length && !fits(kept, 9))
    kept = prefix + Array.from(kept.slice(prefix.length)).slice(0, -1).join('');
  return `${kept}~${shortHash(local)}`;
}

/** One line without control characters, NFC, never empty; `#` ends the path of an id and is written `%23`. */
function plainName(text: string): string {
  if (/^[\w$.()/:-]+$/.test(text)) return text;
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('#', '%23');
  return plain === '' ? "''" : plain;
}

function shortHash(text: string): string {
  const hash = new RunningHash();
  hash.mixText(text);
  return digest(hash.state()).slice(0, 8);
}
