import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The input of one hook call, as the client sent it. */
export interface HookPayload {
  hook_event_name: string;
  session_id: string;
  cwd: string;
  tool_name?: string;
  tool_input?: Record<string, unknown>;
  [field: string]: unknown;
}

export interface SeenHook {
  payload: HookPayload;
  /** The environment of the hook's process; absent for a hook of type `http`. */
  env?: Record<string, string>;
  atMs: number;
}

/** What a hook does: its answer on stdout (an object is sent as JSON), or an exit code with a reason on stderr. */
export interface HookAnswer {
  stdout?: object | string;
  stderr?: string;
  exitCode?: number;
  delayMs?: number;
}

export interface Observer {
  url: string;
  hooks: SeenHook[];
  /** Starts of the MCP server beside it, with its environment. */
  mcpStarts: { env: Record<string, string>; cwd: string }[];
  /** Every message that the MCP server read. */
  mcpMessages: { method?: string; params?: Record<string, unknown> }[];
  /** Replaces the rule that answers hooks; without one every hook is answered with nothing. */
  answerWith(rule: (payload: HookPayload) => HookAnswer | undefined): void;
  close(): Promise<void>;
}

/** Starts a server on 127.0.0.1 that stands where a daemon would: it sees every hook call and answers by a rule. */
export async function startObserver(): Promise<Observer> {
  let rule: (payload: HookPayload) => HookAnswer | undefined = () => undefined;
  const seen: Pick<Observer, 'hooks' | 'mcpStarts' | 'mcpMessages'> = {
    hooks: [],
    mcpStarts: [],
    mcpMessages: [],
  };
  const server = createServer((request, response) => {
    void receive(request, response, seen, (payload) => rule(payload));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith: (next) => void (rule = next),
    close: () =>
      new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  seen: Pick<Observer, 'hooks' | 'mcpStarts' | 'mcpMessages'>,
  rule: (payload: HookPayload) => HookAnswer | undefined,
): Promise<void> {
  const body = JSON.parse(await readAll(request));
  response.setHeader('content-type', 'application/json');
  switch (request.url) {
    case '/mcp-start':
      seen.mcpStarts.push(body);
      return void response.end('{}');
    case '/mcp-message':
      seen.mcpMessages.push(body.message);
      return void response.end('{}');
    case '/command-hook': {
      seen.hooks.push({ ...body, atMs: performance.now() });
      const { stdout, ...rest } = await decided(rule(body.payload));
      return void response.end(JSON.stringify({ ...rest, stdout: asText(stdout) }));
    }
    default: {
      seen.hooks.push({ payload: body, atMs: performance.now() });
      return void response.end(asText((await decided(rule(body))).stdout));
    }
  }
}

async function decided(answer: HookAnswer | undefined): Promise<HookAnswer> {
  const delayMs = answer?.delayMs ?? 0;
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  return answer ?? {};
}

function asText(stdout: object | string | undefined): string {
  return typeof stdout === 'object' ? JSON.stringify(stdout) : (stdout ?? '');
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
