import type { DecisionState, DecisionType } from '../../shared/decisions/contract.ts';
import { linkToSymbols } from './link-symbols.ts';
import { endedBy, titleKey, type EarlierDecision } from './rules.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { digestOf } from '../../shared/node/digest.ts';
import { callersSessionId } from '../sessions/callers-session.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { DecisionRow } from '../store/schema.ts';
import { graphVersion } from '../symbol-graph/queries.ts';
import type { Scope } from '../access/authorizer.ts';
import * as queries from './queries.ts';
import { filesIn, isUnconfirmed } from './records.ts';

export interface NewDecision {
  /** Of what had one before it was a decision; a new one unless said. */
  readonly id?: string | undefined;
  readonly title: string;
  readonly rationale: string;
  readonly type: DecisionType;
  /** Canonical paths; undefined takes over those of the decision that it replaces (DEC-20). */
  readonly files: readonly string[] | undefined;
  readonly areas?: readonly string[];
  readonly supersedes?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly proposed?: true;
  /** The built-in reader found it in a meeting, and nobody has confirmed it (MTG-18). */
  readonly unconfirmed?: boolean;
}

export interface Recorded {
  readonly row: DecisionRow;
  /** The linked symbols. */
  readonly symbols: readonly string[];
  /** The decisions that it ended. */
  readonly ended: readonly string[];
  /** The fresh decisions of the same title that it did not end. */
  readonly sameTitle: readonly string[];
  /** DEC-20: the one of them whose files and links it has. */
  readonly takenFrom: string | undefined;
}

/** DEC-1, DEC-5, DEC-20: stores a decision with its links, and ends what it replaces. */
export async function record(
  transaction: Transaction,
  scope: Scope,
  decision: NewDecision,
): Promise<Recorded | Refusal> {
  const { connection, log } = transaction;
  const { workspaceId, caller } = scope;
  const key = digestOf(titleKey(decision.title));
  const same = await queries.selectDecisionsOfTitle(connection.kysely, workspaceId, key);
  const earlier = await earlierOf(transaction, workspaceId, { same, decision });
  if (isRefusal(earlier)) return earlier;
  const sessionId = await callersSessionId(transaction, scope, decision.sessionId);
  if (isRefusal(sessionId)) return sessionId;
  const replaced = decision.files === undefined ? earlier.find(hasFiles) : undefined;
  const files = decision.files ?? (replaced === undefined ? [] : filesIn(replaced));
  const row = await rowOf(transaction, scope, { key, decision: { ...decision, files }, sessionId });
  await queries.insertDecision(connection.kysely, row);
  const symbols = await linkToSymbols(transaction, row, { files, from: replaced?.id });
  const inEvent = decisionInEvent(row, files);
  const type = decision.proposed === true ? 'decision_proposed' : 'decision_recorded';
  const by = { user: caller.name, ...(sessionId !== '' && { session_id: sessionId }) };
  log.append(workspaceId, { type, decision: inEvent, ...by });
  if (decision.proposed !== true)
    await endDecisions(transaction, scope, { ended: earlier, by: row });
  const ended = earlier.map(({ id }) => id);
  const fresh = same.filter(({ id, state }) => state === 'fresh' && !ended.includes(id));
  return { row, symbols, ended, sameTitle: fresh.map(({ id }) => id), takenFrom: replaced?.id };
}

function hasFiles(decision: DecisionRow): boolean {
  return filesIn(decision).length > 0;
}

/** A decision as events have it. */
export function decisionInEvent(row: DecisionRow, files: readonly string[]) {
  return {
    id: row.id,
    title: row.title,
    decision_type: row.type,
    files: [...files],
    ...isUnconfirmed(row),
  };
}

/** DEC-5: ends the decisions that a new one replaces. */
export async function endDecisions(
  { connection, log }: Transaction,
  { workspaceId, caller }: Scope,
  { ended, by }: { ended: readonly queries.Decision[]; by: DecisionRow },
): Promise<void> {
  for (const { id, title } of ended) {
    const changes = { state: 'ended', superseded_by: by.id };
    await queries.updateDecision(connection.kysely, { workspaceId, id }, changes);
    log.append(workspaceId, {
      type: 'decision_superseded',
      decision: { id, title },
      by: { id: by.id, title: by.title },
      user: caller.name,
    });
  }
}

/** The decisions that the new one ends. */
async function earlierOf(
  { connection }: Transaction,
  workspaceId: string,
  { same, decision }: { same: readonly queries.Decision[]; decision: NewDecision },
): Promise<queries.Decision[] | Refusal> {
  const db = connection.kysely;
  const { supersedes } = decision;
  const named =
    supersedes === undefined
      ? undefined
      : await queries.selectDecision(db, workspaceId, supersedes);
  const target =
    supersedes === undefined ? undefined : { id: supersedes, found: named && toEarlier(named) };
  const ids = endedBy(target, same.map(toEarlier));
  if (isRefusal(ids)) return ids;
  const known = new Map([...same, ...(named === undefined ? [] : [named])].map((d) => [d.id, d]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

function toEarlier({ id, state, superseded_by }: queries.Decision): EarlierDecision {
  return { id, state: state as DecisionState, supersededBy: superseded_by ?? undefined };
}

interface RowParts {
  /** The digest of its title. */
  readonly key: string;
  readonly decision: NewDecision & { readonly files: readonly string[] };
  /** Empty where a person decides without a session. */
  readonly sessionId: string;
}

async function rowOf(
  { connection, nowMs }: Transaction,
  { workspaceId, caller }: Scope,
  { key, decision, sessionId }: RowParts,
): Promise<DecisionRow> {
  const db = connection.kysely;
  return {
    workspace_id: workspaceId,
    id: decision.id ?? newId('decision'),
    title: decision.title,
    title_key: key,
    rationale: decision.rationale,
    type: decision.type,
    made_by: caller.userId,
    session_id: sessionId,
    files: JSON.stringify(decision.files),
    areas: JSON.stringify(decision.areas ?? []),
    state: decision.proposed === true ? 'proposed' : 'fresh',
    supersedes: decision.supersedes ?? null,
    superseded_by: null,
    stale_symbol: null,
    stale_since: null,
    stale_change: null,
    reaffirmed_by: null,
    reaffirmed_at: null,
    reaffirmed_session: '',
    note: '',
    graph_version: await graphVersion(db, workspaceId),
    created_at: nowMs,
    unconfirmed: decision.unconfirmed === true ? 1 : 0,
    proposed_by: decision.proposed === true ? caller.userId : null,
    accepted_by: null,
    accepted_at: null,
  };
}
