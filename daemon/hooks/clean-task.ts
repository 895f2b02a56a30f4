import type { Redaction } from '../../shared/contract/redactions.ts';
import { limits } from '../../shared/contract/fields.ts';
import { redactField } from '../../shared/redaction/redact-input.ts';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';

export interface CleanCall {
  readonly call: HookCall;
  readonly redacted: readonly Redaction[];
}

/** RED-1: a call without the secrets in what others see of it, before anything keeps or sends it. Takes microseconds, for checks too. */
export function withCleanTask(given: HookCall): CleanCall {
  const redacted: Redaction[] = [];
  const clean = (field: string, text: string, maxLength: number) => {
    const found = redactField(text, maxLength);
    for (const one of found.removed) redacted.push({ field, ...one });
    return found.text;
  };
  const { task: said, agentType: type } = given;
  const agentType = clean('agent_type', type, limits.name);
  const task = said === undefined ? undefined : clean('task', said, limits.task);
  if (task === said && agentType === type) return { call: given, redacted };
  return { call: { ...given, task, agentType }, redacted };
}
