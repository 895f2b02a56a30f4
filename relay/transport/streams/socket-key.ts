import { apiKeyPrefix } from '../../../shared/keys/api-key-prefix.ts';

/** The API key among the protocols that a WebSocket client offers: `new WebSocket(url, ['coord', key])`. */
export function keyOffered(header: string | undefined): string | undefined {
  return header
    ?.split(',')
    .map((protocol) => protocol.trim())
    .find((protocol) => protocol.startsWith(apiKeyPrefix));
}

/** The protocol to agree on: one that is no key, where one is offered. A client gives up where none is taken. */
export function protocolFor(offered: ReadonlySet<string>): string | false {
  const [first] = offered;
  return [...offered].find((protocol) => !protocol.startsWith(apiKeyPrefix)) ?? first ?? false;
}
