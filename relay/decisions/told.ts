import type { ToldBy } from '../../shared/decisions/contract.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { sessionsById } from '../sessions/queries.ts';
import type { GroupCommitter, Handler } from '../store/group-committer.ts';
import type { DecisionTellingRow, Db } from '../store/schema.ts';
import { saveTellings, selectTellings, type ListedTelling } from './told-queries.ts';
import type { Input, Output } from '../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { momentCursor, momentOf } from '../kernel/cursor.ts';
import { cutPage } from '../kernel/handlers.ts';
import { selectDecision } from './queries.ts';
import { noSuchDecision } from './reaffirm.ts';

/** An answer that told an agent of decisions. */
interface Telling {
  readonly workspaceId: string;
  readonly userId: string;
  /** Empty where it is not known; then nothing is kept. */
  readonly sessionId: string;
  readonly decisionIds: readonly string[];
  readonly by: ToldBy;
}

interface Told {
  readonly userId: string;
  readonly row: DecisionTellingRow;
}

/** What waits to be written; beyond that it is not kept, since it only informs. */
const maxWaiting = 10_000;
/** How many rows one transaction takes, so that no hook waits for long. */
const maxWritten = 1_000;

/** DEC-14: gathers in memory who was told of which decision. The sweeper writes it once a second; no answer waits for that. */
export class ToldRecorder {
  private readonly waiting = new Map<string, Told>();

  constructor(
    private readonly committer: GroupCommitter,
    private readonly clock: Clock,
  ) {}

  note({ workspaceId, userId, sessionId, decisionIds, by }: Telling): void {
    if (sessionId === '') return;
    const at = this.clock.now();
    for (const id of decisionIds) {
      const key = `${workspaceId}\n${id}\n${sessionId}\n${userId}`;
      if (this.waiting.size >= maxWaiting && !this.waiting.has(key)) return;
      const row = { workspace_id: workspaceId, decision_id: id, session_id: sessionId, at };
      this.waiting.set(key, { userId, row: { ...row, told_by: by } });
    }
  }

  /** Writes the oldest of what was gathered; in the order of the keys, so that two relays do not wait for each other. */
  async flush(): Promise<void> {
    const keys = [...this.waiting.keys()].slice(0, maxWritten);
    if (keys.length === 0) return;
    const told = keys.sort().flatMap((key) => this.waiting.get(key) ?? []);
    for (const key of keys) this.waiting.delete(key);
    await this.committer.submit(keep, told);
  }
}

/** Keeps what was told to sessions that are still known. */
const keep: Handler<readonly Told[], undefined> = async ({ connection }, commands) => {
  for (const told of commands) {
    const keys = new Map(
      told.map(({ userId, row: { workspace_id, session_id } }) => [
        `${workspace_id}\n${session_id}\n${userId}`,
        [workspace_id, userId, session_id] as const,
      ]),
    );
    const found = await sessionsById(connection, [...keys.values()]);
    const known = new Set(found.map((one) => `${one.workspace_id} ${one.user_id} ${one.id}`));
    const rows = told.filter(({ userId, row }) =>
      known.has(`${row.workspace_id} ${userId} ${row.session_id}`),
    );
    saveTellings(
      connection,
      rows.map(({ row }) => row),
    );
  }
  return commands.map(() => undefined);
};

/** DEC-14: who was told of a decision, with what this relay has gathered and not written yet. */
export async function listTold(
  { db, told }: { db: Db; told: ToldRecorder },
  { id, decision_id: decisionId, limit, before: cursor }: Input<'listTold'>,
): Promise<Output<'listTold'> | Refusal> {
  const before = momentOf(cursor);
  if (isRefusal(before)) return before;
  if ((await selectDecision(db, id, decisionId)) === undefined) return noSuchDecision();
  // What is written can be read also where nothing more can be written (DUR-5).
  await told.flush().catch(() => undefined);
  const found = await selectTellings(db, id, { decisionId, limit: limit + 1, before });
  const { rows, nextCursor } = cutPage(found, limit, cursorOf);
  return { told: rows.map(toTelling), next_cursor: nextCursor };
}

function toTelling({
  told_by: by,
  at,
  ...session
}: ListedTelling): Output<'listTold'>['told'][number] {
  return { ...session, at: toTimestamp(at), by: by as ToldBy };
}

function cursorOf({ at: createdAt, session_id: id }: ListedTelling): string {
  return momentCursor({ createdAt, id });
}
