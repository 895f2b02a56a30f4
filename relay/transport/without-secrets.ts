import { setImmediate as nextTurn } from 'node:timers/promises';
import { operationNames, operations, type OperationName } from '../../shared/api/operations.ts';
import type { Redaction } from '../../shared/contract/redactions.ts';
import { textFieldsOf, type TextField } from '../../shared/contract/written-fields.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import {
  redactInput,
  redactInputInSteps,
  type CleanInput,
} from '../../shared/redaction/redact-input.ts';
import { hookAnswerWith } from '../../shared/redaction/sentences.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { Page } from '../kernel/handlers.ts';

const writtenFields = new Map<OperationName, readonly TextField[]>(
  operationNames.map((name) => [
    name,
    textFieldsOf(operations[name].input).filter(({ written }) => written !== undefined),
  ]),
);

/**
 * RED-1: a parsed input as the services get it. Every transport calls this before anything else sees the input: the fingerprint
 * of an `Idempotency-Key`, a queue, a model.
 */
export function withoutSecrets<Input extends Readonly<Record<string, unknown>>>(
  name: OperationName,
  input: Input,
): CleanInput<Input> {
  return redactInput(writtenFields.get(name) ?? [], input);
}

/** The same of an input that may be long: hooks are answered meanwhile. A short one is not held up by it. */
export async function withoutSecretsInSteps<Input extends Readonly<Record<string, unknown>>>(
  name: OperationName,
  input: Input,
): Promise<CleanInput<Input>> {
  return redactInputInSteps(writtenFields.get(name) ?? [], input, nextTurn);
}

/** RED-2: an answer that also says what was removed from the input. Traces answer the number, as their interface has it. */
export function tellingOf(
  name: OperationName,
  answer: unknown,
  redacted: readonly Redaction[],
): unknown {
  if (redacted.length === 0 || operations[name].readOnly || !isPlainAnswer(answer)) return answer;
  if (name === 'hook') return hookAnswerWith(answer as HookAnswer, redacted);
  if ('redacted' in answer) {
    return { ...answer, redacted: redacted.reduce((sum, { count }) => sum + count, 0) };
  }
  return { ...answer, redacted };
}

function isPlainAnswer(answer: unknown): answer is object {
  if (isRefusal(answer) || answer instanceof Page || Array.isArray(answer)) return false;
  return typeof answer === 'object' && answer !== null;
}
