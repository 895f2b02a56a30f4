import type { DraftEvent, EventType } from '../../contract/events.ts';
import { asData } from '../../kernel/display.ts';
import { fileOfSymbol, isTopLevel } from '../../kernel/symbol-id.ts';

/** An event as it arrives; a newer relay may send types that are not known here. */
export type FeedEvent = DraftEvent & { readonly at: string; readonly seq: number };

/** Whose session it is, by session id; events of a session give only the id. */
export type Names = ReadonlyMap<string, string>;

/** One sentence for each of some types of events. */
export type Sentences<T extends EventType> = {
  readonly [Type in T]: (event: Extract<FeedEvent, { type: Type }>, names: Names) => string;
};

const maxSymbols = 3;

/** The symbols that an event is about, or its file. */
export function what({ file, symbols }: { file: string; symbols: readonly string[] }): string {
  if (symbols.length === 0) return asData(file);
  const more = symbols.length > maxSymbols ? ` and ${symbols.length - maxSymbols} more` : '';
  return symbols.slice(0, maxSymbols).map(symbolLabel).join(', ') + more;
}

/** A symbol's id as it is shown. The top level of a file has the empty name. */
export function symbolLabel(id: string): string {
  return isTopLevel(id) ? `${asData(fileOfSymbol(id))} (top level)` : asData(id);
}

export function user(event: { readonly user: string }): string {
  return asData(event.user);
}

export function note(text: string): string {
  return text === '' ? '' : `: ${asData(text, 100)}`;
}
