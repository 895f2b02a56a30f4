import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ErrorCode, McpError, ResultSchema, type Result } from '@modelcontextprotocol/sdk/types.js';
import { failure } from '../../shared/api/tools.ts';
import { connectionLimits } from '../../shared/contract/connection-limits.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { encodedHeader } from '../../shared/node/http/encoded-header.ts';
import { RpcError, type McpAnswers, type Params } from '../../shared/node/mcp/server.ts';
import { randomText } from '../../shared/node/random-ids.ts';
import type { DaemonAddress } from './daemon-channel.ts';
import { toolChannel } from './tool-channel-protocol.ts';

export interface ForwarderOptions {
  /** Looked up again for every connection, so that a daemon that was restarted is found. */
  findDaemon(): Promise<DaemonAddress | Refusal>;
  readonly conversationId: string | undefined;
  /** The folder that the client works in, absolute. */
  readonly directory?: string | undefined;
  readonly version: string;
  /** What the client has called itself, once it has. */
  clientName(): string | undefined;
}

const maxClientName = 200;
/** The longest that a timer can be: how long a call takes is not ours to say. */
const noTimeout = 2 ** 31 - 1;

const lost = refuse(
  'Unavailable',
  'The daemon stopped while it worked on this call. Call again; if that fails, start it with: coord daemon',
);

const stopped = refuse(
  'Unavailable',
  'coord mcp ended before this call was answered; whether it was done is not known.',
);
const { toolCallsUnderWay } = connectionLimits;

/** CON-4: what a client reads that sends more calls than are taken at once. */
export const tooManyCalls = refuse(
  'RateLimited',
  `${toolCallsUnderWay} calls of this client are under way. This one was not done: call again in a second, when some are answered.`,
  { retry_after: 1 },
);

/**
 * Answers calls by what the daemon answers. One connection serves all calls; it is opened again by the next call when the
 * daemon was restarted. Every call is answered, also when there is no daemon.
 */
export class ToolForwarder implements McpAnswers {
  readonly #options: ForwarderOptions;
  readonly #ended = new AbortController();
  readonly #connectionId = randomText(20);
  #underWay = 0;
  #daemon: Client | undefined;
  #opening: Promise<Client | Refusal> | undefined;

  constructor(options: ForwarderOptions) {
    this.#options = options;
  }

  /** An agent reads what a tool failed with. */
  async callTool(params: Params): Promise<Result> {
    const result = await this.#forward('tools/call', params);
    return isRefusal(result) ? { ...failure(result) } : result;
  }

  /** A person reads why there is no prompt. */
  async getPrompt(params: Params): Promise<Result> {
    const result = await this.#forward('prompts/get', params);
    if (isRefusal(result)) throw new RpcError(ErrorCode.InternalError, result.message);
    return result;
  }

  /** Opens the connection ahead of the first call. */
  async warmUp(): Promise<void> {
    if (this.#connected() === undefined) await this.#open();
  }

  /** Answers what is still under way, and leaves nothing open. */
  close(): void {
    this.#ended.abort();
    void this.#daemon?.close();
  }

  async #forward(method: string, params: Params): Promise<Result | Refusal> {
    if (this.#underWay >= toolCallsUnderWay) return tooManyCalls;
    this.#underWay += 1;
    try {
      const daemon = this.#connected() ?? (await this.#open());
      if (isRefusal(daemon)) return daemon;
      return await daemon.request({ method, params }, ResultSchema, { timeout: noTimeout });
    } catch (error) {
      if (isAnswer(error)) throw new RpcError(error.code, saidIn(error));
      return this.#ended.signal.aborted ? stopped : lost;
    } finally {
      this.#underWay -= 1;
    }
  }

  #connected(): Client | undefined {
    return this.#daemon?.transport === undefined ? undefined : this.#daemon;
  }

  #open(): Promise<Client | Refusal> {
    this.#opening ??= Promise.race([this.#connect(), this.#untilEnded()]).finally(
      () => (this.#opening = undefined),
    );
    return this.#opening;
  }

  async #connect(): Promise<Client | Refusal> {
    const { version, findDaemon } = this.#options;
    const address = await findDaemon();
    if (isRefusal(address)) return address;
    // Loaded when it is needed: the client waits for the answer to its introduction.
    const { openChannel } = await import('./daemon-channel.ts');
    const { signal } = this.#ended;
    const daemon = await openChannel({ address, version, headers: this.#headers(), signal });
    if (!isRefusal(daemon)) this.#daemon = daemon;
    return daemon;
  }

  #untilEnded(): Promise<Refusal> {
    const { signal } = this.#ended;
    if (signal.aborted) return Promise.resolve(stopped);
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(stopped), { once: true });
    });
  }

  #headers(): Record<string, string> {
    const { conversationId = '', directory = '', clientName } = this.#options;
    const name = (clientName() ?? '').slice(0, maxClientName);
    return {
      [toolChannel.conversationHeader]: encodedHeader(conversationId),
      [toolChannel.connectionHeader]: this.#connectionId,
      [toolChannel.clientHeader]: encodedHeader(name),
      [toolChannel.directoryHeader]: encodedHeader(directory),
    };
  }
}

/** Whether the daemon has said so, and not the SDK that it is gone. */
function isAnswer(error: unknown): error is McpError {
  return error instanceof McpError && error.code !== ErrorCode.ConnectionClosed;
}

/** The SDK puts the code in front. */
function saidIn({ message, code }: McpError): string {
  return message.replace(`MCP error ${code}: `, '');
}
