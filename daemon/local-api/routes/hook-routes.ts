import { resolve } from 'node:path';
import { connectionLimits } from '../../../shared/contract/connection-limits.ts';
import { hookPath } from '../../../shared/contract/edge.ts';
import { keptRequestKey } from '../../../shared/node/request-key.ts';
import { isRefusal, type Refusal, refuse } from '../../../shared/kernel/refusal.ts';
import { isUsedUp } from '../../../shared/api/own-refusal.ts';
import { beyondLimit } from '../../../shared/sessions/beyond-limit.ts';
import type { HookAnswer, HookBody } from '../../../shared/sessions/contract.ts';
import type { ClientHooks } from '../../../shared/clients/common/client-hooks.ts';
import type { CallFacts, FileEdit, HookCall } from '../../../shared/clients/common/hook-call.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { clients, unknownClientMessage } from '../../../shared/clients/registry.ts';
import { namesNoFile, tooLarge, type Unchecked } from '../../hooks/notices/messages.ts';
import type { AgentAnswerLog } from '../../hooks/agent-answers.ts';
import type { HookHandler } from '../../hooks/hook-handler.ts';
import { withUsableIds } from '../../hooks/usable-ids.ts';
import type { Replica } from '../../replica/replica.ts';
import type { Proxy } from '../proxy.ts';
import { refusalOfNoCall, refusalOfNoFile } from './odd-calls.ts';
import { parseBody } from '../../../shared/node/http/json-body.ts';
import { maxBodyBytes, parseCut, send, sendToHook } from '../exchange.ts';
import type { Exchange, Routes } from '../local-api.ts';
import { isFileUrl, maxGivenPathLength } from '../../../shared/kernel/paths.ts';

interface HookRoutesContext {
  readonly handler: HookHandler;
  /** Told of each answer when it has left (LOC-9). */
  readonly answerLog: Pick<AgentAnswerLog, 'noteAnswer'>;
  readonly proxy: Proxy;
  readonly replica: Replica;
  /** The same for every spelling of the same file. */
  readonly fileKeyOf: (path: string) => string;
  /** Undefined until the workspace is known for the first time. */
  readonly workspaceSlug: () => string | undefined;
  /** Resolves to whether the workspace is known, after at most `waitMs`. */
  readonly isIdentified: (waitMs: number) => Promise<boolean>;
}

type Wire = Awaited<ReturnType<typeof loadWire>>;

/** How long an event waits for the workspace to be known, on the very first start. */
const firstStartMs = 1_500;

/** Where agents' hooks arrive: in their client's own words, or in the interface's. */
export function hookRoutes(context: HookRoutesContext): Routes {
  let wire: Wire | undefined;
  return {
    [`POST ${hookPath}`]: {
      access: 'user',
      summary: "A hook in its client's own words; the answer is what the hook prints",
      handle: (exchange) => clientHook(context, exchange),
      large: {
        maxBytes: maxBodyBytes.hook,
        handle: (exchange) => largeHook(context, exchange),
      },
    },
    'POST /workspaces/sessions/hook': {
      access: 'user',
      handle(exchange) {
        if (wire !== undefined) return wireHook(context, wire, exchange);
        return loadWire().then((loaded) => {
          wire = loaded;
          return wireHook(context, loaded, exchange);
        });
      },
    },
  };
}

/** Loads zod and the schemas with it, which the first hook in a client's own words must not wait for. */
async function loadWire() {
  const { conversationIn, parseHook, wireCall } = await import('../../hooks/interface-payload.ts');
  return { conversationIn, parseHook, wireCall };
}

function clientHook(context: HookRoutesContext, exchange: Exchange): void | Promise<void> {
  const startedMs = performance.now();
  const { response, body, parameter } = exchange;
  const adapter = adapterOf(parameter);
  if (adapter === undefined) {
    return send(response, refuse('NotFound', unknownClientMessage(asData(parameter, 80))));
  }
  const payload = parseBody(body);
  if (isRefusal(payload)) return send(response, payload);
  const call = adapter.read(payload);
  if (call === undefined) {
    const refusal = refusalOfNoCall(body, payload);
    if (refusal !== undefined) return send(response, refusal);
    return sendToHook(response, '', 204);
  }
  const unchecked = uncheckedIn(call);
  const odd = unchecked === namesNoFile ? refusalOfNoFile(payload) : undefined;
  if (odd !== undefined) return send(response, odd);
  if (unchecked !== undefined)
    return print(context, exchange, {
      ...{ adapter, call, startedMs },
      answer: context.handler.handleUnchecked(call, unchecked),
    });
  if (call.effect !== 'check' && context.workspaceSlug() === undefined) {
    return answerLater(context, exchange, { adapter, call, startedMs });
  }
  const answer = context.handler.handle(call);
  if (!(answer instanceof Promise))
    return print(context, exchange, { adapter, call, startedMs, answer });
  return answer.then((found) =>
    print(context, exchange, { adapter, call, startedMs, answer: found }),
  );
}

function uncheckedIn(call: HookCall): Unchecked | undefined {
  if (!('files' in call)) return undefined;
  if (call.files.length === 0) return namesNoFile;
  return call.files.length > connectionLimits.hookFiles ? tooLarge.files : undefined;
}

/** HOK-4: the beginning of a call says what it is, and so in which form its client takes the answer. */
function largeHook(context: HookRoutesContext, exchange: Exchange): void {
  const startedMs = performance.now();
  const { response, body, parameter } = exchange;
  const adapter = adapterOf(parameter);
  const call = adapter?.read(parseCut(body));
  if (adapter === undefined || call === undefined)
    return send(
      response,
      refuse('TooLarge', 'The call is too large, and does not begin with what it is.'),
    );
  const answer = context.handler.handleUnchecked(call, tooLarge.bytes);
  print(context, exchange, { adapter, call, startedMs, answer });
}

interface Adapted {
  readonly adapter: ClientHooks;
  readonly call: HookCall;
  readonly startedMs: number;
}

async function answerLater(
  context: HookRoutesContext,
  exchange: Exchange,
  adapted: Adapted,
): Promise<void> {
  await context.isIdentified(firstStartMs);
  const answer = await context.handler.handle(adapted.call);
  print(context, exchange, { ...adapted, answer });
}

/**
 * What is not a decision is none of the client's business: nothing is printed, and the agent goes on. But a path that cannot
 * be one was not checked, and the script must not take that for an allow (CON-1).
 */
function print(
  { answerLog, handler }: HookRoutesContext,
  { response }: Exchange,
  { adapter, call, startedMs, answer: given }: Adapted & { answer: HookAnswer | Refusal },
): void {
  const isNoPath = isRefusal(given) && given.details['field'] === 'file_path';
  const isUnreserved = isRefusal(given) && !isNoPath && call.effect === 'acquire';
  const answer = isUnreserved ? handler.tellUnreserved(call, given) : given;
  const isGone = response.destroyed;
  if (isGone) handler.tellLater(call, answer);
  const text = isRefusal(answer) ? '' : adapter.write(call, answer);
  if (isNoPath) send(response, answer);
  else sendToHook(response, text, text === '' ? 204 : 200);
  const tookMs = performance.now() - startedMs;
  answerLog.noteAnswer(call, answer, { tookMs, isTold: !isGone && (isNoPath || text !== '') });
}

function wireHook(
  context: HookRoutesContext,
  wire: Wire,
  exchange: Exchange,
): void | Promise<void> {
  const startedMs = performance.now();
  const body = wire.parseHook(parseBody(exchange.body));
  if (isRefusal(body)) return send(exchange.response, body);
  const given = { exchange, body, startedMs };
  if (context.workspaceSlug() !== undefined) return ownHook(context, wire, given);
  return context.isIdentified(firstStartMs).then(() => ownHook(context, wire, given));
}

interface WireHook {
  readonly exchange: Exchange;
  readonly body: HookBody;
  readonly startedMs: number;
}

/** Another workspace, and a session that is not known here, are the relay's to answer. */
function ownHook(
  context: HookRoutesContext,
  wire: Wire,
  { exchange, body, startedMs }: WireHook,
): void | Promise<void> {
  const { request, response } = exchange;
  const isOurs = context.workspaceSlug() === body.workspace_slug;
  const conversation = isOurs ? wire.conversationIn(context.replica, body) : undefined;
  const { proxy } = context;
  if (conversation === undefined) {
    // LIM-3: while nothing is asked (LIM-4), the relay's answer is said here.
    const otherwise = () => {
      const refusal = proxy.unreachable();
      return isUsedUp(refusal) ? beyondLimit(body.event, refusal) : refusal;
    };
    return proxy.forward(request, response, { ...exchange, otherwise });
  }
  const key = request.headers['idempotency-key'];
  const idempotencyKey = typeof key === 'string' ? keptRequestKey(key) : undefined;
  const { fileKeyOf } = context;
  const call = wire.wireCall(body, { conversation, idempotencyKey, fileKeyOf });
  const tell = (answer: HookAnswer | Refusal): void => {
    if (isRefusal(answer)) send(response, answer);
    else sendToHook(response, JSON.stringify(answer));
    const tookMs = performance.now() - startedMs;
    context.answerLog.noteAnswer(call, answer, { tookMs, isTold: true });
  };
  const answer = context.handler.handle(call);
  return answer instanceof Promise ? answer.then(tell) : tell(answer);
}

const adapters: ReadonlyMap<string, ClientHooks> = new Map(
  clients.map(({ name, hooks }) => [
    name,
    { read: (payload) => readCall(hooks, payload), write: hooks.write },
  ]),
);

/** What reads and answers the hooks behind `/hooks/:client`: as the client says it, with paths from the agent's folder. */
export function adapterOf(client: string): ClientHooks | undefined {
  return adapters.get(client);
}

function readCall(hooks: ClientHooks, payload: unknown): HookCall | undefined {
  const call = hooks.read(payload);
  return call && withPaths(withUsableIds(call));
}

function withPaths(call: HookCall): HookCall {
  if (!('files' in call)) return call;
  return Object.assign(call, { files: call.files.map((file) => fromFolder(call, file)) });
}

/** A file URL needs no folder. A path that is too long stays as it is, to be refused (CON-1). */
function fromFolder({ cwd }: Pick<CallFacts, 'cwd'>, file: FileEdit): FileEdit {
  if (cwd === undefined || isFileUrl(file.path) || file.path.length > maxGivenPathLength)
    return file;
  const path = cwd.length > maxGivenPathLength ? cwd : resolve(cwd, file.path);
  return { ...file, path };
}
