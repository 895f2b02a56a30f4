import { fileOfSymbol, nameOfSymbol, symbolId } from '../../shared/kernel/symbol-id.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import type { Impact } from '../../shared/symbols/contract.ts';
import type { SignatureChange } from './rules.ts';
import { wholeFile } from '../../shared/reservations/places.ts';
import { symbolKey } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import { selectEdgesAt } from './queries.ts';
import { selectHolders } from './file-queries.ts';
import { recentEdits, type Edit } from './recent-edits.ts';

/** Whose edit changed the graph. */
export interface Origin {
  readonly workspaceId: string;
  readonly user: string;
  /** Empty when it is not known. */
  readonly sessionId: string;
}

const max = { impacts: 50, callers: 200 } as const;

/**
 * For each symbol whose signature changed and that is called: its callers, and the other sessions that have reserved or
 * recently edited one of them. Appends one event for each symbol.
 */
export async function impactsOf(
  transaction: Transaction,
  origin: Origin,
  changes: readonly SignatureChange[],
): Promise<Impact[]> {
  const impacts: Impact[] = [];
  if (changes.length === 0) return impacts;
  let found: Promise<Edit[]> | undefined;
  // Most changed symbols are called by nobody.
  const edits = () => (found ??= recentEdits(transaction, origin.workspaceId));
  for (const change of changes.slice(0, max.impacts)) {
    const impact = await impactOf(transaction, { ...origin, edits }, change);
    if (impact === undefined) continue;
    impacts.push(impact);
    transaction.log.append(origin.workspaceId, {
      type: 'signature_changed',
      ...impact,
      user: origin.user,
      session_id: origin.sessionId,
    });
  }
  return impacts;
}

async function impactOf(
  transaction: Transaction,
  origin: Origin & { readonly edits: () => Promise<readonly Edit[]> },
  { symbol, oldSignature, newSignature }: SignatureChange,
): Promise<Impact | undefined> {
  const { connection } = transaction;
  const asked = { keys: [symbolKey(symbol)], end: 'callee', limit: max.callers } as const;
  const edges = await selectEdgesAt(connection.kysely, origin.workspaceId, asked);
  const callers = edges
    .map(({ caller }) => caller)
    .filter((caller) => caller !== symbol)
    .sort();
  if (callers.length === 0) return undefined;
  return {
    symbol,
    old_signature: oldSignature,
    new_signature: newSignature,
    callers,
    sessions: await sessionsAt(transaction, { ...origin, edits: await origin.edits() }, callers),
  };
}

/** The sessions, other than the one whose edit it was, that have reserved or recently edited one of the symbols. */
async function sessionsAt(
  { connection, nowMs }: Transaction,
  { workspaceId, sessionId, edits }: Origin & { readonly edits: readonly Edit[] },
  symbols: readonly string[],
): Promise<string[]> {
  const wanted = new Set(symbols.map(normal));
  const fileKeys = [...new Set(symbols.map((id) => fileKeyOf(id)))];
  const isWanted = (fileKey: string, name: string) =>
    name === wholeFile ? fileKeys.includes(fileKey) : wanted.has(symbolId(fileKey, name));
  const holders = await selectHolders(connection.kysely, workspaceId, { fileKeys, nowMs });
  const found = holders
    .filter(({ path_key, within_symbol }) => isWanted(path_key, within_symbol))
    .map((holder) => holder.session_id);
  for (const edit of edits) {
    if (edit.names.some((name) => isWanted(edit.fileKey, name))) found.push(edit.sessionId);
  }
  return [...new Set(found)].filter((id) => id !== sessionId).sort();
}

function normal(id: string): string {
  return symbolId(fileKeyOf(id), nameOfSymbol(id));
}

function fileKeyOf(id: string): string {
  return pathKey(fileOfSymbol(id));
}
