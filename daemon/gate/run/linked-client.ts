import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../../shared/api/client.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { InterceptorContext } from '../../interceptors/interceptor.ts';

const connectMs = 3_000;
const stepMs = 100;

/**
 * The client of a relay that answers, before minutes of tests that nobody would take. Unavailable: there is none, or it does not
 * answer. Right after the start of the daemon it can take a moment.
 */
export async function linkedClient({ client }: InterceptorContext): Promise<Client | Refusal> {
  for (let waitedMs = 0; client() === undefined && waitedMs < connectMs; waitedMs += stepMs)
    await sleep(stepMs);
  const linked = client();
  if (linked === undefined)
    return refuse('Unavailable', 'The relay is not connected yet. Try again in a moment.');
  const profile = await linked.call('profile', {});
  return isRefusal(profile) && profile.error === 'Unavailable' ? relayAway : linked;
}

const relayAway = refuse(
  'Unavailable',
  'The relay cannot be reached, and only it gives a receipt. No test was run. When it is back: coord gate run',
);
