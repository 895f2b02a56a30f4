import { connectionLimits } from '../../shared/contract/connection-limits.ts';
import type { ConnectionLimits } from '../../shared/node/http/connections.ts';
import { openFilesLimit } from '../../shared/node/disk/open-files.ts';
import type { StreamLimits } from './streams/streams.ts';

export type RelayConnectionLimits = ConnectionLimits & StreamLimits;

/** The rest is for the database, the search index and the connections to other servers. */
const shareOfOpenFiles = 3 / 4;

/** The defaults with what is given in their place; in all never more than the process may have open (CON-6). */
export function relayConnectionLimits(
  given: Partial<RelayConnectionLimits> = {},
): RelayConnectionLimits {
  const { silentMs, headersMs, bodyMs, checkEveryMs } = connectionLimits;
  const { streamsPerKey, followerBytes } = connectionLimits;
  const perAddress = given.perAddress ?? connectionLimits.connectionsPerAddress;
  // Who raises the number of an address, because a proxy stands there, wants them in all too.
  const inAll = Math.max(perAddress, connectionLimits.connectionsInAll);
  return {
    silentMs,
    headersMs,
    bodyMs,
    checkEveryMs,
    streamsPerKey,
    followerBytes,
    perAddress,
    perKey: connectionLimits.connectionsPerKey,
    inAll: Math.min(inAll, Math.floor(openFilesLimit() * shareOfOpenFiles)),
    ...given,
  };
}
