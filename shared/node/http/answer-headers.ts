import type { Refusal } from '../../kernel/refusal.ts';

/** ANS-8: no JSON answer is taken for a page or kept by what stands between, since it is for the holder of one key. */
export const answerHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

export const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  ...answerHeaders,
} as const;

/** What a caller can do about a refusal: how to show a key, which methods there are, when to try again. */
export function refusalHeaders({ error, details }: Refusal): Record<string, string | number> {
  if (error === 'Unauthorized') return { 'www-authenticate': 'Bearer' };
  if (error === 'Unavailable') return { 'retry-after': 1 };
  const { allow, retry_after: retryAfter } = details;
  if (Array.isArray(allow)) return { allow: allow.join(', ') };
  return typeof retryAfter === 'number' ? { 'retry-after': retryAfter } : {};
}

/** A refusal as a whole HTTP/1.1 response, for a connection that no server object answers. */
export function httpResponse(refusal: Refusal): string {
  const body = JSON.stringify(refusal.toBody());
  const headers = Object.entries({ ...jsonHeaders, ...refusalHeaders(refusal) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return (
    `HTTP/1.1 ${refusal.status} ${refusal.error}\r\n` +
    `${headers.join('')}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
  );
}
