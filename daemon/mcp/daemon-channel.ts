import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { request as httpRequest } from 'node:http';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { noValidator } from '../../shared/node/mcp/server.ts';
import { SocketTransport } from './line-transport.ts';
import { toolChannel } from './tool-channel-protocol.ts';

/** Where a running daemon answers, and the token that opens it. */
export interface DaemonAddress {
  readonly socket: string;
  readonly token: string;
}

export interface ChannelRequest {
  readonly address: DaemonAddress;
  /** Who the client is. */
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
  /** Gives up. */
  readonly signal: AbortSignal;
}

const connectTimeoutMs = 5_000;
const maxAnswerBytes = 64 * 1_048_576;

/** Opens a connection to the daemon and introduces `coord mcp` over it. */
export async function openChannel(request: ChannelRequest): Promise<Client | Refusal> {
  const transport = await upgraded(request);
  if (isRefusal(transport)) return transport;
  const info = { name: 'coord mcp', version: request.version };
  const client = new Client(info, { jsonSchemaValidator: noValidator });
  try {
    await client.connect(transport, { timeout: connectTimeoutMs, signal: request.signal });
    return client;
  } catch {
    return rejected('no answer to the introduction');
  }
}

function upgraded({
  address,
  headers,
  signal,
}: ChannelRequest): Promise<SocketTransport | Refusal> {
  const request = httpRequest({
    socketPath: address.socket,
    path: toolChannel.path,
    headers: {
      host: 'localhost',
      authorization: `Bearer ${address.token}`,
      connection: 'Upgrade',
      upgrade: toolChannel.protocol,
      ...headers,
    },
    timeout: connectTimeoutMs,
    signal,
  });
  return new Promise((resolve) => {
    request.on('upgrade', (_response, socket, head) => {
      socket.setTimeout(0);
      resolve(new SocketTransport(socket, { head, maxBytes: maxAnswerBytes }));
    });
    request.on('response', (response) => {
      response.resume();
      resolve(rejected(`status ${response.statusCode}`));
    });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', () => resolve(notRunning));
    request.end();
  });
}

const notRunning = refuse(
  'Unavailable',
  'The coord daemon does not answer. Start it in the repository with: coord daemon',
);

function rejected(how: string): Refusal {
  return refuse(
    'Unavailable',
    `The coord daemon turned the connection down (${how}). It may be of another version: restart it with: coord daemon`,
  );
}
