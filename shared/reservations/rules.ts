import {
  fileOfSymbol,
  isSymbolId,
  nameOfSymbol,
  symbolId,
  type SymbolId,
} from '../kernel/symbol-id.ts';
import { minutesUntil } from '../kernel/clock.ts';
import { asData } from '../kernel/display.ts';
import { canonicalPath, fitsInto, pathKey } from '../kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../kernel/refusal.ts';

/** The symbol of a whole-file hold. The file's top-level part is the empty name. */
export const wholeFile = '*';
/** Paths and names are shown whole, but as data. */
const longestName = 2_000;

/** One row of the board: at most one per (workspace, file, symbol) (RSV-7). Times are milliseconds of the relay's clock. */
export interface Hold {
  readonly filePath: string;
  readonly symbol: string;
  readonly sessionId: string;
  readonly fence: number;
  readonly expiresAt: number;
}

/** What one session wants to write in one file: names of symbols, or the whole file. */
export interface Claim {
  readonly sessionId: string;
  readonly symbols: readonly string[];
}

/** A wanted symbol and the hold of another session that stands against it. */
export interface Clash<H extends Hold = Hold> {
  readonly symbol: string;
  readonly hold: H;
}

export interface TouchOutcome<H extends Hold = Hold> {
  readonly granted: readonly string[];
  readonly clashes: readonly Clash<H>[];
  /** Own symbol holds that a new whole-file hold takes the place of. */
  readonly absorbed: readonly H[];
}

export function isLive(hold: Hold, nowMs: number): boolean {
  return hold.expiresAt > nowMs;
}

/** RSV-3: a whole-file hold overlaps every symbol; different symbols do not overlap. */
export function overlaps(one: string, other: string): boolean {
  return one === other || one === wholeFile || other === wholeFile;
}

/** RSV-4: the first live hold of another session that overlaps the claim, or undefined when the write may go ahead. */
export function check<H extends Hold>(
  holds: Iterable<H>,
  claim: Claim,
  nowMs: number,
): Clash<H> | undefined {
  for (const hold of holds) {
    if (hold.sessionId === claim.sessionId || !isLive(hold, nowMs)) continue;
    const symbol = claim.symbols.find((wanted) => overlaps(wanted, hold.symbol));
    if (symbol !== undefined) return { symbol, hold };
  }
  return undefined;
}

/** RSV-1, RSV-2, RSV-6: after a write the session gets, or extends, what nobody else holds, and is told the rest. */
export function touch<H extends Hold>(
  holds: readonly H[],
  claim: Claim,
  nowMs: number,
): TouchOutcome<H> {
  const live = holds.filter((hold) => isLive(hold, nowMs));
  const own = live.filter((hold) => hold.sessionId === claim.sessionId);
  const granted: string[] = [];
  const clashes: Clash<H>[] = [];
  for (const symbol of coveredBy(own, claim.symbols)) {
    const clash = check(live, { sessionId: claim.sessionId, symbols: [symbol] }, nowMs);
    if (clash === undefined) granted.push(symbol);
    else clashes.push(clash);
  }
  const absorbed = granted.includes(wholeFile)
    ? own.filter((hold) => hold.symbol !== wholeFile)
    : [];
  return { granted, clashes, absorbed };
}

/** A session that holds, or asks for, the whole file needs no symbols of it beside. */
function coveredBy(own: readonly Hold[], symbols: readonly string[]): readonly string[] {
  const whole = symbols.includes(wholeFile) || own.some((hold) => hold.symbol === wholeFile);
  return whole ? [wholeFile] : [...new Set(symbols)];
}

/** `<path>#<Name>`; undefined for the whole file. */
export function symbolIdUnlessWhole(path: string, symbol: string): SymbolId | undefined {
  return symbol === wholeFile ? undefined : symbolId(path, symbol);
}

/** The `symbol_ids` of an answer: empty when the whole file is meant, also when it is meant beside some symbols. */
export function symbolIdsUnlessWhole(path: string, symbols: readonly string[]): string[] {
  return symbols.includes(wholeFile) ? [] : symbols.map((symbol) => symbolId(path, symbol));
}

/**
 * The names behind `symbol_ids`: `src/a.ts#login` and a bare `login` both give `login`; none gives the whole file.
 * Refused with a ValidationError: an id of another file.
 */
export function symbolsOf(path: string, ids: readonly string[] | undefined): string[] | Refusal {
  if (ids === undefined || ids.length === 0) return [wholeFile];
  const names: string[] = [];
  for (const id of ids) {
    const name = symbolName(path, id);
    if (isRefusal(name)) return name;
    names.push(name);
  }
  return names;
}

/** The names of symbols are parts of keys, like paths. */
const maxSymbolBytes = 900;

function symbolName(path: string, id: string): string | Refusal {
  const name = nameOfSymbol(id).normalize('NFC');
  if (!fitsInto(name, maxSymbolBytes)) {
    return refuse('ValidationError', `symbol_ids: a name is longer than ${maxSymbolBytes} bytes.`, {
      field: 'symbol_ids',
    });
  }
  if (!isSymbolId(id)) return name === '' ? wholeFile : name;
  const owner = canonicalPath(fileOfSymbol(id));
  if (isRefusal(owner) || pathKey(owner) !== pathKey(path)) {
    return refuse('ValidationError', `symbol_ids: ${id} is not a symbol of ${path}.`, {
      field: 'symbol_ids',
    });
  }
  return name;
}

/** What a denial must tell (RSV-9). */
export interface Denial {
  readonly filePath: string;
  readonly symbol: string;
  readonly heldSymbol: string;
  readonly holder: string;
  readonly holderSessionId: string;
  /** The session that is denied, where it is known. */
  readonly sessionId: string | undefined;
  readonly task: string;
  readonly expiresAt: number;
}

/**
 * RSV-9: names the file or symbol, the holder, the holder's task, the minutes left, and what to do instead, with the ids
 * that it takes.
 */
export function denialMessage(denial: Denial, nowMs: number): string {
  const minutes = minutesUntil(denial.expiresAt, nowMs);
  return [
    `${describeHold(denial.filePath, denial.heldSymbol)} is held by ${asData(denial.holder)}`,
    denial.task === '' ? '' : ` (task: ${asData(denial.task)})`,
    `, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} remaining. Nothing was written. `,
    `Work on another symbol or file, or open a negotiation: ${negotiationOffer(denial)}. `,
    // No full stop: the command is copied to the end.
    `Or wait for it: ${waitOffer(denial)}`,
  ].join('');
}

/** What both want of the file; undefined when it is the whole file. */
function contestedId({ filePath, symbol, heldSymbol }: Denial): string | undefined {
  const id = symbolIdUnlessWhole(filePath, symbol === wholeFile ? heldSymbol : symbol);
  return id === undefined ? undefined : asData(id, longestName);
}

function negotiationOffer(denial: Denial): string {
  const id = contestedId(denial);
  return [
    `negotiate_open with counterparty_session ${JSON.stringify(denial.holderSessionId)}`,
    `, file ${JSON.stringify(asData(denial.filePath, longestName))}`,
    id === undefined ? '' : `, symbol_ids ${JSON.stringify([id])}`,
    ' and a rationale',
  ].join('');
}

function waitOffer(denial: Denial): string {
  const what = shellWord(contestedId(denial) ?? asData(denial.filePath, longestName));
  const session = denial.sessionId === undefined ? '' : ` --session ${denial.sessionId}`;
  return `coord wait ${what}${session}`;
}

/** As a POSIX shell takes it, and never as an option. */
function shellWord(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text;
  return /^[\w./@+][\w./@+#-]*$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** `src/a.ts#login`, "the top level of src/a.ts", or the path of a file that is held whole. */
export function describeHold(path: string, symbol: string): string {
  const file = asData(path, longestName);
  if (symbol === wholeFile) return `The file ${file}`;
  return symbol === ''
    ? `The top-level code of ${file}`
    : symbolId(file, asData(symbol, longestName));
}
