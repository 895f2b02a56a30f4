import type { Input } from '../../shared/api/operations.ts';
import { Lanes } from '../../shared/kernel/lanes.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { publishedContractOperations } from '../../shared/published-contracts/contract.ts';
import { momentCursor, momentOf } from '../kernel/cursor.ts';
import { filesOf } from '../kernel/files.ts';
import { cutPage, type Call, type Handlers } from '../kernel/handlers.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { callersSessionId } from '../sessions/callers-session.ts';
import type { PublishedContractRow } from '../store/schema.ts';
import type { ContractComparison } from './comparison.ts';
import { noteUse, outrun, publish, type Compared } from './publish.ts';
import * as queries from './queries.ts';
import { toRecord } from './records.ts';
import { languageOf, refuseArray, type Named, type PublishedSchema } from './rules.ts';

/** An answer lists at most so many versions, the newest. */
const maxVersions = 500;
/** PUB-2: where a version of another relay comes in between, it is compared anew, at most so often. */
const maxTries = 8;

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
  const lanes = new Lanes();

  async function publishOnce(
    call: Call,
    { id, files: given, ...version }: Input<'publishContract'>,
    named: readonly string[],
  ) {
    const newest = await queries.selectContract(db, { workspaceId: id, name: version.name });
    const files = given === undefined && newest !== undefined ? toRecord(newest).files : named;
    const compared = await compare(comparison, newest, { ...version, files, workspaceId: id });
    if (isRefusal(compared)) return compared;
    const wanted = { ...version, files, sessionTtlMs, compared };
    return commandRunner.run(call, { id }, 'member', (transaction, member) =>
      publish(transaction, member, wanted),
    );
  }

  async function withVersions(found: queries.PublishedVersion | undefined) {
    if (found === undefined) return noSuchContract();
    const { workspace_id: workspaceId, name } = found;
    const versions = await queries.selectVersions(db, { workspaceId, name, limit: maxVersions });
    return { ...toRecord(found), versions };
  }

  return {
    async publishContract(input, call) {
      const { id, name, files } = input;
      const named = filesOf(files);
      if (isRefusal(named)) return named;
      const scope = await authorizer.enter(call, { id }, 'member');
      if (isRefusal(scope)) return scope;
      return lanes.run(JSON.stringify([id, name]), async () => {
        let answer = await publishOnce(call, input, named);
        for (let tries = 1; answer === outrun && tries < maxTries; tries += 1)
          answer = await publishOnce(call, input, named);
        return answer;
      });
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

/** Compares before the transaction begins: it would hold up every other write meanwhile. */
async function compare(
  comparison: ContractComparison,
  before: PublishedContractRow | undefined,
  {
    schema,
    workspaceId,
    ...named
  }: Named & Pick<PublishedSchema, 'schema'> & { readonly workspaceId: string },
): Promise<Compared | Refusal> {
  const after = { language: languageOf(schema, named), schema };
  const refusal = refuseArray(after);
  if (refusal !== undefined) return refusal;
  const changes = await comparison.changes(before && schemaOf(before), after, workspaceId);
  return isRefusal(changes) ? changes : { version: before?.version ?? 0, changes };
}

function schemaOf({ language, schema }: PublishedContractRow): PublishedSchema {
  return { language: language as PublishedSchema['language'], schema };
}

function noSuchContract(): Refusal {
  return refuse('NotFound', 'No such contract, or no such version of it.');
}
