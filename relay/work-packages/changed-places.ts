import { parseSymbolId, symbolId } from '../../shared/kernel/symbol-id.ts';
import { symbolKey } from '../kernel/digest.ts';
import { mapInSlices } from '../kernel/in-slices.ts';
import type { Database } from '../store/database.ts';
import { symbolNamesIn, wordsOfCode } from '../symbol-graph/names-in-text.ts';
import { onlySymbolsCalled, symbolsThatExist } from '../symbol-graph/slices.ts';
import { asksForChange, changedIn, type Mention } from './changes-in-text.ts';
import { expansionLimits } from './expansion-limits.ts';

/** A symbol, or a whole file where the name is empty. */
export interface Place {
  readonly path: string;
  readonly name: string;
}

/** What a decision or an action item says, and the files that it names. */
export interface Work {
  readonly text: string;
  /** Canonical paths. */
  readonly files: readonly string[];
}

type Named = Mention & Place;

/** PKG-5: for each of the works the symbols and files whose signature or place it changes, in the order in which they are named. */
export async function changedPlaces(
  reader: Database['reader'],
  workspaceId: string,
  works: readonly Work[],
): Promise<Place[][]> {
  const asking = works.map((work) => (asksForChange(work.text) ? work : undefined));
  const texts = await mapInSlices(
    asking,
    (slice) => slice.map((work) => symbolNamesIn(work?.text ?? '')),
    textsAtOnce,
  );
  const names = [...new Set(texts.flat().flatMap((one) => one.names))];
  const only = await onlySymbolsCalled(reader, workspaceId, names.slice(0, expansionLimits.names));
  const beside = asking.map((work) => (work === undefined ? [] : placesBeside(work)));
  const wanted = beside.flat().slice(0, expansionLimits.places);
  const known = await symbolsThatExist(reader, workspaceId, wanted);
  const changedBy = (at: number) => {
    const work = asking[at];
    if (work === undefined) return [];
    const inFiles = (beside[at] ?? []).filter(({ path, name }) =>
      known.has(symbolKey(symbolId(path, name))),
    );
    const named = [
      ...inFiles.map((place) => ({ ...place, written: place.name, kind: 'symbol' as const })),
      ...(texts[at] ?? []).flatMap((one) => onlyOne(one, only)),
      ...work.files.flatMap((file) => mentioned(work.text, file)),
    ];
    return unique(changedIn(work.text, named));
  };
  return mapInSlices([...asking.keys()], (slice) => slice.map(changedBy), textsAtOnce);
}

/** Texts that are read before other work gets its turn. */
const textsAtOnce = 10;

/** What the words of the text may be called in the files that it names. */
function placesBeside({ text, files }: Work): Place[] {
  const words = wordsOfCode(text);
  return files.flatMap((path) => words.map((name) => ({ path, name })));
}

function onlyOne(
  { written, names }: { readonly written: string; readonly names: readonly string[] },
  only: ReadonlyMap<string, string>,
): Named[] {
  const id = names.map((name) => only.get(name)).find((one) => one !== undefined);
  return id === undefined ? [] : [{ ...parseSymbolId(id), written, kind: 'symbol' }];
}

/** The file with as much of its path as the text says. */
function mentioned(text: string, path: string): Named[] {
  const parts = path.split('/');
  const written = parts.map((_, at) => parts.slice(at).join('/')).find((end) => text.includes(end));
  return written === undefined ? [] : [{ path, name: '', written, kind: 'file' }];
}

function unique(named: readonly Named[]): Place[] {
  const places = named.map(({ path, name }): [string, Place] => [
    symbolId(path, name),
    { path, name },
  ]);
  return [...new Map(places).values()];
}
