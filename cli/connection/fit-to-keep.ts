import type { z } from 'zod';
import { identifier, slug } from '../../shared/contract/fields.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { apiKey } from '../../shared/keys/contract.ts';

const forms = { 'API key': apiKey, id: identifier, 'short name of a workspace': slug } as const;

type Form = keyof typeof forms;

/** What of an answer is kept on this machine, by its form; undefined for what the relay has left out. */
export type Kept = readonly (readonly [form: Form, value: string | undefined])[];

/**
 * LNK-7: the answer, or a refusal (Unavailable) where a part of it that is kept has not the form of the contract. Callers ask
 * before they keep anything of it.
 */
export function fitToKeep<Answer>(
  relay: string,
  answer: Answer | Refusal,
  keptOf: (answer: Answer) => Kept,
): Answer | Refusal {
  if (isRefusal(answer)) return answer;
  const wrong = keptOf(answer).find(([form, value]) => !fits(forms[form], value));
  if (wrong === undefined) return answer;
  const what = `The relay ${relay} answered something that is no ${wrong[0]}, so nothing of it was kept.`;
  return refuse('Unavailable', `${what} Check the address, and ask the operator of the relay.`);
}

function fits(form: z.ZodType, value: string | undefined): boolean {
  return value === undefined || form.safeParse(value).success;
}
