import { firstFew } from '../../kernel/first-few.ts';
import type { Changes, LineRangeRecord } from '../../contract/changes.ts';
import type { DraftEvent, EventType } from '../../contract/events/events.ts';
import { quoted, shownId, shownUser } from '../../kernel/display.ts';
import { fileOfSymbol, isTopLevel } from '../../kernel/symbol-id.ts';
import { partLabel } from '../../reservations/labels.ts';

/** An event as it arrives; a newer relay may send types that are not known here. */
export type FeedEvent = DraftEvent & { readonly at: string; readonly seq: number };

/** Whose session it is, as it is shown (`agentName`), by session id; events of a session give only the id. */
export type Names = ReadonlyMap<string, string>;

/** One sentence for each of some types of events. */
export type Sentences<T extends EventType> = {
  readonly [Type in T]: (event: Extract<FeedEvent, { type: Type }>, names: Names) => string;
};

type Conflict = Extract<DraftEvent, { type: 'conflict_detected' }>;

/** CNV-1, CNV-7: whether a rule forbids the write, and not what somebody holds. */
export function isAgainstRule({
  kind,
  convention,
}: Pick<Conflict, 'kind' | 'convention'>): boolean {
  return kind === 'write_forbidden' || convention !== undefined;
}

const maxSymbols = 3;

interface Subject {
  readonly file: string;
  readonly symbols: readonly string[];
  readonly changes?: Changes | undefined;
}

/** The symbols that an event is about, or its file. */
export function what({ file, symbols, changes }: Subject): string {
  if (symbols.length === 0) return shownId(file);
  const linesOf = (id: string) =>
    changes?.parts.find(({ symbol_id: symbol }) => symbol === id)?.lines;
  return firstFew(symbols, maxSymbols, (id) => placeLabel(id, linesOf(id)));
}

/** A symbol's id as it is shown. The top level of a file has the empty name. */
export function symbolLabel(id: string): string {
  return placeLabel(id, undefined);
}

/** The same; lines without a meaning are shown by their numbers. */
export function placeLabel(id: string, lines: readonly LineRangeRecord[] | undefined): string {
  return isTopLevel(id) ? `${shownId(fileOfSymbol(id))} (top level)` : partLabel(id, lines);
}

/** Why a decision that is linked to this is stale. DEC-9: the top level of a file stands for the signatures that others can use. */
export function staleReason(id: string): string {
  return isTopLevel(id)
    ? `the signatures of ${shownId(fileOfSymbol(id))} have changed`
    : `${symbolLabel(id)} has changed`;
}

/** What a decision is linked to. DEC-9: the top level of a file stands for the file as a whole. */
export function linkedLabel(id: string): string {
  return isTopLevel(id) ? shownId(fileOfSymbol(id)) : symbolLabel(id);
}

export function user(event: { readonly user: string }): string {
  return shownUser(event.user);
}

/** TXT-3: a person and the client of theirs, within coord's own words. */
export function agentName(name: string, client: string): string {
  return `${shownUser(name)} (${shownUser(client)})`;
}

export function note(text: string): string {
  return text === '' ? '' : `: ${quoted(text, 100)}`;
}
