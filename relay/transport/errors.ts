import type { FastifyError } from 'fastify';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { storeRefusal } from '../kernel/disk-refusal.ts';

export const notJson = refuse(
  'ValidationError',
  'Send the body as JSON, with Content-Type: application/json.',
);

/** Whatever was thrown while a request was read, as an answer that the caller can act on (ANS-2). */
export function refusalOf(error: FastifyError): Refusal | undefined {
  if (isRefusal(error)) return error;
  const noStore = storeRefusal(error);
  if (noStore !== undefined) return noStore;
  if (error.statusCode === 413) return refuse('TooLarge', 'The body is too large.');
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return notJson;
  }
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return refuse('ValidationError', 'The request could not be read. Check its form.');
  }
  return undefined;
}

/** For an error that nothing else explains. */
export function unavailable(error?: unknown): Refusal {
  return (
    storeRefusal(error) ??
    refuse(
      'Unavailable',
      'The relay could not answer. Nothing is known to be lost; try again in a moment.',
    )
  );
}
