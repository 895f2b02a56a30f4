import { isUnanswered } from '../../shared/api/own-refusal.ts';
import { isRefusal, refuse } from '../../shared/kernel/refusal.ts';
import { whatBecame } from '../../shared/api/what-became.ts';

const whenBack = 'Try again when coord status says that the relay answers.';

export const notConnected = refuse(
  'Unavailable',
  `The daemon has not reached its relay yet, so nothing was recorded. ${whenBack}`,
);

/**
 * OFF-1: what an agent reads of a call that the relay did not answer: which service it was, what became of the call, and when to
 * try again. Every other answer stays as it is.
 */
export function saidOfRelay<Answer>(
  answer: Answer,
  { url, isWrite }: { readonly url: string; readonly isWrite: boolean },
): Answer | ReturnType<typeof refuse> {
  if (!isRefusal(answer) || !isUnanswered(answer)) return answer;
  const what = answer.message.replace('The service', `The relay ${url}`);
  const recorded = isWrite ? `${whatBecame(what)} ` : '';
  return refuse('Unavailable', `${what} ${recorded}${whenBack}`, answer.details);
}
