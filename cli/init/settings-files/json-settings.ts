import { insertAt, isEmptyAt, pointerOf, removeAt, type JsonPath } from './json-edit.ts';
import {
  isObject,
  type Entry,
  type EntryLocation,
  type Json,
  type JsonObject,
} from '../../../shared/clients/common/settings-entries.ts';
import { readJson, withoutComments } from './json-text.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';

/** How a file looked before coord's entries came, as far as those entries do not show it themselves. */
export interface UndoRecord {
  /** Pointers of the containers that init made; the empty pointer means the file. */
  created: string[];
  /** The white space and comments inside containers that were empty, by pointer. */
  filled: Record<string, string>;
  /** The white space that the whole file was; a file without content is filled like one that is not there. */
  blank?: string | undefined;
}

export interface SettingsEdit {
  /** The whole file; undefined where there is to be none. */
  text: string | undefined;
  undoRecord: UndoRecord;
  /** One line for each entry added (`+`) or removed (`-`). */
  lines: string[];
}

export interface DesiredEntries {
  /** What the file holds where init makes it. */
  base?: JsonObject | undefined;
  entries: readonly Entry[];
  placesIn(document: Json): EntryLocation[];
  undoRecord: UndoRecord | undefined;
}

const byteOrderMark = '\uFEFF';

/**
 * Brings coord's entries in a JSON text to those wanted (none, to undo all) and leaves every other character
 * alone. `text` is undefined for a file that does not exist. Refused: what is not JSON, and a place that
 * something else has taken.
 */
export function editJsonSettings(
  text: string | undefined,
  settings: DesiredEntries,
): SettingsEdit | Refusal {
  const isBlank = text === undefined || text.trim() === '';
  if (isBlank && settings.entries.length === 0) {
    return { text, undoRecord: { created: [], filled: {} }, lines: [] };
  }
  const bom = text?.startsWith(byteOrderMark) === true ? byteOrderMark : '';
  const body = isBlank ? baseText(settings) : text.slice(bom.length);
  const document = parseObject(body);
  if (isRefusal(document)) return document;
  const places = settings.placesIn(document);
  const known = places.length > 0 ? settings.undoRecord : undefined;
  const before = text === undefined ? {} : { blank: text };
  const fresh = isBlank ? { created: [''], filled: {}, ...before } : { created: [], filled: {} };
  const undoRecord = known ?? fresh;
  const edited = addMissing(
    removeUnwanted({ text: body, undoRecord, lines: [] }, places, settings),
    {
      places,
      settings,
    },
  );
  return isRefusal(edited) ? edited : finish(edited, { bom, settings });
}

type Draft = SettingsEdit & { text: string };

/** From the last place to the first, so that the positions of those still to go stay right. */
function removeUnwanted(draft: Draft, places: EntryLocation[], { entries }: DesiredEntries): Draft {
  const wanted = new Set(entries.map((entry) => entry.id));
  const unwanted = places.filter(({ id }) => !wanted.delete(id));
  return unwanted.reduceRight<Draft>((at, { path }) => {
    const line = `- ${pointerOf(path)}`;
    return {
      ...at,
      text: removeAndPrune(at.text, path, at.undoRecord),
      lines: [line, ...at.lines],
    };
  }, draft);
}

/** Also removes the containers that init made and that are empty now. */
function removeAndPrune(text: string, path: JsonPath, undoRecord: UndoRecord): string {
  const parent = path.slice(0, -1);
  const pointer = pointerOf(parent);
  const rest = removeAt(text, path, undoRecord.filled[pointer] ?? '');
  const prune =
    parent.length > 0 && undoRecord.created.includes(pointer) && isEmptyAt(rest, parent);
  return prune ? removeAndPrune(rest, parent, undoRecord) : rest;
}

function addMissing(
  draft: Draft,
  { places, settings }: { places: EntryLocation[]; settings: DesiredEntries },
): Draft | Refusal {
  const present = new Set(places.map((place) => place.id));
  const missing = settings.entries.filter((entry) => !present.has(entry.id));
  return missing.reduce<Draft | Refusal>(
    (at, entry) => (isRefusal(at) ? at : addEntry(at, entry)),
    draft,
  );
}

function addEntry({ text, undoRecord, lines }: Draft, { path, value }: Entry): Draft | Refusal {
  if (isTaken(text, path)) {
    return refuse('Conflict', `${pointerOf(path)} is there already and is not coord's`);
  }
  const added = insertAt(text, path, value);
  if (isRefusal(added)) return added;
  const filled = added.filled ? { [added.filled.pointer]: added.filled.space } : {};
  const container = path.at(-1) === '-' ? path.slice(0, -1) : path;
  return {
    text: added.text,
    undoRecord: {
      ...undoRecord,
      created: [...new Set([...undoRecord.created, ...added.created])],
      filled: { ...undoRecord.filled, ...filled },
    },
    lines: [...lines, `+ ${pointerOf(container)} ${JSON.stringify(value)}`],
  };
}

function isTaken(text: string, path: readonly string[]): boolean {
  const document = readJson(text);
  const found = path.reduce<Json | undefined>(
    (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    isRefusal(document) ? undefined : document,
  );
  return found !== undefined;
}

function baseText({ base = {} }: DesiredEntries): string {
  return `${JSON.stringify(base, undefined, 2)}\n`;
}

/** A file that init made goes when nothing has come to it. */
function finish(
  { text, undoRecord, lines }: Draft,
  { bom, settings }: { bom: string; settings: DesiredEntries },
): SettingsEdit {
  const hasComments = withoutComments(text) !== text;
  const isBare =
    !hasComments && JSON.stringify(readJson(text)) === JSON.stringify(settings.base ?? {});
  const gone = undoRecord.created.includes('') && isBare;
  return { text: gone ? undoRecord.blank : bom + text, undoRecord, lines };
}

function parseObject(text: string): Json | Refusal {
  const value = readJson(text);
  if (isRefusal(value) || isObject(value)) return value;
  return refuse('Conflict', 'is JSON, but not an object');
}
