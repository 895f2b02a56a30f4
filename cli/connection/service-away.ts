import { whatBecame } from '../../shared/api/what-became.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';

const toStart =
  'Start it where it runs with: coord relay; or the daemon of your repository with: coord daemon';

interface Asked {
  /** The relay's address; undefined where a daemon was asked, which waits for its relay. */
  readonly relay: string | undefined;
  readonly isWrite: boolean;
}

/** OFF-1: the answer; where none came: of which service, what became of a write, and what to do. */
export function namingService<Answer>(answer: Answer, { relay, isWrite }: Asked): Answer | Refusal {
  if (!isRefusal(answer) || answer.error !== 'Unavailable') return answer;
  const [, said] =
    /^The service (cannot be reached.*|did not answer in time\.)$/.exec(answer.message) ?? [];
  if (said === undefined) return answer;
  const [who, next] =
    relay === undefined
      ? ['The daemon, or its relay,', 'How it is: coord status']
      : [`The relay ${relay}`, toStart];
  const recorded = isWrite ? ` ${whatBecame(said)}` : '';
  return refuse('Unavailable', `${who} ${said}${recorded} ${next}`, answer.details);
}
