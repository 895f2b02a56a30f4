import type { StaleChange } from '../../shared/decisions/contract.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { fileOfSymbol, isTopLevel, topLevelOf } from '../../shared/kernel/symbol-id.ts';
import { symbolKey } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { SymbolEdit } from '../symbol-graph/rules.ts';
import { selectLinks } from './link-queries.ts';
import { currentHashes } from './link-symbols.ts';
import { updateDecision } from './queries.ts';
import { brokenLink } from './rules.ts';
import { hasStale, saveStaleChange, staleChanges, type StaleRow } from './stale-queries.ts';

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
  editor: Editor,
  edits: Edits,
): Promise<void> {
  const { connection } = transaction;
  const { workspaceId } = editor;
  if (edits.size === 0 || !(await hasStale(connection.kysely, workspaceId))) return;
  const files = new Set([...edits.values()].map(({ file }) => symbolKey(topLevelOf(file))));
  const keys = [...new Set([...edits.keys(), ...files])];
  const rows = await staleChanges(
    connection,
    keys.map((key) => [workspaceId, key] as const),
  );
  for (const row of rows) {
    const known = JSON.parse(row.stale_change) as StaleChange;
    const { symbol } = known;
    if (await freshAgain(transaction, editor, { ...row, symbol })) continue;
    const edit = edits.get(symbolKey(symbol));
    if (edit !== undefined) changeAgain(transaction, editor, { row, known, after: edit.after });
  }
}

interface Again {
  readonly row: StaleRow;
  readonly known: StaleChange;
  /** The signature as it is now; undefined for what is gone. */
  readonly after: string | undefined;
}

function changeAgain(
  { connection, log }: Transaction,
  { workspaceId, user, sessionId }: Editor,
  { row: { id, title, stale_change }, known, after }: Again,
): void {
  const change = changeBetween(known.symbol, known.before, after);
  const told = JSON.stringify(change);
  if (told === stale_change) return;
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

/** DEC-18: makes a decision fresh again when all that it is about has the meaning again that was decided about; answers whether. */
async function freshAgain(
  transaction: Transaction,
  { workspaceId, user }: Editor,
  { id, title, symbol }: Pick<StaleRow, 'id' | 'title'> & { readonly symbol: string },
): Promise<boolean> {
  const { connection, log } = transaction;
  const rows = await selectLinks(connection.kysely, workspaceId, [id]);
  const hashOf = await currentHashes(transaction, workspaceId, rows);
  const links = rows.map(({ symbol: linked, meaning_hash: meaningHash }) => {
    return { symbol: linked, meaningHash };
  });
  if (brokenLink(links, hashOf) !== undefined) return false;
  await updateDecision(
    connection.kysely,
    { workspaceId, id },
    { state: 'fresh', stale_symbol: null, stale_since: null, stale_change: null },
  );
  const note = `${symbol} is back as it was`;
  log.append(workspaceId, { type: 'decision_reaffirmed', decision: { id, title }, user, note });
  return true;
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
