import { isRefusal } from '../../shared/kernel/refusal.ts';
import { wantedOf } from '../reservations/target.ts';
import type { waitOperations } from '../../shared/waits/contract.ts';
import { momentOf, newestCursor } from '../kernel/cursor.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { listedSession } from '../sessions/queries.ts';
import { addWait, giveUpWait, noSuchWait } from './add-wait.ts';
import * as queries from './queries.ts';
import { toRecord } from './records.ts';

export function waitService({
  database,
  commandRunner,
  durations,
}: ServiceDependencies): Handlers<keyof typeof waitOperations> {
  const db = database.reader;
  return {
    async addWait({ id, session_id: sessionId, wish, ...named }, call) {
      const wanted = wantedOf(named);
      if (isRefusal(wanted)) return wanted;
      return commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        addWait(transaction, scope, { sessionId, wish, wanted, durations }),
      );
    },
    async listWaits({ id, status, session_id: named, limit, before }, { caller }) {
      const moment = momentOf(before);
      if (isRefusal(moment)) return moment;
      const { userId } = caller;
      const sessionId = await listedSession(db, { workspaceId: id, userId, named });
      const page = { status, sessionId, limit: limit + 1, before: moment };
      const found = await queries.selectWaits(db, id, page);
      const { rows, nextCursor } = cutPage(found, limit, newestCursor);
      const isAnyQueued = rows.some((row) => row.status === 'waiting');
      const queue = isAnyQueued ? await queries.selectQueue(db, id) : [];
      return { waits: rows.map((row) => toRecord(row, queue)), next_cursor: nextCursor };
    },
    async getWait({ id, wait_id: waitId }) {
      const row = await queries.selectWait(db, id, waitId);
      if (row === undefined) return noSuchWait();
      return toRecord(row, await queries.selectQueue(db, id, row.path_key));
    },
    giveUpWait: ({ id, wait_id: waitId }, call) =>
      commandRunner.run(call, { id }, 'member', async (transaction, scope) =>
        giveUpWait(transaction, scope, waitId),
      ),
  };
}
