import {
  defaultDecisionType,
  type DecisionType,
  type decisionOperations,
} from '../../shared/decisions/contract.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { CommandRunner } from '../access/command-runner.ts';
import { type Call, type Handlers, cutPage } from '../kernel/handlers.ts';
import { filesOf, fileOf } from '../kernel/files.ts';
import type { KnowledgeSearch } from '../search/knowledge-search.ts';
import { sessionIdOf } from '../sessions/callers-session.ts';
import type { Database } from '../store/database.ts';
import { accept, decline, reaffirm, noSuchDecision } from './reaffirm.ts';
import { record, type NewDecision, type Recorded } from './record.ts';
import { filesIn, toRecorded, isUnconfirmed, toDecision } from './records.ts';
import { unknownFilesField } from '../symbol-graph/file-queries.ts';
import { listTold, type ToldRecorder } from './told.ts';
import type { Input, Output } from '../../shared/api/operations.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { momentOf, newestCursor } from '../kernel/cursor.ts';
import { withReason } from '../../shared/decisions/unconfirmed.ts';
import { fitsFrom, nothingFits, weakOnes } from '../../shared/decisions/fit.ts';
import * as queries from './queries.ts';
import { selectLinks } from './link-queries.ts';
import type { Db } from '../store/schema.ts';

interface DecisionDependencies {
  readonly database: Database;
  readonly commandRunner: CommandRunner;
  readonly search: KnowledgeSearch;
  readonly told: ToldRecorder;
}

export function decisionService({
  database,
  commandRunner,
  search,
  told,
}: DecisionDependencies): Handlers<keyof typeof decisionOperations> {
  const db = database.reader;
  return {
    recordDecision: ({ workspace_id: id, ...decision }, call) =>
      recordWith(commandRunner, call, {
        id,
        decision,
        toOutput: ({ row }) => toRecorded(row),
      }),
    decide: ({ id, session_id, ...decision }, call) =>
      recordWith(commandRunner, call, {
        id,
        decision: { ...decision, sessionId: session_id },
        toOutput: toDecideOutput,
      }),
    search: async (input, { caller }) => {
      const { workspace_id: workspaceId, session_id: named } = input;
      const { userId } = caller;
      const sessionId = await sessionIdOf(db, { workspaceId, userId, named });
      if (isRefusal(sessionId)) return sessionId;
      const found = await searchDecisions({ db, search }, input);
      const decisionIds = found.results.map(({ id }) => id);
      told.note({ workspaceId, userId, sessionId, decisionIds, by: 'search' });
      return found;
    },
    listDecisions: (input) => listDecisions(db, input),
    listStaleDecisions: (input) => listStaleDecisions(db, input),
    getDecision: (input) => getDecision(db, input),
    reaffirmDecision: ({ id, decision_id, note = '', session_id: sessionId }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        reaffirm(transaction, scope, { id: decision_id, note, sessionId }),
      ),
    acceptDecision: ({ id, decision_id }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        accept(transaction, scope, decision_id),
      ),
    declineDecision: ({ id, decision_id }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        decline(transaction, scope, decision_id),
      ),
    listTold: (input) => listTold({ db, told }, input),
  };
}

/** A decision as a call gives it: with file paths that are not canonical yet, and its type under either name. */
type GivenDecision = Omit<NewDecision, 'files' | 'type'> & {
  readonly files?: string | readonly string[] | undefined;
  readonly type?: DecisionType | undefined;
  readonly decision_type?: DecisionType | undefined;
};

/** Records a decision. Two operations do so, each with an answer of its own form. */
async function recordWith<T extends object>(
  commandRunner: CommandRunner,
  call: Call,
  {
    id,
    decision: { type, decision_type, ...decision },
    toOutput,
  }: { id: string; decision: GivenDecision; toOutput: (recorded: Recorded) => T },
): Promise<T | Refusal> {
  const files = decision.files === undefined ? undefined : filesOf(decision.files);
  if (isRefusal(files)) return files;
  const known = typeOf(type, decision_type);
  if (isRefusal(known)) return known;
  return commandRunner.run(call, { id }, 'member', async (transaction, scope) => {
    const recorded = await record(transaction, scope, { ...decision, type: known, files });
    if (isRefusal(recorded)) return recorded;
    const { row, takenFrom } = recorded;
    const unknown = await unknownFilesField(transaction.connection.kysely, id, filesIn(row));
    return {
      ...toOutput(recorded),
      ...(takenFrom !== undefined && { files_taken_from: takenFrom }),
      ...unknown,
    };
  });
}

/** DEC-11: the type, under whichever name it was given. Refused with a ValidationError when the two names differ. */
function typeOf(
  type: DecisionType | undefined,
  sameAs: DecisionType | undefined,
): DecisionType | Refusal {
  if (type !== undefined && sameAs !== undefined && type !== sameAs) {
    const text = `decision_type: ${sameAs} is another one than type: ${type}; give one of the two.`;
    return refuse('ValidationError', text, { field: 'decision_type' });
  }
  return type ?? sameAs ?? defaultDecisionType;
}

function toDecideOutput({ row, symbols, ended, sameTitle }: Recorded) {
  const { type, ...recorded } = toRecorded(row);
  return {
    ...recorded,
    decision_type: type,
    symbols: [...symbols],
    ended: [...ended],
    ...(sameTitle.length > 0 && { same_title: [...sameTitle] }),
  };
}

/** Finds decisions by what they mean, the best first. */
async function searchDecisions(
  { db, search }: { db: Db; search: KnowledgeSearch },
  { workspace_id: workspaceId, query, limit, min_similarity: least, state }: Input<'search'>,
): Promise<Output<'search'>> {
  const kinds = ['decision'] as const;
  const states = state === undefined ? activeStates : [state];
  const asked = { workspaceId, kinds, query, limit, states };
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
async function listDecisions(
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

async function listStaleDecisions(
  db: Db,
  { file, ...page }: Input<'listStaleDecisions'>,
): Promise<Output<'listStaleDecisions'> | Refusal> {
  return listDecisions(db, { ...page, file, state: 'stale' });
}

async function getDecision(
  db: Db,
  { id, decision_id }: Input<'getDecision'>,
): Promise<Output<'getDecision'> | Refusal> {
  const row = await queries.selectDecision(db, id, decision_id);
  if (row === undefined) return noSuchDecision();
  const decision = toDecision(row, await selectLinks(db, id, [decision_id]));
  return { ...decision, ...(await unknownFilesField(db, id, decision.files)) };
}

/** A search that names no state finds decisions that count, not proposed or ended ones. */
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
