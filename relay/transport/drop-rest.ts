import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../../shared/contract/fields.ts';

/**
 * Reads and drops what still comes of a body that is refused, up to a bound; the server's time for a request bounds it too.
 * A connection that were closed while its client sends would take the answer with it. Resolves when the answer may leave: at
 * once, or with the end of the body where the connection ends with the answer.
 */
export function dropRest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let left: number = limits.droppedBytes;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.socket.destroy();
  });
  request.resume();
  if (response.shouldKeepAlive || request.readableEnded) return Promise.resolve();
  return new Promise((resolve) => {
    request.once('end', resolve);
    request.once('close', resolve);
  });
}
