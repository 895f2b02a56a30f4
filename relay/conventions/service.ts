import { GlobCache } from './glob-cache.ts';
import { itemsOf } from '../../shared/contract/fields.ts';
import type { Input } from '../../shared/api/operations.ts';
import type {
  ConventionRecord,
  Tier,
  conventionOperations,
} from '../../shared/conventions/contract.ts';
import { globsOf } from '../../shared/conventions/rules.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { momentCursor, momentOf } from '../kernel/cursor.ts';
import { fileOf } from '../kernel/files.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import * as queries from './queries.ts';

/** Every write is checked against all of them, so they are few. */
const maxActive = 500;

export function conventionService({
  database,
  commandRunner,
}: Pick<ServiceDependencies, 'database' | 'commandRunner'>): Handlers<
  keyof typeof conventionOperations
> {
  const db = database.reader;
  const globs = new GlobCache();
  return {
    async proposeConvention(input, call) {
      const patterns = globsOf(input.affected_files);
      if (isRefusal(patterns)) return patterns;
      return commandRunner.run(call, { id: input.id }, 'member', (transaction, scope) =>
        propose(transaction, scope, { ...input, globs: patterns }),
      );
    },
    async listConventions({ id, tier, status, file, limit, before }) {
      const moment = momentOf(before);
      if (isRefusal(moment)) return moment;
      const path = fileOf(file);
      if (isRefusal(path)) return path;
      // There are few, so those of a file are picked from all; the page is cut afterwards.
      const readLimit = path === undefined ? limit + 1 : maxActive * 4;
      const found = await queries.selectConventions(db, id, {
        tier,
        status,
        limit: readLimit,
        before: moment,
      });
      const records = found.map(toRecord);
      const wanted =
        path === undefined
          ? records
          : records.filter(({ affected_files: patterns }) => globs.compile(patterns)(path));
      const page = cutPage(wanted, limit, ({ id, created_at }) =>
        momentCursor({ createdAt: Date.parse(created_at), id }),
      );
      return { conventions: [...page.rows], next_cursor: page.nextCursor };
    },
    changeConvention: ({ id, ...change }, call) =>
      commandRunner.run(call, { id }, 'admin', (transaction, scope) =>
        changeConvention(transaction, scope, change),
      ),
  };
}

type Proposal = Input<'proposeConvention'> & { readonly globs: readonly string[] };

async function propose(
  { connection, log, nowMs }: Transaction,
  { workspaceId, caller }: Scope,
  { title, rationale, tier, globs, affected_areas: areas }: Proposal,
): Promise<ConventionRecord | Refusal> {
  const db = connection.kysely;
  if ((await queries.countActive(db, workspaceId)) >= maxActive) {
    return refuse('Conflict', `A workspace has at most ${maxActive} active conventions.`);
  }
  const row = {
    id: newId('convention'),
    workspace_id: workspaceId,
    title,
    rationale,
    tier,
    affected_files: JSON.stringify(globs),
    affected_areas: JSON.stringify(itemsOf(areas)),
    status: 'active',
    proposed_by: caller.userId,
    created_at: nowMs,
    retired_at: null,
    retired_by: null,
  };
  await queries.insertConvention(db, row);
  const convention = { id: row.id, title, tier, affected_files: [...globs] };
  log.append(workspaceId, { type: 'convention_proposed', convention, user: caller.name });
  return toRecord({ ...row, proposed_by_name: caller.name });
}

/** CNV-4: an admin retires it, or gives it another tier. A change to what is stored already appends no event. */
async function changeConvention(
  { connection, log, nowMs }: Transaction,
  { workspaceId, caller }: Scope,
  { cid: id, status, tier }: Omit<Input<'changeConvention'>, 'id'>,
): Promise<ConventionRecord | Refusal> {
  const db = connection.kysely;
  const found = await queries.selectConvention(db, workspaceId, id);
  if (found === undefined) return refuse('NotFound', 'No such convention.');
  const next = { ...found, status: status ?? found.status, tier: tier ?? found.tier };
  if (next.status === found.status && next.tier === found.tier) return toRecord(found);
  const retires = next.status === 'retired' && found.status !== 'retired';
  const ended = retires
    ? { retired_at: nowMs, retired_by: caller.userId }
    : next.status === 'active'
      ? { retired_at: null, retired_by: null }
      : {};
  const changes = { status: next.status, tier: next.tier, ...ended };
  await queries.updateConvention(db, { workspaceId, id }, changes);
  const changed = toRecord({ ...found, ...changes });
  const { title, affected_files } = changed;
  const convention = { id, title, tier: changed.tier, affected_files };
  const type = retires ? 'convention_retired' : 'convention_changed';
  log.append(workspaceId, { type, convention, user: caller.name });
  return changed;
}

function toRecord(row: queries.Convention): ConventionRecord {
  return {
    id: row.id,
    title: row.title,
    rationale: row.rationale,
    tier: row.tier as Tier,
    affected_files: JSON.parse(row.affected_files) as string[],
    affected_areas: JSON.parse(row.affected_areas) as string[],
    status: row.status as ConventionRecord['status'],
    proposed_by: row.proposed_by,
    proposed_by_name: row.proposed_by_name,
    created_at: toTimestamp(row.created_at),
    retired_at: row.retired_at === null ? undefined : toTimestamp(row.retired_at),
    retired_by: row.retired_by ?? undefined,
  };
}
