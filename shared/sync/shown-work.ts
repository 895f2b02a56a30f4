import { withReason } from '../decisions/unconfirmed.ts';
/** The team's work as the answer of `sync` shows it: text as data, and lists cut short. */
import { asData, asText } from '../kernel/display.ts';
import type { NegotiationRecord } from '../negotiations/contract.ts';
import type { PublishedContract } from '../published-contracts/contract.ts';
import type { TaskRecord } from '../tasks/contract.ts';
import type { WaitRecord } from '../waits/contract.ts';
import { notFileScoped } from '../work-packages/not-file-scoped.ts';
import type { WorkPackageRecord } from '../work-packages/contract.ts';
import type { WorkstreamRecord } from '../workstreams/contract.ts';
import type { SyncAnswer } from './contract.ts';
import { withinBudget } from './budget.ts';

/** Who asks, and where it works. */
export interface Requester {
  readonly userId: string;
  readonly sessionId: string;
  readonly branch: string;
  /** Canonical paths: of files that it named, has reserved, or has open. */
  readonly files: readonly string[];
}

/** Characters of JSON that the members of a workstream may take, and its reservations. */
const workstreamBudget = 1_500;

export function toActive(
  { slug, title, branch, base_branch, members, reservations }: WorkstreamRecord,
  { sessionId }: Requester,
): NonNullable<SyncAnswer['active_workstream']> {
  return {
    slug,
    title: asData(title, 160),
    branch,
    base_branch,
    members: withinBudget(
      members,
      ({ user_name, session_id, current_task }) => ({
        user_name: asData(user_name, 80),
        ...(session_id !== undefined && { session_id }),
        ...(current_task !== undefined && { current_task: asData(current_task, 160) }),
      }),
      workstreamBudget,
    ),
    reservations: withinBudget(
      reservations.filter((reservation) => reservation.session_id !== sessionId),
      ({ file_path, symbol_ids, reserved_by, minutes_remaining }) => ({
        file_path,
        symbol_ids: symbol_ids.slice(0, 5),
        reserved_by: asData(reserved_by, 80),
        minutes_remaining,
      }),
      workstreamBudget,
    ),
  };
}

export function toOwnWork(one: WorkPackageRecord): SyncAnswer['your_work'][number] {
  return {
    id: one.id,
    title: asData(one.title, 160),
    description: asData(one.description, 400),
    status: one.status,
    files: one.files.slice(0, 20),
    ...(one.files.length === 0 && { file_scoped: false, note: notFileScoped }),
    decisions: one.decisions.slice(0, 5).map(({ title, rationale, unconfirmed }) => ({
      title: asData(title, 160),
      rationale: asData(rationale, 300),
      ...withReason({ unconfirmed }),
    })),
  };
}

export function toTask(task: TaskRecord, { sessionId }: Requester): SyncAnswer['tasks'][number] {
  return {
    id: task.id,
    title: asData(task.title, 160),
    description: asData(task.description, 300),
    status: task.status,
    workstream: task.workstream,
    yours: task.assignee_session === sessionId,
    waits_for: task.waits_for.slice(0, 5),
    by: asData(task.created_by_name, 80),
  };
}

export function toNegotiation(
  one: NegotiationRecord,
  { sessionId }: Requester,
): SyncAnswer['negotiations'][number] {
  const role = one.initiator_session === sessionId ? 'initiator' : 'counterparty';
  const last = one.turns.at(-1);
  return {
    id: one.id,
    file: one.file,
    symbol_ids: one.symbol_ids.slice(0, 10),
    role,
    other: asData(role === 'initiator' ? one.counterparty : one.initiator, 80),
    rationale: asData(one.rationale, 300),
    status: one.status,
    your_turn: one.waiting_for === role,
    deadline_at: one.deadline_at,
    ...(last !== undefined && { last_answer: `${last.action}: ${asData(last.note, 200)}` }),
  };
}

export function toWait({ id, file, symbol_ids, before }: WaitRecord): SyncAnswer['waits'][number] {
  return { id, file, symbol_ids: symbol_ids.slice(0, 10), before };
}

/** Characters of an interface's text. */
const maxSchemaLength = 400;

/** PUB-3: what is left out is named with the command that shows it. */
export function toContract(one: PublishedContract): SyncAnswer['contracts'][number] {
  const isAll = one.version === 1 && one.schema.length <= maxSchemaLength;
  const command = `(whole, and its other versions: coord contracts show ${one.name})`;
  return {
    name: one.name,
    version: one.version,
    description: `${asData(one.description, 160)} ${isAll ? '' : command}`.trim(),
    schema: asText(one.schema, maxSchemaLength),
    files: one.files.slice(0, 5),
    published_by: asData(one.published_by_name, 80),
  };
}
