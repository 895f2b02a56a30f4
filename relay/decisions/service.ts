import {
  defaultDecisionType,
  type DecisionType,
  type decisionOperations,
} from '../../shared/decisions/contract.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
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
    decide: ({ id, session_id, ...decision }, call) =>
      recordWith(commandRunner, call, {
        id,
        decision: { ...decision, sessionId: session_id },
        toOutput: toDecideOutput,
      }),
    search: (input) => searchDecisions({ db, search }, input),
    listDecisions: ({ type, made_by: madeBy, state, ...page }) =>
      listDecisions(db, page, { type, madeBy, state }),
    listStaleDecisions: (input) => listStaleDecisions(db, input),
    getDecision: (input) => getDecision(db, input),
    reaffirmDecision: ({ id, decision_id, note = '', session_id: sessionId }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        reaffirm(transaction, scope, { id: decision_id, note, sessionId }),
      ),
    acceptDecision: ({ id, decision_id }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        accept(transaction, scope, decision_id),
      ),
  };
}

/** A decision as a call gives it: with file paths that are not canonical yet, and its type under either name. */
type GivenDecision = Omit<NewDecision, 'files' | 'type'> & {
  readonly files?: string | readonly string[] | undefined;
  readonly type?: DecisionType | undefined;
  readonly decision_type?: DecisionType | undefined;
};

/** Records a decision. Two operations do so, each with an answer of its own form. */
async function recordWith<T>(
  commandRunner: CommandRunner,
  call: Call,
  {
    id,
    decision: { type, decision_type, ...decision },
    toOutput,
  }: { id: string; decision: GivenDecision; toOutput: (recorded: Recorded) => T },
): Promise<T | Refusal> {
  const files = filesOf(decision.files);
  if (isRefusal(files)) return files;
  const known = typeOf(type, decision_type);
  if (isRefusal(known)) return known;
  return commandRunner.run(call, { id }, 'member', async (transaction, scope) => {
    const recorded = await record(transaction, scope, { ...decision, type: known, files });
    return isRefusal(recorded) ? recorded : toOutput(recorded);
  });
}

/** DEC-11: the type, under whichever name it was given. Refused with a ValidationError when the two names differ. */
function typeOf(
  type: DecisionType | undefined,
  sameAs: DecisionType | undefined,
): DecisionType | Refusal {
  if (type !== undefined && sameAs !== undefined && type !== sameAs) {
    const text = `decision_type: ${sameAs} is another one than type: ${type}; give one of the two.`;
    return refuse('ValidationError', text, { field: 'decision_type' });
  }
  return type ?? sameAs ?? defaultDecisionType;
}

function toDecideOutput({ row, symbols, ended, sameTitle }: Recorded) {
  const { type, ...recorded } = toRecorded(row);
  return {
    ...recorded,
    decision_type: type,
    symbols: [...symbols],
    ended: [...ended],
    ...(sameTitle.length > 0 && { same_title: [...sameTitle] }),
  };
}
