import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** One request and its reply, as the framework has them. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const takenOver = new WeakSet<object>();

/** Hands the raw response to the caller, with the headers set so far, such as those of the rate limit. */
export function takeOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  takenOver.add(reply.raw.socket ?? reply);
  reply.hijack();
}

/** Whether the answer is somebody else's, so that nothing may be written into it. */
export function isTakenOver(socket: Socket): boolean {
  return takenOver.has(socket);
}
