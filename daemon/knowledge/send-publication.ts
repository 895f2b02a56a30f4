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

/** A relay to which several daemons come back at once answers late; what it answers then is still needed. */
const timeoutMs = 5_000;

/** Unavailable without a relay. A refusal is logged. */
export async function sendPublication(
  { client, workspaceId, logger }: PublisherOptions,
  publication: Publication,
): Promise<Answer | Refusal> {
  const [relay, id] = [client(), workspaceId()];
  if (relay === undefined || id === undefined)
    return refuse('Unavailable', 'The relay is not connected.');
  const options = publication.full === true ? {} : { timeoutMs };
  const answer = await relay.call('publishSymbols', { id, ...publication }, options);
  if (isRefusal(answer)) logger.warn(`The relay did not take symbols: ${answer.message}`);
  return answer;
}

/** Whether it is to be sent again. What the relay does not take for what it is it will not take later either. */
export function mustWait(answer: Answer | Refusal): answer is Refusal {
  return isRefusal(answer) && !['ValidationError', 'NotFound', 'TooLarge'].includes(answer.error);
}
