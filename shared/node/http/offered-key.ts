import type { IncomingMessage } from 'node:http';
import { apiKeyPrefix } from '../../keys/api-key-prefix.ts';

/** What a client offers beside the key: `new WebSocket(url, ['coord', key])`. */
const plainProtocol = 'coord';

/**
 * MTG-4: the `Authorization` of who asks for a WebSocket; undefined where no key is sent. Browsers can set no header there: they send
 * the key in the query, or among the protocols that they offer.
 */
export function authorizationOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  query: URLSearchParams,
): string | undefined {
  if (headers.authorization !== undefined) return headers.authorization;
  const key = query.get('api_key') ?? keyIn(protocolsOf(headers));
  return key === undefined ? undefined : `Bearer ${key}`;
}

/** The protocol to agree on: one that is no key, where one is offered. A client gives up where none is taken. */
export function agreedProtocol({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const offered = protocolsOf(headers);
  const key = keyIn(offered);
  return offered.find((protocol) => protocol !== key) ?? key;
}

/** A key is known by what it begins with. What else lets in, such as the token of a tab (LOC-8), stands last. */
function keyIn(offered: readonly string[]): string | undefined {
  return (
    offered.find((protocol) => protocol.startsWith(apiKeyPrefix)) ??
    offered.findLast((protocol) => protocol !== plainProtocol)
  );
}

function protocolsOf({
  'sec-websocket-protocol': header = '',
}: IncomingMessage['headers']): string[] {
  return header
    .split(',')
    .map((protocol) => protocol.trim())
    .filter((protocol) => protocol !== '');
}
