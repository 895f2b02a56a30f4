import { parseSymbolId, symbolId } from '../../shared/kernel/symbol-id.ts';
import { symbolKey } from '../kernel/digest.ts';
import { mapInSlices } from '../kernel/in-slices.ts';
import { symbolNamesIn, wordsOfCode } from '../symbol-graph/names-in-text.ts';
import { onlySymbolsCalled, symbolsThatExist } from '../symbol-graph/slices.ts';
import type { Db } from '../store/schema.ts';

/** A symbol, or a whole file where the name is empty. */
export interface Place {
  readonly path: string;
  readonly name: string;
}

/** What a decision or an action item says, and the files that it names. */
interface Work {
  readonly text: string;
  /** Canonical paths. */
  readonly files: readonly string[];
}

type Named = Mention & Place;

/** PKG-5: for each of the works the symbols and files whose signature or place it changes, in the order in which they are named. */
export async function changedPlaces(
  reader: Db,
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

/** PKG-5: which of the files and symbols that a text names get another signature by what it asks for. */

/** A file or a symbol as the text says it. */
interface Mention {
  readonly written: string;
  readonly kind: 'file' | 'symbol';
}

/** Where something else begins: a reason, what is used in its place, or another deed. */
const border =
  /[.;!?](?=\s|$)|\n|,?\s+(?=(?:because|since|so that|instead|in favou?r of|but|and (?:then |to )?(?:use|keep|add|write|update|tell|introduce|make|rename|remove|delete|move|split|change|drop))\b)/iu;
const denied = /\b(?:not|never|without|nobody|no need)\b|n['’]t\b/iu;
/** Whoever calls it by its name or imports it from its place has to follow. */
const moved =
  /\b(?:(?:renam|remov|delet|mov|relocat)(?:e|es|ed|ing)|split(?:s|ting)?|break(?:s|ing)? up|get(?:s|ting)? rid of|drop(?:s|ped|ping)?|(?:removal|deletion|renaming|moving|splitting) of)\b/iu;
/** The same, said of what stands before. */
const isMoved =
  /\b(?:be|been|being|is|are|gets?|got)\s+(?:\p{L}+ly\s+)?(?:renamed|removed|deleted|moved|relocated|split|dropped|broken up)\b/iu;
const touch =
  '(?:chang|add|new\\b|another|extra|additional|more|tak(?:e|es|ing)\\b|gets?\\b|need|accept|drop|remov|extend|reorder|swap|replac|renam)';
const part = '(?:signature|parameter|param|argument|return type|return value)s?';
/** "make total() return cents", "change it to return a promise", "total() returns null from now on" */
const returns =
  '\\b(?:mak(?:e|es|ing)|chang(?:e|es|ing)|lets?|should|will|must|shall|now)\\b[^,]*\\breturns?\\b' +
  '|\\breturns\\b[^,]*\\b(?:from now on|null|undefined|promises?|instead|no longer)\\b';
/** "make total() async", "total() becomes async" */
const becomesAsync =
  '\\b(?:mak(?:e|es|ing)|becomes?|turns?|chang(?:e|es|ing)|is|are|goes)\\b[^,]*\\basync(?:hronous)?\\b';
/** "login takes a request object": not "takes a while" */
const takes =
  '\\btakes (?:an?|the|another|its|two|three|no|only)\\b(?! (?:\\w+ )?(?:while|moment|minutes?|hours?|seconds?|days?|weeks?|long|lot|look|break)\\b)';
/** "change total() and its callers" */
const callers =
  '\\b(?:and|with) (?:all )?(?:of )?(?:its|the|their) (?:callers|call sites|uses|usages)\\b';
/** "add a parameter to", "the signature of ... changes" */
const signature = new RegExp(
  `\\b${touch}[^,]*\\b${part}\\b|\\b${part}\\b[^,]*\\b${touch}|${returns}|${becomesAsync}|${takes}|${callers}`,
  'iu',
);
/** What comes behind these is where, whence or whither, not what. */
const preposition =
  /\b(?:to|into|onto|in|from|at|inside|within|for|with|by|as|like|of|through|over)\b/iu;
/** "the calls of parse" are not parse. */
const useOf =
  /\b(?:calls?|uses?|usages?|references?|imports?|tests?)\s+(?:to|of|from|for)\s+(?:the\s+)?[`'"]?$/iu;
const itsUse = /^[`'"]?(?:\(\))?[`'"]?\s+(?:calls?|usages?|references?|imports?|tests?)\b/iu;

/** Whether the text may ask for such a change; most do not, and then nothing is looked up. */
function asksForChange(text: string): boolean {
  return moved.test(text) || isMoved.test(text) || signature.test(text);
}

/** Those of the mentions that are renamed, moved, split, removed or called in another way. */
function changedIn<One extends Mention>(text: string, mentions: readonly One[]): One[] {
  const clauses = text.split(border).filter((clause) => !denied.test(clause));
  const changed = clauses.flatMap((clause) => changedInClause(clause, mentions));
  return mentions.filter((one) => changed.includes(one));
}

function changedInClause<One extends Mention>(clause: string, mentions: readonly One[]): One[] {
  const there = mentions.filter((one) => placesOf(clause, one).length > 0);
  if (there.length === 0) return [];
  if (signature.test(clause)) {
    const symbols = there.filter((one) => one.kind === 'symbol' && !isOnlyUsed(clause, one));
    return symbols.length > 0 ? symbols : there.filter(({ kind }) => kind === 'file');
  }
  return there.filter((one) => isMovedIn(clause, one) && !isOnlyUsed(clause, one));
}

function isMovedIn(clause: string, one: Mention): boolean {
  return placesOf(clause, one).some((at) => {
    const before = clause.slice(0, at);
    const verb = moved.exec(before);
    if (verb !== null) return !preposition.test(before.slice(verb.index + verb[0].length));
    const isAside = new RegExp(`${preposition.source}\\s+(?:the\\s+|our\\s+)?[\`'"]?$`, 'iu').test(
      before,
    );
    return !isAside && isMoved.test(clause.slice(at));
  });
}

function isOnlyUsed(clause: string, one: Mention): boolean {
  return placesOf(clause, one).every(
    (at) => useOf.test(clause.slice(0, at)) || itsUse.test(clause.slice(at + one.written.length)),
  );
}

/** Where the words stand as words of their own, and a symbol not as a part of a path. */
function placesOf(text: string, { written, kind }: Mention): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(written); at !== -1; at = text.indexOf(written, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + written.length] ?? ' '}`;
    const isInPath =
      text[at - 1] === '/' || /^\.[cm]?[jt]sx?\b/u.test(text.slice(at + written.length));
    if (/[\p{L}\p{N}_$]/u.test(around) || (kind === 'symbol' && isInPath)) continue;
    places.push(at);
  }
  return places;
}

/** PKG-5: how far the symbol graph is followed. What is over a limit is left out, the last in the order of the paths first. */
export const expansionLimits = {
  /** Files that come into one package because they call what it changes. */
  callers: 50,
  /** Files that come into one package because they test its files. */
  tests: 30,
  /** Files and symbols whose callers are looked for, in one meeting. */
  targets: 200,
  /** Calls that are read for one of them. */
  calls: 2_000,
  /** Calls that are read for one meeting. */
  callsOfMeeting: 20_000,
  /** Names of symbols that are looked up for one meeting. */
  names: 200,
  /** Pairs of a file and a word of the text that are looked up for one meeting. */
  places: 2_000,
} as const;
