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
export function isOwnPage(headers: IncomingHttpHeaders): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && namesIn(headers).some((name) => isHostOf(new URL(origin), name));
}

/** The address as the client sees this server, which a proxy in front of it says; undefined where no header has one. */
export function addressOf(headers: IncomingHttpHeaders): string | undefined {
  const [scheme = ''] = itemsIn(headers['x-forwarded-proto']);
  const name = namesIn(headers).find((one) => URL.canParse(`http://${one}`));
  return name && `${scheme.toLowerCase() === 'https' ? 'https' : 'http'}://${name}`;
}

/** Names, with their ports, that the request was sent to: of several proxies in a row, the outermost one's first. */
function namesIn({ host, 'x-forwarded-host': forwarded }: IncomingHttpHeaders): string[] {
  return [...itemsIn(forwarded), ...itemsIn(host)];
}

function itemsIn(header: string | readonly string[] | undefined): string[] {
  const items = [header ?? []].flat().join().split(',');
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** Some proxies leave out the port that they were asked at; a name without one stands for all of its ports. */
function isHostOf({ protocol, host, hostname }: URL, name: string): boolean {
  const address = `${protocol}//${name}`;
  if (!URL.canParse(address)) return false;
  return /:\d+$/.test(name)
    ? new URL(address).host === host
    : new URL(address).hostname === hostname;
}
