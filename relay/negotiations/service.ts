import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { negotiationOperations } from '../../shared/negotiations/contract.ts';
import { wantedOf } from '../reservations/target.ts';
import { momentOf, newestCursor } from '../kernel/cursor.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { listedSession } from '../sessions/queries.ts';
import { openNegotiation } from './open-negotiation.ts';
import * as queries from './queries.ts';
import { toRecord } from './records.ts';
import { noSuchNegotiation, settle } from './answer-turn.ts';
import { respond, type Response } from './respond.ts';
import { withUnknownSymbols } from './unknown-symbols.ts';

export function negotiationService({
  database,
  commandRunner,
  durations,
}: ServiceDependencies): Handlers<keyof typeof negotiationOperations> {
  const db = database.reader;
  return {
    async openNegotiation({ id, ...given }, call) {
      const wanted = wantedOf(given);
      if (isRefusal(wanted)) return wanted;
      return commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        openNegotiation(transaction, scope, { given, wanted, durations }),
      );
    },
    async listNegotiations({ id, status, session_id: named, limit, before }, { caller }) {
      const moment = momentOf(before);
      if (isRefusal(moment)) return moment;
      const { userId } = caller;
      const sessionId = await listedSession(db, { workspaceId: id, userId, named });
      const page = { status, sessionId, limit: limit + 1, before: moment };
      const found = await queries.selectNegotiations(db, id, page);
      const { rows, nextCursor } = cutPage(found, limit, newestCursor);
      const ids = rows.map((row) => row.id);
      const turns = await queries.selectTurns(db, id, ids);
      return { negotiations: rows.map((row) => toRecord(row, turns)), next_cursor: nextCursor };
    },
    async getNegotiation({ id, negotiation_id: negotiationId }) {
      const row = await queries.selectNegotiation(db, id, negotiationId);
      if (row === undefined) return noSuchNegotiation();
      return toRecord(row, await queries.selectTurns(db, id, [row.id]));
    },
    respondNegotiation: ({ id, ...given }, call) =>
      commandRunner.run(call, { id }, 'member', async (transaction, scope) => {
        const answered = await respond(transaction, scope, { given: withNote(given), durations });
        return withUnknownSymbols(transaction, scope, answered);
      }),
    settleNegotiation: ({ id, ...given }, call) =>
      commandRunner.run(call, { id }, 'member', async (transaction, scope) => {
        const settled = await settle(transaction, scope, { given, durations });
        return withUnknownSymbols(transaction, scope, settled);
      }),
  };
}

/** The interface calls the reason of any negotiation its rationale. */
function withNote(given: Response): Response {
  return given.note === '' ? { ...given, note: given.rationale ?? '' } : given;
}
