import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuse, type Refusal } from '../../kernel/refusal.ts';
import { httpResponse, jsonHeaders } from './answer-headers.ts';

/** For bytes that are no HTTP request. */
export const unreadable = refuse(
  'ValidationError',
  'The request could not be read. Check its form.',
);

const withoutHost = refuse('ValidationError', 'The request has no Host header. Add one.');

/** Of a server that asks `takes`: Node would turn a request without Host away without a word. */
export const unreadOptions = { requireHostHeader: false } as const;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** For `checkExpectation`: a request that expects what no server here knows is answered like any other, as HTTP allows. */
export function expectNothing(server: Server): (...exchange: unknown[]) => void {
  return (...exchange) => void server.emit('request', ...exchange);
}

/** ANS-1: answers what Node could not read as a request, and ends the connection. One for each server. */
export class UnreadRequests {
  private readonly newest = new WeakMap<Duplex, Exchange>();

  /** To be asked of every request; false for one that has been answered here. */
  takes(request: IncomingMessage, response: ServerResponse): boolean {
    this.newest.set(request.socket, { request, response });
    if (request.headers.host !== undefined || request.httpVersion !== '1.1') return true;
    const body = Buffer.from(JSON.stringify(withoutHost.toBody()));
    const headers = { ...jsonHeaders, 'content-length': body.length, connection: 'close' };
    response.writeHead(withoutHost.status, headers).end(body);
    return false;
  }

  /** For `clientError`; `code` is the one of Node's parser. */
  refuse(socket: Duplex, code: string | undefined): void {
    if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
    // A server's sockets stay half open otherwise, for as long as the client likes.
    socket.once('finish', () => socket.destroy());
    if (this.hasAnswer(socket)) socket.end();
    else socket.end(httpResponse(refusalOf(code)));
  }

  /** Whether what comes now belongs to a request that is answered, or another answer is still being written. */
  private hasAnswer(socket: Duplex): boolean {
    const exchange = this.newest.get(socket);
    if (exchange === undefined || !exchange.response.headersSent) return false;
    return !exchange.request.complete || !exchange.response.writableFinished;
  }
}

function refusalOf(code: string | undefined): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return refuse('Unavailable', 'The request took too long to arrive. Send it again.');
  return code === 'HPE_HEADER_OVERFLOW'
    ? refuse('TooLarge', 'The header of the request is too large.')
    : unreadable;
}
