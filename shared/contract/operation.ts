import type { z } from 'zod';

/**
 * Who may call an operation (ACC-1 to ACC-3). `public` needs no key; `user` needs a valid one; the other levels need that
 * role, or a higher one, in the workspace that the input names by `id`, `workspace_id` or `workspace_slug`.
 */
export type Access = 'public' | 'user' | 'member' | 'admin' | 'owner';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** How an answer travels: one JSON body, a Server-Sent Events stream, a WebSocket, or in the envelope of MCP. */
export type Delivery = 'json' | 'events' | 'websocket' | 'mcp';

/**
 * One operation of the interface. `input` is flat: path parameters, query and body together, because no name occurs twice.
 * Everything else (routes, tools, OpenAPI, client, reference) is read from these values.
 */
export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  readonly path: string;
  /** Another path for the same operation, without the last path parameter, which the body or the query has instead. */
  readonly alias?: string;
  readonly access: Access;
  /** A public operation that answers the owner of a key otherwise; a key that is sent must be valid. */
  readonly takesKey?: true;
  readonly input: Input;
  readonly output: Output;
  readonly summary: string;
  readonly delivery: Delivery;
  /**
   * Whether it only reads: the caller is authorized without a transaction, and clients ask no permission for its tool unless
   * `tellsTeam`. True for every GET unless it says otherwise.
   */
  readonly readOnly: boolean;
  /** It answers what it reads, and tells the team who asked: its tool is not announced as one that only reads. */
  readonly tellsTeam?: true;
  /** It ends or takes back what others see: clients may ask before they call its tool. */
  readonly destructive?: true;
  /** The HTTP status of success. */
  readonly status: number;
  /** How long a body may be, where that is more than elsewhere. */
  readonly bodyBytes?: number;
  /** The MCP tool that offers the same operation. */
  readonly tool?: string;
  /** Fields that have another name in the tool: the tool's name to the field's. */
  readonly toolNames?: Readonly<Record<string, string>>;
  /** Fields that the tool does not show: other names for the same thing, and what no agent needs. */
  readonly toolHides?: readonly string[];
}

type Declaration<Input extends z.ZodObject, Output extends z.ZodType> = Omit<
  Operation<Input, Output>,
  'delivery' | 'status' | 'readOnly'
> &
  Partial<Pick<Operation, 'delivery' | 'status' | 'readOnly'>>;

/** Declares an operation; a JSON answer with status 200 unless said otherwise. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  declaration: Declaration<Input, Output>,
): Operation<Input, Output> {
  const readOnly = declaration.method === 'GET';
  return { delivery: 'json', status: 200, readOnly, ...declaration };
}

export type InputOf<O extends Operation> = z.output<O['input']>;
export type RequestOf<O extends Operation> = z.input<O['input']>;
export type OutputOf<O extends Operation> = z.output<O['output']>;

/** The names of the path parameters, in order: `/workspaces/:id/members/:userId` gives `['id', 'userId']`. */
export function pathParameters(path: string): string[] {
  return Array.from(path.matchAll(/:([A-Za-z_]+)/g), (match) => match[1] ?? '');
}
