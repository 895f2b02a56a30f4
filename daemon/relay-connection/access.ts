import { isOwnRefusal, isUsedUp } from '../../shared/api/own-refusal.ts';
import type { Client } from '../../shared/api/client.ts';
import { isRefusal, type Refusal, refuse } from '../../shared/kernel/refusal.ts';
import type { Logger } from '../kernel/logger.ts';

interface AccessOptions {
  /** The relay's address, as a person signs in to it. */
  readonly url: string;
  /** Asks the relay whatever is known of the access. */
  readonly client: Client;
  readonly workspace: { readonly id: string; readonly slug: string };
  /** A key that a person has signed in with since; undefined without one. */
  readonly newKey: () => string | undefined;
  readonly logger: Logger;
  /** The relay no longer lets this daemon in, or does again. */
  readonly onChange: (refusal: Refusal | undefined) => void;
  readonly onNewKey: (key: string) => void;
}

const probeMs = 60_000;
const lookForKeyMs = 2_000;
const checkTimeoutMs = 5_000;

/**
 * LNK-5: whether the relay lets this daemon into its workspace. Any "no" on the way is only a reason to ask the relay itself;
 * while that says no, nothing is asked but this, every minute and when a person looks, and the logins are looked at for another key.
 * A user without requests for today (LIM-4) is such a case.
 */
export class Access {
  /** Why the daemon is not let in; undefined while it is, as far as is known. */
  refusal: Refusal | undefined;
  private checking: Promise<Refusal | undefined> | undefined;
  private probe: NodeJS.Timeout | undefined;
  private looking: NodeJS.Timeout | undefined;
  /** The last key that was found. */
  private tried: { readonly key: string; readonly atMs: number } | undefined;
  private closed = false;

  constructor(private readonly options: AccessOptions) {}

  /** The client, but it answers in the relay's place while that lets nobody in. */
  guard(client: Client): Client {
    return {
      call: async (name, input, options) => {
        if (this.refusal !== undefined) return this.refusal;
        const answer = await client.call(name, input, options);
        if (!isRefusal(answer) || !isDoubt(name, answer)) return answer;
        return (await this.check()) ?? answer;
      },
    };
  }

  /** Asks the relay; answers why it does not let the daemon in. What is no answer of a relay changes nothing. */
  check(): Promise<Refusal | undefined> {
    return (this.checking ??= this.ask().finally(() => (this.checking = undefined)));
  }

  close(): void {
    this.closed = true;
    this.rest();
  }

  /** The key that was found let nobody in either, and this is why; it is tried again each minute, and another one at once. */
  stayRefused(refusal: Refusal): void {
    if (this.closed) return;
    this.set(refusal);
    this.watch();
  }

  private async ask(): Promise<Refusal | undefined> {
    const { client, workspace, url } = this.options;
    const answer = await client.call(
      'getWorkspace',
      { id: workspace.id },
      { timeoutMs: checkTimeoutMs },
    );
    if (this.closed) return this.refusal;
    if (!isRefusal(answer)) this.set(undefined);
    else if (!isOwnRefusal(answer)) return this.refusal;
    else if (isUsedUp(answer)) this.set(usedUpRefusal(url, answer));
    else if (answer.error === 'Unauthorized') this.set(badKeyRefusal(url));
    else if (answer.error === 'NotFound' || answer.error === 'Forbidden')
      this.set(noMemberRefusal(url, workspace.slug));
    return this.refusal;
  }

  private set(refusal: Refusal | undefined): void {
    if (refusal?.message === this.refusal?.message) return;
    this.refusal = refusal;
    this.options.logger.warn(refusal?.message ?? 'The relay lets this daemon in again.');
    if (refusal === undefined) this.rest();
    else this.watch();
    this.options.onChange(refusal);
  }

  private watch(): void {
    this.rest();
    this.probe = setInterval(() => void this.check(), probeMs).unref();
    this.looking = setInterval(() => this.lookForKey(), lookForKeyMs).unref();
  }

  private rest(): void {
    clearInterval(this.probe);
    clearInterval(this.looking);
  }

  private lookForKey(): void {
    const key = this.options.newKey();
    if (key === undefined) return;
    const nowMs = performance.now();
    const { tried } = this;
    if (tried !== undefined && tried.key === key && nowMs - tried.atMs < probeMs) return;
    this.tried = { key, atMs: nowMs };
    this.rest();
    this.options.onNewKey(key);
  }
}

/** What a person is told whose key the relay does not take. */
export function badKeyRefusal(url: string): Refusal {
  const how = `sign in again with: coord login --relay ${url} (it is tried again each minute)`;
  return refuse('Unauthorized', `The relay no longer accepts this key; ${how}`);
}

function noMemberRefusal(url: string, slug: string): Refusal {
  const what = `You are no longer in the workspace ${slug} of the relay ${url}`;
  return refuse(
    'Unauthorized',
    `${what}. Ask its owner to add you again; it is tried again each minute.`,
  );
}

function usedUpRefusal(url: string, { message, details }: Refusal): Refusal {
  const how =
    'The operator of the relay can raise the tier of the workspace with: coord relay tier (it is tried again each minute)';
  return refuse(
    'RateLimited',
    `The relay ${url} takes no more of you today. ${message} ${how}`,
    details,
  );
}

/** A "no" to a hook may be about the hook, such as a session that the relay does not know, or about the whole workspace. */
function isDoubt(name: string, answer: Refusal): boolean {
  if (answer.error === 'Unauthorized' || isUsedUp(answer)) return true;
  return name === 'hook' && (answer.error === 'NotFound' || answer.error === 'Forbidden');
}
