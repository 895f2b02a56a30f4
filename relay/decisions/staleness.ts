import { topLevelOf, fileOfSymbol, isTopLevel } from '../../shared/kernel/symbol-id.ts';
import { symbolKey } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { FileChange, SymbolEdit } from '../symbol-graph/rules.ts';
import { currentHashes, linkToSymbols, saveLinksOf, toLink } from './link-symbols.ts';
import type { StaleChange } from '../../shared/decisions/contract.ts';
import {
  freshLinks,
  liveDeciders,
  saveStale,
  type TouchedLink,
  deleteLink,
  selectLinks,
  hasStale,
  saveStaleChange,
  staleChanges,
  type StaleRow,
} from './link-queries.ts';
import { brokenLink, isCarryingOut, renewedLinks } from './rules.ts';
import * as queries from './queries.ts';
import { filesIn } from './records.ts';
import { updateDecision } from './queries.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { grouped } from '../../shared/kernel/grouped.ts';

/** Whose edit changed the symbols. */
interface Origin {
  readonly workspaceId: string;
  readonly user: string;
  /** Empty when it is not known. */
  readonly sessionId: string;
  /** The version that the edit made. */
  readonly graphVersion: number;
}

interface StaleDecision {
  readonly id: string;
  readonly title: string;
  readonly symbol: string;
}

/**
 * DEC-2, DEC-9: turns every fresh decision stale that is linked to a symbol whose meaning changed, or that is gone, or to a file
 * whose exported signatures changed, in the transaction that stores the change. Only fresh decisions are looked at, so each is
 * reported once. DEC-10: those of the session itself follow its edit.
 */
export async function markStale(
  transaction: Transaction,
  origin: Origin,
  { changed, removed, surfaces, edits }: Omit<FileChange, 'signatures'>,
): Promise<StaleDecision[]> {
  const { workspaceId, sessionId } = origin;
  await followStaleChanges(transaction, origin, edits);
  const files = surfaces.map(topLevelOf);
  const keys = [...new Set([...changed, ...removed, ...files].map(symbolKey))];
  const touched = await freshLinks(
    transaction.connection,
    keys.map((key) => [workspaceId, key] as const),
  );
  if (touched.length === 0) return [];
  const hashOf = await currentHashes(transaction, workspaceId, touched);
  const stale: StaleDecision[] = [];
  for (const links of grouped(touched, (link) => link.decision_id).values()) {
    const [first] = links;
    const broken = brokenLink(links.map(toLink), hashOf);
    if (first === undefined || broken === undefined) continue;
    if (isCarryingOut(first, sessionId, transaction.nowMs))
      await followEdit(transaction, origin, { links, hashOf });
    else {
      const change = staleChangeOf(broken.symbol, broken.reason, edits);
      stale.push(await markOne(transaction, origin, { ...broken, change, decision: first }));
    }
  }
  return stale;
}

interface Broken {
  readonly decision: TouchedLink;
  readonly symbol: string;
  readonly reason: 'changed' | 'removed';
  readonly change: StaleChange;
}

async function markOne(
  { connection, nowMs, log }: Transaction,
  { workspaceId, user, sessionId }: Origin,
  { decision, symbol, reason, change }: Broken,
): Promise<StaleDecision> {
  const { decision_id: id, title } = decision;
  saveStale(connection, workspaceId, { id, symbol, change: JSON.stringify(change), nowMs });
  log.append(workspaceId, {
    type: 'decision_stale',
    decision: { id, title },
    symbol,
    reason,
    user,
    session_id: sessionId,
    sessions: await liveDeciders(connection.kysely, workspaceId, decision),
  });
  return { id, title, symbol };
}

interface Edited {
  /** Those of one decision whose symbols were edited. */
  readonly links: readonly TouchedLink[];
  /** Undefined for what is gone. */
  readonly hashOf: (symbol: string) => string | undefined;
}

/**
 * DEC-10: the edit carries the decision out, so its links stand for what the symbols mean now. Links to what is gone are dropped;
 * when none is left the files are linked as for a new decision.
 */
async function followEdit(
  transaction: Transaction,
  { workspaceId, graphVersion }: { readonly workspaceId: string; readonly graphVersion: number },
  { links, hashOf }: Edited,
): Promise<void> {
  const id = links[0]?.decision_id ?? '';
  const db = transaction.connection.kysely;
  await queries.updateDecision(db, { workspaceId, id }, { graph_version: graphVersion });
  const kept = renewedLinks(links.map(toLink), hashOf);
  saveLinksOf(transaction, { workspace_id: workspaceId, id }, kept);
  for (const link of links) {
    if (hashOf(link.symbol) === undefined) await deleteLink(db, link);
  }
  if (kept.length > 0 || (await selectLinks(db, workspaceId, [id])).length > 0) return;
  const decision = await queries.selectDecision(db, workspaceId, id);
  if (decision === undefined) return;
  await linkToSymbols(transaction, decision, { files: filesIn(decision) });
}

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
function staleChangeOf(link: string, reason: 'changed' | 'removed', edits: Edits): StaleChange {
  const edit = isTopLevel(link) ? surfaceEdit(link, edits) : edits.get(symbolKey(link));
  if (edit === undefined) return { symbol: link, before: '', after: '', reason };
  return changeBetween(edit.symbol, edit.before ?? '', edit.after);
}

/**
 * DEC-13: the symbols under stale decisions change again; what they were when it was decided stays. An event tells it where the
 * decision says something else then.
 */
async function followStaleChanges(
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
  if (brokenLink(rows.map(toLink), hashOf) !== undefined) return false;
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
