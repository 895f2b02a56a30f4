import { isRefusal, refuse } from '../../shared/kernel/refusal.ts';

const toStart =
  'Start it where it runs with: coord relay; or the daemon of your repository with: coord daemon';

/** The answer; of a relay that does not answer: which one that is, and what starts it. */
export function namingRelay<Answer>(
  answer: Answer,
  url: string,
): Answer | ReturnType<typeof refuse> {
  if (!isRefusal(answer) || answer.error !== 'Unavailable') return answer;
  const [, said] =
    /^The service (cannot be reached.*|did not answer in time\.)$/.exec(answer.message) ?? [];
  if (said === undefined) return answer;
  return refuse('Unavailable', `The relay ${url} ${said} ${toStart}`, answer.details);
}
