import { z } from 'zod';
import { asText } from '../kernel/display.ts';
import { isRecord } from '../kernel/json.ts';
import { isRefusal, refuse, type Refusal } from '../kernel/refusal.ts';
import { readInput } from '../contract/read-input.ts';
import { asMeant } from './meant-arguments.ts';
import { besideEarlier, type ListDecisions } from './earlier-decision.ts';
import { inOwnWorkspace } from './other-workspace.ts';
import { withOwnNames, type ArgumentNames } from './misnamed-arguments.ts';
import { operations, type JsonOperationName, type Output } from './operations.ts';
import type { Operation } from '../contract/operation.ts';
import { shownAnswer } from './shown-answer.ts';
import { compactSchema, type ObjectSchema } from './tool-schema.ts';

/**
 * One MCP tool as `tools/list` shows it. It has no output schema, because its text takes up every agent's context and the
 * answer itself shows its fields.
 */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

/** The result of a tool call, in MCP's form. An error is a result too, so that the agent reads what to do. */
export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

/** What carries out the tools: a relay's services for one user, or the daemon. */
export interface ToolHost {
  /** The workspace that the tools are about; a refusal says why there is none. */
  workspace(): { readonly id: string; readonly slug: string } | Refusal;
  /**
   * MCP-5: the id of the session that a call is made in, opened where it does not live; `named` is the one among its
   * arguments. Undefined where a call that needs none comes from nobody in particular.
   */
  session(
    named: string | undefined,
    isTaken: boolean,
  ): Promise<string | Refusal | undefined> | string | Refusal | undefined;
  /** MCP-7: what waits for the session, where no hook tells it; it is told with the answer. */
  notifications?(sessionId: string): string | undefined;
  /** Carries out an operation on an input that its schema has accepted; gives its output or a refusal. */
  call(name: JsonOperationName, input: Record<string, unknown>): Promise<unknown>;
}

/** A tool with what a call needs to know about its operation, computed once. */
interface OfferedTool {
  readonly tool: string;
  readonly operationName: JsonOperationName;
  readonly operation: Operation;
  readonly workspaceFields: readonly (readonly [field: string, from: 'id' | 'slug'])[];
  readonly takesSession: boolean;
  /** The operation notes the session where there is one; agents are not shown the field. */
  readonly notesSession: boolean;
  readonly names: ArgumentNames;
}

const offeredTools = new Map(
  Object.entries(operations as Record<string, Operation>).flatMap(([name, operation]) =>
    operation.tool === undefined
      ? []
      : [[operation.tool, offeredToolOf(operation.tool, name as JsonOperationName)] as const],
  ),
);

/** Every tool of the operations' table. It takes milliseconds, since the schemas are computed. */
export function listTools(): Tool[] {
  return Array.from(offeredTools.values(), describe);
}

/** Calls the operation of a tool. Undefined when there is no tool of that name. */
export async function callTool(
  name: string,
  args: unknown,
  host: ToolHost,
): Promise<ToolResult | undefined> {
  const offered = offeredTools.get(name);
  if (offered === undefined) return undefined;
  if (!isRecord(args ?? {}))
    return failure(refuse('ValidationError', 'arguments must be an object.'));
  const { input: given, note } = withOwnNames(args ?? {}, offered.names);
  const workspace = inOwnWorkspace(host.workspace(), args ?? {});
  const input = isRefusal(workspace) ? workspace : prepare(offered, given, workspace);
  if (isRefusal(input)) return withMessage(failure(input), note);
  const { takesSession, notesSession } = offered;
  const named = takesSession ? (input['session_id'] as string | undefined) : undefined;
  const sessionId = await host.session(named, takesSession);
  if (isRefusal(sessionId)) return failure(sessionId);
  if ((takesSession || notesSession) && sessionId !== undefined) input['session_id'] = sessionId;
  const output = await host.call(offered.operationName, input);
  const message = sessionId === undefined ? undefined : host.notifications?.(sessionId);
  if (isRefusal(output)) return withMessage(failure(output), together([message, note]));
  const beside =
    offered.operationName === 'decide' ? await besideDecided(output, input, host) : undefined;
  const isChosen = takesSession && sessionId !== named;
  return success(output, {
    session_id: isChosen ? sessionId : undefined,
    message: together([message, note, beside]),
  });
}

function together(texts: readonly (string | undefined)[]): string | undefined {
  const told = texts.filter((text) => text !== undefined);
  return told.length === 0 ? undefined : told.join('\n');
}

/** DEC-19 */
function besideDecided(
  output: unknown,
  { id }: Record<string, unknown>,
  host: ToolHost,
): Promise<string | undefined> {
  const list = (file: string) =>
    host.call('listDecisions', { id, file, limit: 50 }) as ReturnType<ListDecisions>;
  const supersede = (earlier: string) => `record the one that holds with supersedes: ${earlier}`;
  return besideEarlier(output as Output<'decide'>, list, supersede);
}

function withMessage(result: ToolResult, message: string | undefined): ToolResult {
  if (message === undefined) return result;
  return { ...result, content: [...result.content, { type: 'text', text: message }] };
}

/** What the agent reads when a call cannot be done. */
export function failure({ error, message }: Refusal): ToolResult {
  return { content: [{ type: 'text', text: asText(`${error}: ${message}`) }], isError: true };
}

function offeredToolOf(tool: string, operationName: JsonOperationName): OfferedTool {
  const operation: Operation = operations[operationName];
  // Of a list it is a filter, and no session's own.
  const hasSession = 'session_id' in operation.input.shape && operation.method !== 'GET';
  const isHidden = operation.toolHides?.includes('session_id') === true;
  return {
    tool,
    operationName,
    operation,
    workspaceFields: workspaceFieldsOf(operation),
    takesSession: hasSession && !isHidden,
    notesSession: hasSession && isHidden,
    names: {
      shown: shownArguments(operation).map(([name]) => name),
      all: new Set([
        ...Object.keys(operation.input.shape),
        ...Object.keys(operation.toolNames ?? {}),
      ]),
    },
  };
}

/** The fields by which operations name their workspace; the server fills them, so no tool has them. */
function workspaceFieldsOf(operation: Operation): OfferedTool['workspaceFields'] {
  const { shape } = operation.input;
  return [
    ...(operation.path.startsWith('/workspaces/:id') ? ([['id', 'id']] as const) : []),
    ...('workspace_id' in shape ? ([['workspace_id', 'id']] as const) : []),
    ...('workspace_slug' in shape ? ([['workspace_slug', 'slug']] as const) : []),
  ];
}

/** The arguments that agents are told of, by the tool's own names. */
function shownArguments(operation: Operation): (readonly [name: string, schema: z.ZodType])[] {
  const hidden = [
    ...workspaceFieldsOf(operation).map(([field]) => field),
    ...(operation.toolHides ?? []),
  ];
  const names = new Map(
    Object.entries(operation.toolNames ?? {}).map(([tool, field]) => [field, tool]),
  );
  return Object.entries(operation.input.shape)
    .filter(([field]) => !hidden.includes(field))
    .map(([field, schema]) => [names.get(field) ?? field, schema as z.ZodType] as const);
}

function describe({ tool, operation }: OfferedTool): Tool {
  return {
    name: tool,
    description: operation.summary,
    inputSchema: compactSchema(z.object(Object.fromEntries(shownArguments(operation)))),
    annotations: annotationsOf(operation),
  };
}

function prepare(
  { operation, workspaceFields }: OfferedTool,
  args: object,
  workspace: { readonly id: string; readonly slug: string },
): Record<string, unknown> | Refusal {
  const input: Record<string, unknown> = { ...args };
  for (const [name, field] of Object.entries(operation.toolNames ?? {})) {
    if (name in input) input[field] = input[name];
  }
  for (const [field, from] of workspaceFields) input[field] = workspace[from];
  return readInput(operation.input, asMeant(operation.input, input));
}

function annotationsOf({ readOnly, tellsTeam, destructive }: Operation): Tool['annotations'] {
  return readOnly && tellsTeam !== true
    ? { readOnlyHint: true, openWorldHint: false }
    : { readOnlyHint: false, destructiveHint: destructive === true, openWorldHint: false };
}

/** What an answer says beside the output of its operation. */
interface Beside {
  readonly session_id: string | undefined;
  readonly message: string | undefined;
}

/** The data names the session that was chosen for the caller, because some agents are shown nothing else. */
function success(output: unknown, { session_id, message }: Beside): ToolResult {
  const structuredContent = {
    ...(session_id !== undefined && { session_id }),
    ...(shownAnswer(output) as Record<string, unknown>),
    ...(message !== undefined && { message }),
  };
  return {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
  };
}
