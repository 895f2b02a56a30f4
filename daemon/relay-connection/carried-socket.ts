import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, type RawData } from 'ws';
import { refusalOfResponse } from '../../shared/api/refusal-of-response.ts';
import { closeCodes } from '../../shared/contract/close-codes.ts';
import { limits } from '../../shared/contract/limits.ts';
import { parseJson } from '../../shared/kernel/json.ts';
import type { Refusal } from '../../shared/kernel/refusal.ts';
import { agreedProtocol } from '../../shared/node/http/offered-key.ts';
import { closedAlready, socketServer } from '../../shared/node/http/socket-server.ts';

/** Somebody here who asks for a WebSocket, before the answer. */
export interface AskedUpgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  /** Told how the connection is ended when its user may no longer go on, once it is open. */
  readonly onCarried?: (carried: Carried) => void;
  /** Told when the meeting is over and was stopped over this connection. */
  readonly onStopped?: () => void;
}

/** A WebSocket that is carried on to the relay. */
export interface Carried {
  /** Closes it as the relay does for who has no access any more. */
  end(): void;
  once(event: 'close', listener: () => void): unknown;
}

/** The same WebSocket at the relay. */
export interface SocketAtRelay {
  readonly address: string;
  readonly authorization: string;
}

const handshakeTimeout = 5_000;
/** What waits for one side before the other is read no further. */
const maxWaitingBytes = 1_048_576;
const signedOut = 'This page has signed out.';
const away = 'The relay cannot be reached. Begin again when it is back.';
const lost = 'The relay was lost. What it has written down is kept: go on when it is back.';

const server = socketServer(
  limits.audioChunkBytes,
  (_offered, request) => agreedProtocol(request) ?? false,
);

/** LOC-10: carries a WebSocket on to the relay, both ways, until either side closes. Answers what the relay refuses it with. */
export async function carryToRelay(
  asked: AskedUpgrade,
  at: SocketAtRelay | undefined,
): Promise<Refusal | undefined> {
  const relay = at === undefined ? undefined : await open(at, asked.socket);
  if (relay !== undefined && !(relay instanceof WebSocket)) return relay;
  if (asked.socket.destroyed) return void relay?.terminate();
  server.handleUpgrade(asked.request, asked.socket, asked.head, (client) => {
    client.on('error', closedAlready);
    // A page cannot tell refused requests from broken ones, so it is let in first.
    if (relay === undefined) client.close(closeCodes.tryAgainLater, away);
    else join(client, relay);
    if (relay !== undefined) watchStop(client, relay, asked.onStopped);
    if (relay !== undefined) asked.onCarried?.(carriedBy(client, relay));
  });
  return undefined;
}

/** Open and paused; the relay's refusal; or undefined where it cannot be reached. */
function open(
  { address, authorization }: SocketAtRelay,
  asker: Duplex,
): Promise<WebSocket | Refusal | undefined> {
  const relay = new WebSocket(address, {
    headers: { authorization },
    maxPayload: limits.transcriptBytes,
    perMessageDeflate: false,
    handshakeTimeout,
  });
  const giveUp = () => relay.terminate();
  asker.once('close', giveUp);
  return new Promise((resolve) => {
    relay.on('error', () => resolve(undefined));
    relay.once('open', () => {
      asker.off('close', giveUp);
      relay.pause();
      resolve(relay);
    });
    relay.once('unexpected-response', (_request, response) => {
      refusalOfResponse(response)
        .then(resolve)
        .catch(() => resolve(undefined))
        .finally(giveUp);
    });
  });
}

function join(client: WebSocket, relay: WebSocket): void {
  pass(client, relay);
  pass(relay, client);
  client.once('close', (code, reason) => close(relay, code, reason));
  relay.once('close', (code, reason) => {
    if (code === closeCodes.lost) client.close(closeCodes.tryAgainLater, lost);
    else close(client, code, reason);
  });
  relay.resume();
}

/** The relay closes so when a meeting is complete, for who has stopped it. */
const done = 1000;
const maxStopBytes = 200;

function watchStop(client: WebSocket, relay: WebSocket, onStopped: (() => void) | undefined): void {
  let isStopped = false;
  client.on('message', (data: RawData, isBinary: boolean) => {
    const text = isBinary || !(data instanceof Buffer) || data.length > maxStopBytes ? '' : data;
    const message = parseJson(text.toString()) as { type?: unknown } | undefined;
    isStopped ||= message?.type === 'stop';
  });
  relay.once('close', (code) => {
    if (isStopped && code === done) onStopped?.();
  });
}

/** What still comes from the page while it takes its leave goes nowhere. */
function carriedBy(client: WebSocket, relay: WebSocket): Carried {
  return {
    end() {
      client.removeAllListeners('message');
      client.close(closeCodes.noAccess, signedOut);
      relay.close(closeCodes.noAccess);
    },
    once: (event, listener) => client.once(event, listener),
  };
}

/** Reads on only while the other side takes what it is sent. */
function pass(from: WebSocket, to: WebSocket): void {
  from.on('message', (data: RawData, isBinary: boolean) => {
    to.send(data, { binary: isBinary }, () => {
      if (from.isPaused && to.bufferedAmount < maxWaitingBytes) from.resume();
    });
    if (to.bufferedAmount >= maxWaitingBytes) from.pause();
  });
}

/** 1005 and 1006 say that no code came, and cannot be sent. */
function close(socket: WebSocket, code: number, reason: Buffer): void {
  if (code === 1006) socket.terminate();
  else if (code === 1005) socket.close();
  else socket.close(code, reason);
}
