import type { Client } from '../../shared/client.ts';
import { operations, type JsonOperationName } from '../../shared/contract/index.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { gatherKnowledge } from '../../shared/sync/gather.ts';
import { nothingKnown, type TeamKnowledge } from '../../shared/sync/knowledge.ts';

/** What other slices read of the team's knowledge; empty when it cannot be read. */
export type KnowledgeReader = (workspaceId: string) => Promise<TeamKnowledge>;

/** Reads through the lists that the interface offers, as any client would; whoever asks was let in already. */
export function knowledgeReader(
  handlers: Readonly<Partial<Record<JsonOperationName, (input: never, call: never) => unknown>>>,
): KnowledgeReader {
  const call = ((name: JsonOperationName, input: unknown) =>
    handlers[name]?.(
      operations[name].input.parse(input) as never,
      undefined as never,
    )) as Client['call'];
  return async (workspaceId) => {
    const known = await gatherKnowledge(call, workspaceId);
    return isRefusal(known) ? nothingKnown : known;
  };
}
