import { statusPath } from '../../../../shared/status/contract.ts';
import { isAtDaemon, servicePath } from './service.ts';

/** Where everybody else reaches the team's relay; undefined where nobody does, because it is inside of a daemon. */
export async function relayAddress(key: string): Promise<string | undefined> {
  if (!isAtDaemon) return location.origin + servicePath;
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(servicePath + statusPath, { headers });
  const { relay } = (await response.json()) as { relay?: { url: string; embedded?: true } };
  return relay === undefined || relay.embedded === true ? undefined : relay.url;
}
