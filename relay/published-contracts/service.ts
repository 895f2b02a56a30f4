import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { publishedContractOperations } from '../../shared/published-contracts/contract.ts';
import { momentCursor, momentOf } from '../kernel/cursor.ts';
import { filesOf } from '../kernel/files.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { callersSessionId } from '../sessions/callers-session.ts';
import type { PublishedContractRow } from '../store/schema.ts';
import type { ContractComparison } from './comparison.ts';
import { noteUse, publish } from './publish.ts';
import * as queries from './queries.ts';
import { toRecord } from './records.ts';
import { languageOf, refuseArray, type Named, type PublishedSchema } from './rules.ts';

/** An answer lists at most so many versions, the newest. */
const maxVersions = 500;

export function publishedContractService({
  database,
  authorizer,
  commandRunner,
  comparison,
  durations: { sessionTtlMs },
}: ServiceDependencies & { readonly comparison: ContractComparison }): Handlers<
  keyof typeof publishedContractOperations
> {
  const db = database.reader;

  async function withVersions(found: queries.PublishedVersion | undefined) {
    if (found === undefined) return noSuchContract();
    const { workspace_id: workspaceId, name } = found;
    const versions = await queries.selectVersions(db, { workspaceId, name, limit: maxVersions });
    return { ...toRecord(found), versions };
  }

  return {
    async publishContract({ id, files: given, ...version }, call) {
      const named = filesOf(given);
      if (isRefusal(named)) return named;
      const scope = await authorizer.enter(call, { id }, 'member');
      if (isRefusal(scope)) return scope;
      const newest = await queries.selectContract(db, { workspaceId: id, name: version.name });
      const files = given === undefined && newest !== undefined ? toRecord(newest).files : named;
      const after = { ...version, files, workspaceId: id };
      const changesSince = await comparing(comparison, newest, after);
      if (isRefusal(changesSince)) return changesSince;
      const wanted = { ...version, files, sessionTtlMs, changesSince };
      return commandRunner.run(call, { id }, 'member', (transaction, member) =>
        publish(transaction, member, wanted),
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

/**
 * Compares before the transaction begins, which would hold up every other write meanwhile. Only with a version that comes in
 * between is compared inside it.
 */
async function comparing(
  comparison: ContractComparison,
  before: PublishedContractRow | undefined,
  {
    schema,
    workspaceId,
    ...named
  }: Named & Pick<PublishedSchema, 'schema'> & { readonly workspaceId: string },
) {
  const after = { language: languageOf(schema, named), schema };
  const refusal = refuseArray(after);
  if (refusal !== undefined) return refusal;
  const changesSince = (newest: PublishedContractRow | undefined) =>
    comparison.changes(newest && schemaOf(newest), after, workspaceId);
  const changes = await changesSince(before);
  if (isRefusal(changes)) return changes;
  return async (newest: PublishedContractRow) =>
    newest.version === before?.version ? changes : changesSince(newest);
}

function schemaOf({ language, schema }: PublishedContractRow): PublishedSchema {
  return { language: language as PublishedSchema['language'], schema };
}

function noSuchContract(): Refusal {
  return refuse('NotFound', 'No such contract, or no such version of it.');
}
