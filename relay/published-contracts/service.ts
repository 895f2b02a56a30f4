import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { publishedContractOperations } from '../../shared/published-contracts/contract.ts';
import { momentCursor, momentOf } from '../kernel/cursor.ts';
import { filesOf } from '../kernel/files.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { callersSessionId } from '../sessions/callers-session.ts';
import { noteUse, publish } from './publish.ts';
import * as queries from './queries.ts';
import { toRecord } from './records.ts';

/** An answer lists at most so many versions, the newest. */
const maxVersions = 500;

export function publishedContractService({
  database,
  commandRunner,
  durations: { sessionTtlMs },
}: ServiceDependencies): Handlers<keyof typeof publishedContractOperations> {
  const db = database.reader;

  async function withVersions(found: queries.PublishedVersion | undefined) {
    if (found === undefined) return noSuchContract();
    const { workspace_id: workspaceId, name } = found;
    const versions = await queries.selectVersions(db, { workspaceId, name, limit: maxVersions });
    return { ...toRecord(found), versions };
  }

  return {
    async publishContract({ id, files: given, ...version }, call) {
      const files = filesOf(given);
      if (isRefusal(files)) return files;
      return commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        publish(transaction, scope, { ...version, files, sessionTtlMs }),
      );
    },
    async listContracts({ id, limit, before }) {
      const moment = momentOf(before);
      if (isRefusal(moment)) return moment;
      const found = await queries.selectContracts(db, id, { limit: limit + 1, before: moment });
      const { rows, nextCursor } = cutPage(found, limit, ({ name, created_at: createdAt }) =>
        momentCursor({ createdAt, id: name }),
      );
      return { contracts: rows.map(toRecord), next_cursor: nextCursor };
    },
    async getContract({ id, name, version, session_id }, call) {
      const key = { workspaceId: id, name };
      if (session_id === undefined) {
        return withVersions(await queries.selectContract(db, key, version));
      }
      const found = await commandRunner.run(call, { id }, 'member', async (transaction, scope) => {
        const sessionId = await callersSessionId(transaction, scope, session_id);
        if (isRefusal(sessionId)) return sessionId;
        const read = await queries.selectContract(transaction.connection.kysely, key, version);
        if (read === undefined) return noSuchContract();
        await noteUse(transaction, read, sessionId);
        return read;
      });
      return isRefusal(found) ? found : withVersions(found);
    },
  };
}

function noSuchContract(): Refusal {
  return refuse('NotFound', 'No such contract, or no such version of it.');
}
