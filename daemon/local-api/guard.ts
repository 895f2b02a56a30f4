import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isRefusal, type Refusal, refuse } from '../../shared/kernel/refusal.ts';
import { bearerOf } from '../../shared/node/http/bearer.ts';
import type { Clock } from '../../shared/kernel/clock.ts';

/** What the token of a tab begins with, so that no relay is asked about one that this process did not give. */
export const tabTokenPrefix = 'tab_';

/** Who calls: the holder of the daemon's own token, of an API key of the same user, or of the token of a tab (LOC-8). */
export type Caller = { readonly kind: 'token' | 'key' | 'tab' };

/** Asks the relay whose key it is; undefined for a bad one. */
type KeyLookup = (key: string) => Promise<string | undefined | Refusal>;

interface GuardOptions {
  readonly token: string;
  readonly clock: Clock;
  /** The user whose keys are taken beside the token; empty until it is known. */
  readonly userId: () => string;
  readonly userOfKey: KeyLookup;
}

/** LOC-8: what all tabs of one link share. */
export interface TabSignIn {
  readonly id: string;
  /** By the guard's clock. */
  readonly untilMs: number;
}

interface Accepted {
  readonly caller: Caller;
  readonly untilMs: number;
  /** Of a tab alone. */
  readonly signIn?: string;
}

const localHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;
/** As long as a revoked key may go on at the relay. */
const rememberMs = 2_000;
const maxEntries = 1_000;

/** Lets in the user's own programs, and no web page. */
export class Guard {
  /** The header that came last and its caller: programs of one client send the same one again and again. */
  private last: { readonly header: Buffer; readonly accepted: Accepted } | undefined;
  /** By digest, so that comparing tells nothing about the secret. */
  private readonly accepted = new Map<string, Accepted>();
  /** What the relay is being asked, by the key's digest: a burst with a key that is new here asks once. */
  private readonly asking = new Map<string, Promise<Caller | Refusal>>();
  private ownOrigins: ReadonlySet<string> = new Set();
  private ownPort = 0;

  constructor(private readonly options: GuardOptions) {
    const caller: Caller = { kind: 'token' };
    this.accepted.set(digest(options.token), { caller, untilMs: Infinity });
  }

  /** The developer's own key, which needs no asking. */
  acceptKey(key: string): void {
    this.accepted.set(digest(key), { caller: { kind: 'key' }, untilMs: Infinity });
  }

  /** LOC-8: a tab of the user's browser, until the time of the guard's clock. */
  acceptTab(token: string, { id: signIn, untilMs }: TabSignIn): void {
    const nowMs = this.options.clock.now();
    for (const [key, { caller, untilMs: endMs }] of this.accepted)
      if (caller.kind === 'tab' && endMs <= nowMs) this.accepted.delete(key);
    this.accepted.set(digest(token), { caller: { kind: 'tab' }, untilMs, signIn });
  }

  /** LOC-8: somebody has signed out in a tab, which ends all tabs of its sign-in; anything else stays good. */
  endSignIn(id: string): void {
    for (const [key, { signIn }] of this.accepted) if (signIn === id) this.accepted.delete(key);
    this.last = undefined;
  }

  /** The sign-in of the tab of this header; undefined for anything else, and after its end. Asks nobody. */
  signInOf(header: string | undefined): TabSignIn | undefined {
    const accepted = this.accepted.get(digest(bearerOf(header) ?? ''));
    if (accepted?.signIn === undefined || accepted.untilMs <= this.options.clock.now())
      return undefined;
    return { id: accepted.signIn, untilMs: accepted.untilMs };
  }

  listensOn(port: number): void {
    this.ownPort = port;
    const hosts = ['127.0.0.1', 'localhost', '[::1]'];
    this.ownOrigins = new Set(hosts.map((host) => `http://${host}:${port}`));
  }

  /** Host and port for who asked with this `Host` header; over the socket it names no port. */
  addressFor(host = ''): string {
    return /:\d+$/.test(host) ? host : `127.0.0.1:${this.ownPort}`;
  }

  /** A name that leads here by DNS and a page in a browser are turned away before anything is read. */
  refusalOf(request: IncomingMessage): Refusal | undefined {
    const { headers, headersDistinct } = request;
    // `headers` has the first of several alone, and whoever reads the request further may take another one.
    const [host = '', ...others] = headersDistinct['host'] ?? [];
    if (others.length > 0 || !localHost.test(host)) {
      return refuse('Forbidden', 'The daemon answers to 127.0.0.1 and localhost only.');
    }
    if (headers.origin !== undefined && !this.ownOrigins.has(headers.origin)) {
      return refuse('Forbidden', 'The daemon does not answer web pages.');
    }
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'none' && site !== 'same-origin') {
      return refuse('Forbidden', 'The daemon does not answer web pages.');
    }
    return undefined;
  }

  /** ANS-8: a body that is no JSON, which is all that a form can send. Looked at after the key. */
  refusalOfBody({ headers }: IncomingMessage): Refusal | undefined {
    const hasBody =
      headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (hasBody && headers['content-length'] !== '0' && !isJson(headers['content-type'])) {
      return refuse(
        'ValidationError',
        'Send the body as JSON, with Content-Type: application/json.',
      );
    }
    return undefined;
  }

  /** The caller of an `Authorization` header. Asks the relay only about a key that it has not seen lately. */
  callerOf(header = ''): Caller | Refusal | Promise<Caller | Refusal> {
    const bytes = Buffer.from(header);
    const nowMs = this.options.clock.now();
    if (this.last !== undefined && isSame(this.last.header, bytes)) {
      if (this.last.accepted.untilMs > nowMs) return this.last.accepted.caller;
    }
    const secret = bearerOf(header);
    if (secret === undefined) {
      return refuse('Unauthorized', 'Send your API key as Authorization: Bearer <API key>.');
    }
    const key = digest(secret);
    const accepted = this.accepted.get(key);
    if (accepted?.caller.kind === 'tab' && accepted.untilMs <= nowMs)
      return refuse('Unauthorized', 'This tab was opened too long ago. Open a new one: coord open');
    if (accepted === undefined && secret.startsWith(tabTokenPrefix))
      return refuse(
        'Unauthorized',
        'This tab is not signed in any more. Open a new one: coord open',
      );
    if (accepted === undefined || accepted.untilMs <= nowMs) return this.askOnce(secret, key);
    this.last = { header: bytes, accepted };
    return accepted.caller;
  }

  /** For operations that anyone may call: whether the caller sent the daemon's own token, which only the daemon knows. */
  isToken(header: string | undefined): boolean {
    const secret = bearerOf(header);
    return secret !== undefined && this.accepted.get(digest(secret))?.caller.kind === 'token';
  }

  /** While the relay cannot be asked, who was let in before still is: work goes on offline. */
  private knownBefore(key: string): Caller | undefined {
    return this.accepted.get(key)?.caller;
  }

  private askOnce(secret: string, key: string): Promise<Caller | Refusal> {
    const asked =
      this.asking.get(key) ?? this.ask(secret, key).finally(() => this.asking.delete(key));
    this.asking.set(key, asked);
    return asked;
  }

  private async ask(secret: string, key: string): Promise<Caller | Refusal> {
    const userId = await this.options.userOfKey(secret);
    if (isRefusal(userId)) return this.knownBefore(key) ?? userId;
    if (userId === undefined || userId !== this.options.userId()) {
      this.accepted.delete(key);
      return refuse('Unauthorized', 'Invalid API key, or not one of the user of this daemon.');
    }
    const caller: Caller = { kind: 'key' };
    if (this.accepted.size < maxEntries) {
      this.accepted.set(key, { caller, untilMs: this.options.clock.now() + rememberMs });
    }
    return caller;
  }
}

/** Takes the same time wherever the two differ. */
function isSame(known: Buffer, given: Buffer): boolean {
  return known.length === given.length && timingSafeEqual(known, given);
}

function digest(secret: string): string {
  return hash('sha256', secret, 'hex');
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/json\s*(;|$)/i.test(contentType);
}
