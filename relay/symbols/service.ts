import type { Input, Output } from '../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { SymbolKind, SymbolRecord, symbolOperations } from '../../shared/symbols/contract.ts';
import type { CommandRunner } from '../access/command-runner.ts';
import type { Call, Handlers } from '../kernel/handlers.ts';
import type { KnowledgeSearch } from '../search/knowledge-search.ts';
import type { ToldRecorder } from '../decisions/told.ts';
import { callersSessionId } from '../sessions/callers-session.ts';
import type { Database } from '../store/database.ts';
import type { SymbolRow } from '../store/schema.ts';
import { graphVersion } from '../symbol-graph/queries.ts';
import { listFiles, findSymbols } from './find.ts';
import { prepare } from './prepare.ts';
import { publish } from './publish.ts';
import { WithdrawnStates } from './withdrawn.ts';

export interface SymbolDependencies {
  readonly database: Database;
  readonly commandRunner: CommandRunner;
  readonly search: KnowledgeSearch;
  readonly told: ToldRecorder;
}

/** The symbol graph of a workspace: daemons publish what changed, and anybody reads it. */
export function symbolService(
  dependencies: SymbolDependencies,
): Handlers<keyof typeof symbolOperations> {
  const withdrawn = new WithdrawnStates();
  return {
    publishSymbols: (input, call) => publishSymbols({ ...dependencies, withdrawn }, input, call),
    symbols: (input) => readSymbols(dependencies, input),
    listFiles: (input) => listFiles(dependencies.database.reader, input),
  };
}

async function publishSymbols(
  { commandRunner, told, withdrawn }: SymbolDependencies & { readonly withdrawn: WithdrawnStates },
  { id, files, ...given }: Input<'publishSymbols'>,
  call: Call,
): Promise<Output<'publishSymbols'> | Refusal> {
  const prepared = prepare(files);
  if (isRefusal(prepared)) return prepared;
  const wanted = given.taken_back ? withdrawn.resolved(id, prepared) : prepared;
  // Empty where none is named, and where the request was answered before.
  let sessionId = '';
  const answer = await commandRunner.run(call, { id }, 'member', async (transaction, scope) => {
    const own = await callersSessionId(transaction, scope, given.session_id);
    if (isRefusal(own)) return own;
    sessionId = own;
    return publish(transaction, scope, { ...given, files: wanted, sessionId });
  });
  if (isRefusal(answer)) return answer;
  withdrawn.note(id, wanted, given.taken_back);
  // The daemon puts them into the answer to the hook of the write.
  const decisionIds = answer.stale_decisions.map((one) => one.id);
  const { userId } = call.caller;
  told.note({ workspaceId: id, userId, sessionId, decisionIds, by: 'hook' });
  return answer;
}

async function readSymbols(
  { database, search }: SymbolDependencies,
  input: Input<'symbols'>,
): Promise<Output<'symbols'> | Refusal> {
  const db = database.reader;
  const page = await findSymbols({ db, search }, input);
  if (isRefusal(page)) return page;
  return {
    symbols: page.rows.map(({ row, ...more }) => toRecord(row, more)),
    graph_version: await graphVersion(db, input.id),
    next_cursor: page.nextCursor,
  };
}

function toRecord(
  row: SymbolRow,
  more: Pick<SymbolRecord, 'similarity' | 'callers' | 'callees'>,
): SymbolRecord {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as SymbolKind,
    file: row.file,
    start_line: row.start_line,
    end_line: row.end_line,
    signature: row.signature,
    doc: row.doc === '' ? undefined : row.doc,
    exported: row.exported === 1,
    meaning_hash: row.meaning_hash,
    signature_hash: row.signature_hash,
    ...more,
  };
}
