import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import {
  acceptToolChannel,
  isToolChannel,
  type ChannelClient,
} from '../../daemon/mcp/tool-channel-server.ts';
import type { ToolHost } from '../../shared/api/tools.ts';
import { refuse } from '../../shared/kernel/refusal.ts';

export const emptySync = {
  session_id: 'sess_1',
  agents: [],
  reservations: [],
  conflicts: [],
  decisions: [],
  stale_decisions: [],
  your_work: [],
  active_workstream: null,
  active_branch: null,
  tasks: [],
  negotiations: [],
  waits: [],
  contracts: [],
};

/** A host with a workspace, a session and a `sync` that shows what it was asked. */
export function standInHost(overrides: Partial<ToolHost> = {}): ToolHost {
  return {
    workspace: () => ({ id: 'ws_1', slug: 'shop' }),
    session: (named) => named ?? 'sess_1',
    call: async (name, input) => ({ ...emptySync, ...input, called: name }),
    ...overrides,
  };
}

export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'coord-mcp-'));
}

/** Stands in for the daemon: the tool channel on a Unix socket, behind a token. */
export class StandInDaemon {
  readonly callers: { conversationId: string | undefined; toolUseId: string | undefined }[] = [];
  readonly clients: ChannelClient[] = [];
  readonly errors: unknown[] = [];
  readonly #sockets = new Set<Duplex>();
  readonly #server: Server;

  constructor(
    readonly socket: string,
    host: ToolHost,
  ) {
    this.#server = createServer((_request, response) => response.writeHead(404).end());
    this.#server.on('connection', (socket) => this.#sockets.add(socket));
    this.#server.on('upgrade', (request, socket, head) => {
      if (!isToolChannel(request) || request.headers.authorization !== 'Bearer token-1') {
        socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      acceptToolChannel(request, {
        socket,
        head,
        accept: (client) => {
          this.clients.push(client);
          return {
            hostFor: (toolUseId) => {
              this.callers.push({ conversationId: client.conversationId, toolUseId });
              return host;
            },
            closed: () => Promise.resolve(),
          };
        },
        onError: (error) => this.errors.push(error),
      });
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(this.socket, resolve));
    return this;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
    await rm(this.socket, { force: true });
  }
}

export const notThere = refuse('Unavailable', 'No daemon. Start it with: coord daemon');

export interface JsonRpcMessage {
  id?: string | number | null;
  result?: Record<string, unknown> & { content?: { text: string }[]; isError?: boolean };
  error?: { code: number; message: string };
}

/** Speaks JSON-RPC over a pair of streams, one message per line. */
export class LineClient {
  readonly #waiting: ((message: JsonRpcMessage) => void)[] = [];
  readonly #arrived: JsonRpcMessage[] = [];
  #rest = '';
  #nextId = 1;

  constructor(
    readonly input: NodeJS.WritableStream,
    output: NodeJS.ReadableStream,
  ) {
    output.on('data', (chunk: Buffer) => this.#receive(chunk.toString()));
  }

  /** Sends a request and gives the next message that arrives. */
  async request(method: string, params: unknown): Promise<JsonRpcMessage> {
    this.send({ jsonrpc: '2.0', id: this.#nextId++, method, params });
    return this.next();
  }

  send(message: unknown): void {
    this.sendText(`${JSON.stringify(message)}\n`);
  }

  sendText(text: string): void {
    this.input.write(text);
  }

  next(): Promise<JsonRpcMessage> {
    const message = this.#arrived.shift();
    if (message !== undefined) return Promise.resolve(message);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  initialize(): Promise<JsonRpcMessage> {
    return this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1.0.0' },
    });
  }

  #receive(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line) as JsonRpcMessage;
      const waiting = this.#waiting.shift();
      if (waiting === undefined) this.#arrived.push(message);
      else waiting(message);
    }
  }
}
