import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** One request and its reply, as the framework has them. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Hands the raw response to the caller, with the headers set so far, such as those of the rate limit. */
export function takeOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
}

export const foreignPage = 'Web pages of this origin may not call this server.';

/**
 * ANS-9: whether a request comes from a page of the very address that it was sent to, or from no page. Browsers let any page open a
 * WebSocket, but say its origin. A proxy that asks us under another name passes on the one that it was asked for.
 */
export function isOwnPage({
  origin,
  host,
  'x-forwarded-host': forwarded,
}: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true;
  const names = [host, forwarded].join().split(',');
  return URL.canParse(origin) && names.some((name) => isHostOf(new URL(origin), name.trim()));
}

/** Some proxies leave out the port that they were asked at; a name without one stands for all of its ports. */
function isHostOf({ protocol, host, hostname }: URL, name: string): boolean {
  const address = `${protocol}//${name}`;
  if (name === '' || !URL.canParse(address)) return false;
  return /:\d+$/.test(name)
    ? new URL(address).host === host
    : new URL(address).hostname === hostname;
}
