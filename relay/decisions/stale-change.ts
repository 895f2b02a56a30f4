import type { StaleChange } from '../../shared/decisions/contract.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { fileOfSymbol, isTopLevel, topLevelOf } from '../../shared/kernel/symbol-id.ts';
import { symbolKey } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { SymbolEdit } from '../symbol-graph/rules.ts';
import { freshAgain } from './fresh-again.ts';
import { hasStale, saveStaleChange, staleChanges } from './stale-queries.ts';

type Edits = ReadonlyMap<string, SymbolEdit>;

/** Whose edit it was. */
interface Editor {
  readonly workspaceId: string;
  readonly user: string;
  /** Empty when it is not known. */
  readonly sessionId: string;
}

/**
 * DEC-13: what an edit changed about the symbol of a broken link. While a decision is fresh its symbols keep their meaning, so
 * the signature before the edit is the one that was decided about. For a file as a whole it is the first symbol that other files
 * see another way.
 */
export function staleChangeOf(
  link: string,
  reason: 'changed' | 'removed',
  edits: Edits,
): StaleChange {
  const edit = isTopLevel(link) ? surfaceEdit(link, edits) : edits.get(symbolKey(link));
  if (edit === undefined) return { symbol: link, before: '', after: '', reason };
  return changeBetween(edit.symbol, edit.before ?? '', edit.after);
}

/**
 * DEC-13: the symbols under stale decisions change again; what they were when it was decided stays. An event tells it where the
 * decision says something else then.
 */
export async function followStaleChanges(
  transaction: Transaction,
  { workspaceId, user, sessionId }: Editor,
  edits: Edits,
): Promise<void> {
  const { connection, log } = transaction;
  if (edits.size === 0 || !(await hasStale(connection.kysely, workspaceId))) return;
  const files = new Set([...edits.values()].map(({ file }) => symbolKey(topLevelOf(file))));
  const keys = [...new Set([...edits.keys(), ...files])];
  for (const { id, title, stale_change } of await staleChanges(
    connection,
    keys.map((key) => [workspaceId, key] as const),
  )) {
    const known = JSON.parse(stale_change) as StaleChange;
    const row = { id, title, symbol: known.symbol };
    const isBack =
      known.reason === 'removed' && (await freshAgain(transaction, { workspaceId, user }, row));
    if (isBack) continue;
    const edit = edits.get(symbolKey(known.symbol));
    if (edit === undefined) continue;
    const change = changeBetween(known.symbol, known.before, edit.after);
    const told = JSON.stringify(change);
    if (told === stale_change) continue;
    saveStaleChange(connection, workspaceId, { id, stale_change: told });
    log.append(workspaceId, {
      type: 'decision_stale_again',
      decision: { id, title },
      symbol: change.symbol,
      reason: change.reason === 'removed' ? 'removed' : 'changed',
      user,
      session_id: sessionId,
    });
  }
}

function surfaceEdit(link: string, edits: Edits): SymbolEdit | undefined {
  const key = pathKey(fileOfSymbol(link));
  const ofFile = [...edits.values()].filter(({ file }) => pathKey(file) === key);
  return ofFile.find(({ isSurface }) => isSurface) ?? ofFile.find((one) => one.after === undefined);
}

function changeBetween(symbol: string, before: string, after: string | undefined): StaleChange {
  if (after === undefined) return { symbol, before, after: '', reason: 'removed' };
  return { symbol, before, after, reason: before === after ? 'changed' : 'signature_changed' };
}
