import * as assert from 'uvu/assert';
import { requestOf, readAnswer } from '../../shared/api/client.ts';
import {
  operations,
  type JsonOperationName,
  type OperationName,
  type Output,
} from '../../shared/api/operations.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { ConflictRecord } from '../../shared/reservations/contract.ts';
import { wholeFile } from '../../shared/reservations/places.ts';
import type { HookBody, HookEvent } from '../../shared/sessions/contract.ts';
import { send, type Answer, type Sending } from './http.ts';
import {
  openFeed,
  openReplica,
  type FeedReader,
  type ReplicaReader,
  type UpgradeRefusal,
} from './streams.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly key: string;
}

/** What a person needs to know of the world that they work in. */
export interface Surroundings {
  /** Where this person's requests go: the relay, or their own daemon. */
  readonly baseOf: (name: string) => Promise<string>;
  readonly workspace: { readonly id: string; readonly slug: string };
  /** Resolves when what was done before is known where this person asks. */
  readonly waitUntilLevel: () => Promise<void>;
  /** A daemon looks into a file that is said to be written; the relay takes it whole. */
  readonly looksIntoFiles: boolean;
}

export interface Asking {
  readonly headers?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  /** Another relay process than the one that answers otherwise. */
  readonly via?: string | undefined;
}

export interface RefusedAnswer {
  readonly status: number;
  readonly error: string;
  readonly message: string;
  readonly field?: string;
  readonly headers: Answer['headers'];
  readonly text: string;
}

/** The keys of all hook answers; which of them are there depends on the event. */
export interface HookReply {
  readonly permission?: 'allow' | 'deny';
  readonly message?: string;
  readonly session_id?: string;
  readonly additional_context?: string;
  readonly ok?: true;
  readonly reserved?: string[];
  readonly conflicts?: ConflictRecord[];
  readonly expires_at?: string;
  readonly fence?: number;
}

type HookRequest = Partial<HookBody> & { event: HookEvent };
export type Input = Readonly<Record<string, unknown>>;

/** Somebody with an API key. */
export class Person {
  constructor(
    readonly account: Account,
    private readonly surroundings: Surroundings,
  ) {}

  get id(): string {
    return this.account.id;
  }

  get name(): string {
    return this.account.name;
  }

  /** The same person with another key. */
  withKey(key: string): Person {
    return new Person({ ...this.account, key }, this.surroundings);
  }

  /** Sends a request with the person's key, unless `headers` say otherwise. */
  async send({ headers, ...rest }: Sending, { via }: Asking = {}): Promise<Answer> {
    const url = via ?? (await this.base());
    await this.surroundings.waitUntilLevel();
    return send(url, { ...rest, headers: { authorization: this.bearer, ...headers } });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send({ method: 'GET', path, headers });
  }

  /** Calls an operation with whatever input. */
  call(name: OperationName, input: Input, asking: Asking = {}): Promise<Answer> {
    const { path, body } = requestOf(operations[name], input);
    const headers: Record<string, string> = { ...asking.headers };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (asking.idempotencyKey !== undefined) headers['idempotency-key'] = asking.idempotencyKey;
    return this.send({ method: operations[name].method, path, body, headers }, asking);
  }

  /** Calls an operation that must be done, and checks its answer against the contract. */
  async ok<Name extends JsonOperationName>(
    name: Name,
    input: Input,
    asking: Asking = {},
  ): Promise<Output<Name>> {
    const answer = await this.call(name, input, asking);
    const operation: Operation = operations[name];
    assert.is(answer.status, operation.status, `${name}: ${answer.text}`);
    const parsed = operation.output.safeParse(answer.body);
    assert.ok(parsed.success, `${name} answered outside the contract: ${answer.text}`);
    const read = readAnswer(name, answer.status, answer.text);
    assert.not.ok(isRefusal(read) && read, `LNK-1: a client would not take the answer of ${name}`);
    return answer.body as Output<Name>;
  }

  /** Calls an operation that must be refused, in the form of all errors (ANS-1). */
  async refused(name: OperationName, input: Input, asking: Asking = {}): Promise<RefusedAnswer> {
    return refusalIn(await this.call(name, input, asking));
  }

  /** Reports a hook event of this person's IDE. */
  async hook(body: HookRequest, asking: Asking = {}): Promise<HookReply> {
    const named = body.conversation_id === undefined && body.session_id === undefined;
    const { slug: workspace_slug } = this.surroundings.workspace;
    const conversation = named ? { conversation_id: `${this.name}-1` } : {};
    return (await this.ok(
      'hook',
      { agent_type: 'claude-code', workspace_slug, ...conversation, ...body },
      asking,
    )) as HookReply;
  }

  /** One agent of this person: a conversation of its own. */
  agent(conversation = `${this.name}-1`, extra: Partial<HookBody> = {}): TestAgent {
    const named = extra.session_id === undefined ? { conversation_id: conversation } : {};
    return new TestAgent(this, this.surroundings, { ...named, ...extra });
  }

  reservations(asking: Asking = {}): Promise<Output<'listReservations'>> {
    return this.ok('listReservations', { id: this.surroundings.workspace.id }, asking);
  }

  sessions(asking: Asking = {}): Promise<Output<'listSessions'>> {
    return this.ok('listSessions', { id: this.surroundings.workspace.id }, asking);
  }

  async feed(
    asking: Asking & { since?: number; sinceAt?: string; lastEventId?: number | string } = {},
  ): Promise<FeedReader> {
    const { since, sinceAt, lastEventId, via } = asking;
    const at = sinceAt === undefined ? '' : `&since_at=${encodeURIComponent(sinceAt)}`;
    const query = since === undefined ? '' : `?since=${since}${at}`;
    const headers: Record<string, string> = { authorization: this.bearer, ...asking.headers };
    if (lastEventId !== undefined) headers['last-event-id'] = String(lastEventId);
    return openFeed({
      url: via ?? (await this.base()),
      path: `/workspaces/${this.surroundings.workspace.id}/feed${query}`,
      headers,
    });
  }

  /** Opens a replica stream that must be let in. */
  async replica(asking: Asking & { since?: number } = {}): Promise<ReplicaReader> {
    const opened = await this.tryReplica(asking);
    if ('status' in opened) throw new Error(`refused: ${opened.status} ${opened.text}`);
    return opened;
  }

  async tryReplica({ since, via }: Asking & { since?: number } = {}): Promise<
    ReplicaReader | UpgradeRefusal
  > {
    const query = since === undefined ? '' : `?since=${since}`;
    return openReplica({
      url: via ?? (await this.base()),
      path: `/workspaces/${this.surroundings.workspace.id}/replica${query}`,
      headers: { authorization: this.bearer },
    });
  }

  private get bearer(): string {
    return `Bearer ${this.account.key}`;
  }

  /** Where this person's requests go. */
  base(): Promise<string> {
    return this.surroundings.baseOf(this.name);
  }
}

/** An agent, driven as its IDE's hooks would drive it. */
export class TestAgent {
  constructor(
    readonly person: Person,
    private readonly surroundings: Surroundings,
    private readonly fixed: Partial<HookBody>,
  ) {}

  /** The same agent, asking another relay process. */
  send(body: HookRequest, asking: Asking = {}): Promise<HookReply> {
    return this.person.hook({ ...this.fixed, ...body }, asking);
  }

  async start(task?: string, asking: Asking = {}): Promise<string> {
    const body = { event: 'sessionStart', ...(task !== undefined && { task }) } as const;
    return (await this.send(body, asking)).session_id ?? '';
  }

  /** Asks whether a write may go ahead. */
  check(file: string, symbols: readonly string[] = [], asking: Asking = {}): Promise<HookReply> {
    return this.send({ event: 'preToolUse', ...this.target(file, symbols) }, asking);
  }

  /** Reports that the file was written. */
  async edit(
    file: string,
    symbols: readonly string[] = [],
    asking: Asking = {},
  ): Promise<HookReply> {
    return this.send({ event: 'postToolUse', ...this.target(file, symbols) }, asking);
  }

  end(asking: Asking = {}): Promise<HookReply> {
    return this.send({ event: 'sessionEnd' }, asking);
  }

  /** No symbols mean the whole file. */
  private target(file: string, symbols: readonly string[]): Partial<HookBody> {
    const symbol_ids = symbols.map((symbol) => `${file}#${symbol}`);
    if (symbols.length > 0) return { file_path: file, symbol_ids };
    const whole = this.surroundings.looksIntoFiles ? { symbol_ids: [wholeFile] } : {};
    return { file_path: file, ...whole };
  }
}

/** Checks an answer against the form of all errors (ANS-1) and answers what it says. */
export function refusalIn(answer: Answer): RefusedAnswer {
  const { status, text, headers } = answer;
  assert.ok(status >= 400, `expected a refusal, got ${status}: ${text}`);
  const body = answer.body as Partial<RefusedAnswer> | undefined;
  assert.type(body?.error, 'string', `no error name in ${status}: ${text}`);
  assert.type(body?.message, 'string', `no message in ${status}: ${text}`);
  return { ...(body as RefusedAnswer), status, headers, text };
}
