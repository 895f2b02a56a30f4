import type { Input, Output } from '../../shared/api/operations.ts';
import type { DecisionType } from '../../shared/decisions/contract.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { momentOf, newestCursor } from '../kernel/cursor.ts';
import { fileOf } from '../kernel/files.ts';
import { cutPage } from '../kernel/handlers.ts';
import type { KnowledgeSearch } from '../search/knowledge-search.ts';
import { unknownFilesField } from '../symbol-graph/file-queries.ts';
import { withReason } from '../../shared/decisions/unconfirmed.ts';
import { fitsFrom, nothingFits, weakOnes } from '../../shared/decisions/fit.ts';
import * as queries from './queries.ts';
import { selectLinks } from './link-queries.ts';
import { noSuchDecision } from './reaffirm.ts';
import { isUnconfirmed, toDecision } from './records.ts';
import type { Db } from '../store/schema.ts';

/** Finds decisions by what they mean, the best first. */
export async function searchDecisions(
  { db, search }: { db: Db; search: KnowledgeSearch },
  { workspace_id: workspaceId, query, limit, min_similarity: least }: Input<'search'>,
): Promise<Output<'search'>> {
  const kinds = ['decision'] as const;
  const asked = { workspaceId, kinds, query, limit, states: activeStates };
  const { hits, isAnyNear } = await search.searchFitting(asked, least);
  const ids = hits.map(({ id }) => id);
  const rows = await queries.selectDecisionsById(db, workspaceId, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const weak = hits.filter(({ similarity }) => similarity < fitsFrom).length;
  const note = hits.length === 0 ? nothingFits(isAnyNear) : weakOnes(weak);
  return {
    ...(note !== undefined && { note }),
    results: hits.flatMap(({ id, similarity }) => {
      const row = byId.get(id);
      return row === undefined ? [] : [toResult(row, similarity)];
    }),
  };
}

/** Some of the decisions, the newest first. ValidationError: the file is no path, or the cursor none of this list. */
export async function listDecisions(
  db: Db,
  { type, made_by: madeBy, state, area, file, ...page }: Input<'listDecisions'>,
): Promise<Output<'listDecisions'> | Refusal> {
  const path = fileOf(file);
  if (isRefusal(path)) return path;
  const fileKey = path === undefined ? undefined : pathKey(path);
  return pageOf(db, page, { type, madeBy, state, area, fileKey });
}

async function pageOf(
  db: Db,
  { id, limit, before }: Pick<Input<'listDecisions'>, 'id' | 'limit' | 'before'>,
  filter: queries.DecisionFilter,
): Promise<Output<'listDecisions'> | Refusal> {
  const moment = momentOf(before);
  if (isRefusal(moment)) return moment;
  const page = { filter, limit: limit + 1, before: moment };
  const found = await queries.selectDecisions(db, id, page);
  const { rows, nextCursor } = cutPage(found, limit, newestCursor);
  const links = await selectLinks(db, id, rows.map(idOf));
  return { decisions: rows.map((row) => toDecision(row, links)), next_cursor: nextCursor };
}

export async function listStaleDecisions(
  db: Db,
  { file, ...page }: Input<'listStaleDecisions'>,
): Promise<Output<'listStaleDecisions'> | Refusal> {
  return listDecisions(db, { ...page, file, state: 'stale' });
}

export async function getDecision(
  db: Db,
  { id, decision_id }: Input<'getDecision'>,
): Promise<Output<'getDecision'> | Refusal> {
  const row = await queries.selectDecision(db, id, decision_id);
  if (row === undefined) return noSuchDecision();
  const decision = toDecision(row, await selectLinks(db, id, [decision_id]));
  return { ...decision, ...(await unknownFilesField(db, id, decision.files)) };
}

/** A search finds decisions that count, not proposed or ended ones. */
const activeStates = ['fresh', 'stale'] as const;

function toResult(row: queries.Decision, similarity: number) {
  return {
    id: row.id,
    title: row.title,
    rationale: row.rationale,
    type: row.type as DecisionType,
    decision_type: row.type as DecisionType,
    similarity,
    made_by: row.made_by_name,
    created_at: toTimestamp(row.created_at),
    is_stale: row.state === 'stale',
    ...withReason(isUnconfirmed(row)),
  };
}

function idOf({ id }: queries.Decision): string {
  return id;
}
