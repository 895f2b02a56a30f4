import type { Redaction } from '../../shared/contract/redactions.ts';
import { redactField } from '../../shared/redaction/redact-input.ts';
import type { HookCall } from './hook-call.ts';

/** In characters; what the interface takes. */
const maxTaskLength = 2_000;

export interface CleanCall {
  readonly call: HookCall;
  readonly redacted: readonly Redaction[];
}

const none: readonly Redaction[] = [];

/** RED-1: a call without the secrets in its task, before anything keeps or sends it. Takes microseconds, for checks too. */
export function withCleanTask(call: HookCall): CleanCall {
  if (call.task === undefined) return { call, redacted: none };
  const { text, removed } = redactField(call.task, maxTaskLength);
  const redacted = removed.map((one) => ({ field: 'task', ...one }));
  return text === call.task ? { call, redacted } : { call: { ...call, task: text }, redacted };
}
