import type { Refusal } from '../kernel/refusal.ts';

/** Whether the service itself said no in its own words; else something between said it, or what came was no answer. */
export function isOwnRefusal({ details }: Refusal): boolean {
  return details['status'] === undefined && details['operation'] === undefined;
}

/** Whether no answer of the service came, or none that could be read: what the client says then begins so. */
export function isUnanswered({ error, message }: Refusal): boolean {
  return error === 'Unavailable' && message.startsWith('The service ');
}

/** LIM-4: whether the relay said no because the user has no requests left for today. */
export function isUsedUp(refusal: Refusal): boolean {
  const { error, details } = refusal;
  return (
    error === 'RateLimited' && typeof details['resets_at'] === 'string' && isOwnRefusal(refusal)
  );
}
