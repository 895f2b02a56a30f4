import type { Redaction } from '../contract/redactions.ts';
import { asData } from '../kernel/display.ts';
import type { HookAnswer } from '../sessions/contract.ts';

/** RED-2: what was removed, in words: `A GitHub token was removed from the title.` Empty when nothing was. */
export function redactionSentences(redacted: readonly Redaction[]): string {
  return redacted.map(sentence).join(' ');
}

function sentence({ field, kind, count }: Redaction): string {
  const what = count === 1 ? `${article(kind)} ${kind} was` : `${count} ${kind}s were`;
  const where = /^\w+$/.test(field) ? `the ${field.replaceAll('_', ' ')}` : field;
  // Names of JSON are what somebody wrote, and an answer is what a server says.
  return asData(`${what} removed from ${where}.`, 400);
}

function article(kind: string): string {
  return /^(?:[aeio]|npm)/i.test(kind) ? 'An' : 'A';
}

/** The same for an agent, with what to do about it. */
export function redactionNotice(redacted: readonly Redaction[]): string {
  return `coord: ${redactionSentences(redacted)} Keep secrets out of tasks: the team reads them.`;
}

/** An answer to a hook that also says to the agent what was removed from its task. */
export function hookAnswerWith(answer: HookAnswer, redacted: readonly Redaction[]): HookAnswer {
  const notice = redactionNotice(redacted);
  const told =
    'additional_context' in answer && !('ok' in answer)
      ? { ...answer, additional_context: joined(answer.additional_context, notice) }
      : { ...answer, message: joined('message' in answer ? answer.message : undefined, notice) };
  return Object.assign(told, { redacted });
}

function joined(text: string | undefined, notice: string): string {
  return text === undefined || text === '' ? notice : `${text}\n${notice}`;
}

/** The removals that an answer of the interface tells of; none in an answer of another form. */
export function redactedIn(answer: unknown): readonly Redaction[] {
  if (typeof answer !== 'object' || answer === null || !('redacted' in answer)) return [];
  return Array.isArray(answer.redacted) ? answer.redacted.filter(isRedaction) : [];
}

function isRedaction(value: unknown): value is Redaction {
  if (typeof value !== 'object' || value === null) return false;
  const { field, kind, count } = value as Partial<Redaction>;
  return typeof field === 'string' && typeof kind === 'string' && typeof count === 'number';
}
