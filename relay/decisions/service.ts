import type { Input } from '../../shared/api/operations.ts';
import type { decisionOperations, DecisionType } from '../../shared/decisions/contract.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { Call } from '../kernel/call.ts';
import { momentCursor, momentOf } from '../kernel/cursor.ts';
import { fileOf, filesOf } from '../kernel/files.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import type { KnowledgeSearch } from '../search/knowledge-search.ts';
import type { Database } from '../store/database.ts';
import type { CommandRunner } from '../access/command-runner.ts';
import * as queries from './queries.ts';
import { accept, noSuchDecision, reaffirm } from './reaffirm.ts';
import { record, type NewDecision, type Recorded } from './record.ts';
import { toDecision, toRecorded } from './records.ts';

export interface DecisionDependencies {
  readonly database: Database;
  readonly commandRunner: CommandRunner;
  readonly search: KnowledgeSearch;
}

export function decisionService({
  database,
  commandRunner,
  search,
}: DecisionDependencies): Handlers<keyof typeof decisionOperations> {
  const db = database.reader;

  /** Stores a decision and answers by `show`. */
  async function store<T>(
    call: Call,
    id: string,
    { decision, show }: { decision: GivenDecision; show: (recorded: Recorded) => T },
  ): Promise<T | Refusal> {
    const files = filesOf(decision.files);
    if (isRefusal(files)) return files;
    return commandRunner.run(call, { id }, 'member', async (transaction, scope) => {
      const recorded = await record(transaction, scope, { ...decision, files });
      return isRefusal(recorded) ? recorded : show(recorded);
    });
  }

  async function list(
    { id, limit, before }: Pick<Input<'listDecisions'>, 'id' | 'limit' | 'before'>,
    filter: queries.DecisionFilter,
  ) {
    const moment = momentOf(before);
    if (isRefusal(moment)) return moment;
    const page = { filter, limit: limit + 1, before: moment };
    const found = await queries.selectDecisions(db, id, page);
    const { rows, nextCursor } = cutPage(found, limit, cursorOf);
    const links = await queries.selectLinks(db, id, rows.map(idOf));
    return { decisions: rows.map((row) => toDecision(row, links)), next_cursor: nextCursor };
  }

  return {
    recordDecision: ({ workspace_id: id, ...decision }, call) =>
      store(call, id, { decision, show: ({ row }) => toRecorded(row) }),
    decide: ({ id, decision_type, session_id, ...decision }, call) =>
      store(call, id, {
        decision: { ...decision, type: decision_type, sessionId: session_id },
        show({ row, symbols, ended }) {
          const { type, ...recorded } = toRecorded(row);
          return { ...recorded, decision_type: type, symbols: [...symbols], ended: [...ended] };
        },
      }),
    async search({ workspace_id: workspaceId, query, limit }) {
      const kinds = ['decision'] as const;
      const hits = await search.search({ workspaceId, kinds, query, limit, states: activeStates });
      const ids = hits.map(({ id }) => id);
      const rows = await queries.selectDecisionsById(db, workspaceId, ids);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return {
        results: hits.flatMap(({ id, similarity }) => {
          const row = byId.get(id);
          return row === undefined ? [] : [toResult(row, similarity)];
        }),
      };
    },
    listDecisions: ({ type, made_by: madeBy, state, ...page }) =>
      list(page, { type, madeBy, state }),
    async listStaleDecisions({ file, ...page }) {
      const path = fileOf(file);
      if (isRefusal(path)) return path;
      const fileKey = path === undefined ? undefined : pathKey(path);
      return list(page, { state: 'stale', fileKey });
    },
    async getDecision({ id, decision_id }) {
      const row = await queries.selectDecision(db, id, decision_id);
      if (row === undefined) return noSuchDecision();
      return toDecision(row, await queries.selectLinks(db, id, [decision_id]));
    },
    reaffirmDecision: ({ id, decision_id, note = '' }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        reaffirm(transaction, scope, { id: decision_id, note }),
      ),
    acceptDecision: ({ id, decision_id }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        accept(transaction, scope, decision_id),
      ),
  };
}

type GivenDecision = Omit<NewDecision, 'files'> & {
  readonly files?: string | readonly string[] | undefined;
};

/** What a search finds: decisions that count. */
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
  };
}

function idOf({ id }: queries.Decision): string {
  return id;
}

function cursorOf({ id, created_at: createdAt }: queries.Decision): string {
  return momentCursor({ createdAt, id });
}
