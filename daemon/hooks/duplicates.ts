import { LRUCache } from 'lru-cache';
import type { FileCall } from '../../shared/clients/common/hook-call.ts';

const maxEntries = 2_000;

/**
 * SES-5: the same tool call that is reported twice, because two clients read one configuration, counts once: the second
 * report gets the first one's answer.
 */
export class Duplicates<Answer> {
  private readonly answers = new LRUCache<string, Promise<Answer>>({ max: maxEntries });

  once(call: FileCall, run: () => Promise<Answer>): Promise<Answer> {
    if (call.toolUseId === undefined) return run();
    const { conversationId, agentId } = call.conversation;
    const paths = call.files.map(({ path }) => path);
    const key = [call.effect, conversationId, agentId, call.toolUseId, ...paths].join('\n');
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    const answer = run();
    this.answers.set(key, answer);
    return answer;
  }
}
