import type { decisionOperations } from '../../shared/decisions/contract.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { CommandRunner } from '../access/command-runner.ts';
import type { Call } from '../kernel/call.ts';
import { filesOf } from '../kernel/files.ts';
import type { Handlers } from '../kernel/handlers.ts';
import type { KnowledgeSearch } from '../search/knowledge-search.ts';
import type { Database } from '../store/database.ts';
import { getDecision, listDecisions, listStaleDecisions, searchDecisions } from './read.ts';
import { accept, reaffirm } from './reaffirm.ts';
import { record, type NewDecision, type Recorded } from './record.ts';
import { toRecorded } from './records.ts';

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
  return {
    recordDecision: ({ workspace_id: id, ...decision }, call) =>
      recordWith(commandRunner, call, {
        id,
        decision,
        toOutput: ({ row }) => toRecorded(row),
      }),
    decide: ({ id, decision_type, session_id, ...decision }, call) =>
      recordWith(commandRunner, call, {
        id,
        decision: { ...decision, type: decision_type, sessionId: session_id },
        toOutput: toDecideOutput,
      }),
    search: (input) => searchDecisions({ db, search }, input),
    listDecisions: ({ type, made_by: madeBy, state, ...page }) =>
      listDecisions(db, page, { type, madeBy, state }),
    listStaleDecisions: (input) => listStaleDecisions(db, input),
    getDecision: (input) => getDecision(db, input),
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

/** A decision as a call gives it: with file paths that are not canonical yet. */
type GivenDecision = Omit<NewDecision, 'files'> & {
  readonly files?: string | readonly string[] | undefined;
};

/** Records a decision. Two operations do so, each with an answer of its own form. */
async function recordWith<T>(
  commandRunner: CommandRunner,
  call: Call,
  {
    id,
    decision,
    toOutput,
  }: { id: string; decision: GivenDecision; toOutput: (recorded: Recorded) => T },
): Promise<T | Refusal> {
  const files = filesOf(decision.files);
  if (isRefusal(files)) return files;
  return commandRunner.run(call, { id }, 'member', async (transaction, scope) => {
    const recorded = await record(transaction, scope, { ...decision, files });
    return isRefusal(recorded) ? recorded : toOutput(recorded);
  });
}

function toDecideOutput({ row, symbols, ended }: Recorded) {
  const { type, ...recorded } = toRecorded(row);
  return { ...recorded, decision_type: type, symbols: [...symbols], ended: [...ended] };
}
