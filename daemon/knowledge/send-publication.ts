import type { Client, Request } from '../../shared/api/client.ts';
import type { Output } from '../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Logger } from '../kernel/logger.ts';

export type Publication = Omit<Request<'publishSymbols'>, 'id'>;
export type Answer = Output<'publishSymbols'>;

export interface PublisherOptions {
  readonly client: () => Client | undefined;
  readonly workspaceId: () => string | undefined;
  readonly logger: Logger;
}

/** How long the hook of a write waits for the decisions that became stale by it. */
const waitMs = 800;

/** Unavailable without a relay. A refusal is logged. */
export async function sendPublication(
  { client, workspaceId, logger }: PublisherOptions,
  publication: Publication,
): Promise<Answer | Refusal> {
  const [relay, id] = [client(), workspaceId()];
  if (relay === undefined || id === undefined)
    return refuse('Unavailable', 'The relay is not connected.');
  const options = publication.full === true ? {} : { timeoutMs: waitMs };
  const answer = await relay.call('publishSymbols', { id, ...publication }, options);
  if (isRefusal(answer)) logger.warn(`The relay did not take symbols: ${answer.message}`);
  return answer;
}

/** What the relay does not take for what it is it will not take later either. */
export function isFinal({ error }: Refusal): boolean {
  return error === 'ValidationError' || error === 'NotFound' || error === 'TooLarge';
}
