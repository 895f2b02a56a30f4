import type { Input, Output } from '../../shared/api/operations.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { TraceRecord, traceOperations } from '../../shared/traces/contract.ts';
import { record, type NewDecision } from '../decisions/record.ts';
import { filesOf } from '../kernel/files.ts';
import type { Handlers } from '../kernel/handlers.ts';
import { callersSessionId } from '../sessions/callers-session.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { TraceRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import type { CommandRunner } from '../access/command-runner.ts';
import type { Proposer } from './proposer.ts';
import * as queries from './queries.ts';

export interface TraceDependencies {
  readonly commandRunner: CommandRunner;
  /** Undefined without a language model. */
  readonly proposer: Proposer | undefined;
}

/** How many traces of one session are kept. */
const keptTraces = 200;

export function traceService({
  commandRunner,
  proposer,
}: TraceDependencies): Handlers<keyof typeof traceOperations> {
  return {
    async pushTraces(input, call) {
      const traces = tracesOf(input.traces);
      if (isRefusal(traces)) return traces;
      const proposals = proposalsOf(input.proposals);
      if (isRefusal(proposals)) return proposals;
      const { workspace_id: id, session_id: sessionId } = input;
      const answer = await commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        keep(transaction, scope, { traces, proposals, sessionId }),
      );
      if (!isRefusal(answer)) proposer?.offer(call, id, traces);
      return answer;
    },
  };
}

interface PushedTrace {
  readonly atMs: number;
  readonly kind: string;
  readonly text: string;
  readonly files: readonly string[];
}

function tracesOf(given: Input<'pushTraces'>['traces']): PushedTrace[] | Refusal {
  const traces = withFiles('traces', given);
  if (isRefusal(traces)) return traces;
  return traces.map(({ at, kind, text, files }) => ({ atMs: Date.parse(at), kind, text, files }));
}

function proposalsOf(given: Input<'pushTraces'>['proposals'] = []): NewDecision[] | Refusal {
  const proposals = withFiles('proposals', given);
  if (isRefusal(proposals)) return proposals;
  return proposals.map((one) => ({ ...one, proposed: true }));
}

/** Each with its files in canonical form. */
function withFiles<One extends { readonly files?: string | readonly string[] | undefined }>(
  name: string,
  given: readonly One[],
): (One & { readonly files: string[] })[] | Refusal {
  const found: (One & { readonly files: string[] })[] = [];
  for (const [at, one] of given.entries()) {
    const files = filesOf(one.files);
    if (isRefusal(files)) {
      const field = `${name}.${at}.files`;
      return refuse('ValidationError', files.message.replace('files', field), { field });
    }
    found.push({ ...one, files });
  }
  return found;
}

interface Push {
  readonly traces: readonly PushedTrace[];
  /** TRC-4: what a model of the caller has found in traces. */
  readonly proposals: readonly NewDecision[];
  readonly sessionId: string | undefined;
}

async function keep(
  transaction: Transaction,
  scope: Scope,
  { traces, proposals, sessionId: named }: Push,
): Promise<Output<'pushTraces'> | Refusal> {
  const { connection, nowMs } = transaction;
  const { workspaceId } = scope;
  const { userId } = scope.caller;
  const db = connection.kysely;
  const session = await callersSessionId(transaction, scope, named);
  if (isRefusal(session)) return session;
  queries.insertTraces(
    connection,
    traces.map((trace) => ({
      id: newId('trace'),
      workspace_id: workspaceId,
      user_id: userId,
      session_id: session,
      at: trace.atMs,
      kind: trace.kind,
      text: trace.text,
      files: JSON.stringify(trace.files),
      created_at: nowMs,
    })),
  );
  for (const one of proposals) await record(transaction, scope, one);
  const owner = { workspaceId, userId, sessionId: session };
  const dropped = await queries.deleteOldTraces(db, owner, keptTraces);
  // The secrets were counted where they were removed, before this (RED-2).
  return { accepted: traces.length, redacted: 0, dropped };
}

export function toTrace(row: TraceRow): TraceRecord {
  return {
    id: row.id,
    session_id: row.session_id,
    at: toTimestamp(row.at),
    kind: row.kind,
    text: row.text,
    files: JSON.parse(row.files) as string[],
  };
}
