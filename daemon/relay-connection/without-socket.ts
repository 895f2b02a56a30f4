const tooMany = 429;

/**
 * LNK-1: what answers a WebSocket with a page of its own is mostly a proxy that does not let it pass. Of a relay that starts, or that
 * has too many connections, the proxy's status says something else.
 */
export function withoutSocket(status: number | undefined): string | undefined {
  if (status === undefined || status >= 500 || status === tooMany) return undefined;
  return `The relay's address answers, but with status ${status} where a WebSocket is asked for, so what others reserve and decide is not known here. A proxy in front of the relay has to let WebSockets pass (the headers Upgrade and Connection).`;
}
