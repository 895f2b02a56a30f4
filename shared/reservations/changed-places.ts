import type { ChangedLines, Changes, LineRangeRecord } from '../contract/changes.ts';
import { isRefusal, refuse, type Refusal } from '../kernel/refusal.ts';
import { symbolId } from '../kernel/symbol-id.ts';
import { mergedRanges, type LineRange, type Lines } from './lines.ts';
import { placeNamed, wholeFile, type Place } from './places.ts';
import { symbolNamesOf } from './symbol-names.ts';

/**
 * What a write touched in one file. `ids` name it, and `changes` has its lines; a part that only `changes` names is touched
 * too. The whole file when neither names anything. Refused with a ValidationError: an id of another file.
 */
export function placesOf(
  path: string,
  ids: readonly string[] | undefined,
  changes: Changes | undefined,
): Place[] | Refusal {
  if (changes === undefined || changes.parts.length === 0) {
    const names = symbolNamesOf(path, ids);
    return isRefusal(names) ? names : names.map(placeNamed);
  }
  const names = ids === undefined || ids.length === 0 ? [] : symbolNamesOf(path, ids);
  if (isRefusal(names)) return names;
  const parts = partsOf(path, changes);
  if (isRefusal(parts)) return parts;
  const changed = new Set(parts.map(({ symbol }) => symbol));
  const others = names.filter((name) => !changed.has(name)).map(placeNamed);
  return [...others, ...parts];
}

function partsOf(path: string, { base, tree, parts }: Changes): Place[] | Refusal {
  const places: Place[] = [];
  for (const { symbol_id: id, within, lines, older } of parts) {
    const names = symbolNamesOf(path, [id]);
    if (isRefusal(names)) {
      const message = names.message.replace('symbol_ids', 'changes');
      return refuse('ValidationError', message, { field: 'changes' });
    }
    const place = placeNamed(names[0] ?? '');
    places.push({
      symbol: place.symbol,
      within: within?.normalize('NFC') ?? place.within,
      lines: linesIn({ base, tree, ranges: lines, older }),
    });
  }
  return places;
}

/** What an event says was granted: the whole file when `symbols` is empty, with its lines when `changes` has them. */
export function grantedPlaces(
  file: string,
  symbols: readonly string[],
  changes: Changes | undefined,
): Place[] {
  const ids = symbols.length === 0 ? [symbolId(file, wholeFile)] : symbols;
  const places = placesOf(file, ids, changes);
  return isRefusal(places) ? [] : places;
}

/** The `changes` of an event; undefined when the names of the places say all. */
export function changesOf(path: string, places: readonly Place[]): Changes | undefined {
  const { base = '', tree } = places.find(({ lines }) => lines !== undefined)?.lines ?? {};
  const parts = places.flatMap(({ symbol, within, lines }) => {
    const isDerived = within === placeNamed(symbol).within;
    const known = lines?.base === base ? lines : undefined;
    if (isDerived && known === undefined) return [];
    const shown = known === undefined ? [] : known.ranges.map(toRangeRecord);
    const id = symbolId(path, symbol);
    return [{ symbol_id: id, ...(!isDerived && { within }), lines: shown, ...olderIn(known) }];
  });
  return parts.length === 0 ? undefined : { base, ...(tree !== undefined && { tree }), parts };
}

/** The lines of a record; undefined when they are not known. */
export function linesIn(record: ChangedLines | undefined): Lines | undefined {
  if (record === undefined || record.ranges.length === 0) return undefined;
  const { base, tree, older } = record;
  return {
    base,
    tree,
    ranges: rangesIn(record.ranges),
    older: older?.map((one) => ({ base: one.base, ranges: rangesIn(one.ranges) })),
  };
}

/** What a record shows of a place beside its name. */
export function placeInRecord({ symbol, within, lines }: Place): {
  within?: string;
  lines?: ChangedLines;
} {
  return {
    ...(within !== placeNamed(symbol).within && { within }),
    ...(lines && {
      lines: {
        base: lines.base,
        ...(lines.tree !== undefined && { tree: lines.tree }),
        ranges: lines.ranges.map(toRangeRecord),
        ...olderIn(lines),
      },
    }),
  };
}

function rangesIn(records: readonly LineRangeRecord[]): readonly LineRange[] {
  return mergedRanges(records.map(toRange), []);
}

function olderIn(lines: Lines | undefined): Pick<ChangedLines, 'older'> {
  if (lines?.older === undefined || lines.older.length === 0) return {};
  return {
    older: lines.older.map(({ base, ranges }) => ({ base, ranges: ranges.map(toRangeRecord) })),
  };
}

function toRange({ start, end, adds_imports: adds }: LineRangeRecord): LineRange {
  return adds === true ? { start, end, addsImports: true } : { start, end };
}

export function toRangeRecord({ start, end, addsImports }: LineRange): LineRangeRecord {
  return addsImports === true ? { start, end, adds_imports: true } : { start, end };
}
