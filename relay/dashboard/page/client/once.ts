import type { Client } from '../../../../shared/api/caller.ts';
import type { JsonOperationName } from '../../../../shared/api/operations.ts';
import { isPassing } from '../../../../shared/kernel/refusal.ts';

/**
 * DSH-4: a client whose writes are done once (ANS-5). Whoever sends the same again after no answer came means the same thing, so it
 * has the same key. After any answer it is meant anew: what was done meanwhile may have taken it back.
 */
export function onceEach(client: Client, writes: (name: JsonOperationName) => boolean): Client {
  const lost = new Map<string, string>();
  return {
    async call(name, input, options) {
      if (!writes(name)) return client.call(name, input, options);
      const intent = `${name} ${JSON.stringify(input)}`;
      const idempotencyKey = lost.get(intent) ?? newKey();
      const answer = await client.call(name, input, { ...options, idempotencyKey });
      if (isPassing(answer)) lost.set(intent, idempotencyKey);
      else lost.clear();
      return answer;
    },
  };
}

/** `crypto.randomUUID` is not there where a relay is reached without TLS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
}
