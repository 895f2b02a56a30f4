import {
  defaultDecisionType,
  type DecisionType,
  type decisionOperations,
} from '../../shared/decisions/contract.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { CommandRunner } from '../access/command-runner.ts';
import type { Call, Handlers } from '../kernel/handlers.ts';
import { filesOf } from '../kernel/files.ts';
import type { KnowledgeSearch } from '../search/knowledge-search.ts';
import { sessionIdOf } from '../sessions/callers-session.ts';
import type { Database } from '../store/database.ts';
import { getDecision, listDecisions, listStaleDecisions, searchDecisions } from './read.ts';
import { accept, decline, reaffirm } from './reaffirm.ts';
import { record, type NewDecision, type Recorded } from './record.ts';
import { toRecorded } from './records.ts';
import { unknownFilesField } from '../symbol-graph/file-queries.ts';
import { listTold, type ToldRecorder } from './told.ts';

export interface DecisionDependencies {
  readonly database: Database;
  readonly commandRunner: CommandRunner;
  readonly search: KnowledgeSearch;
  readonly told: ToldRecorder;
}

export function decisionService({
  database,
  commandRunner,
  search,
  told,
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
    search: async (input, { caller }) => {
      const { workspace_id: workspaceId, session_id: named } = input;
      const { userId } = caller;
      const sessionId = await sessionIdOf(db, { workspaceId, userId, named });
      if (isRefusal(sessionId)) return sessionId;
      const found = await searchDecisions({ db, search }, input);
      const decisionIds = found.results.map(({ id }) => id);
      told.note({ workspaceId, userId, sessionId, decisionIds, by: 'search' });
      return found;
    },
    listDecisions: (input) => listDecisions(db, input),
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
    declineDecision: ({ id, decision_id }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        decline(transaction, scope, decision_id),
      ),
    listTold: (input) => listTold({ db, told }, input),
  };
}

/** A decision as a call gives it: with file paths that are not canonical yet, and its type under either name. */
type GivenDecision = Omit<NewDecision, 'files' | 'type'> & {
  readonly files?: string | readonly string[] | undefined;
  readonly type?: DecisionType | undefined;
  readonly decision_type?: DecisionType | undefined;
};

/** Records a decision. Two operations do so, each with an answer of its own form. */
async function recordWith<T extends object>(
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
    if (isRefusal(recorded)) return recorded;
    const unknown = await unknownFilesField(transaction.connection.kysely, id, files);
    return { ...toOutput(recorded), ...unknown };
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
