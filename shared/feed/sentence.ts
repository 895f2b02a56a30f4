import type { EventType } from '../contract/events/events.ts';
import { asData } from '../kernel/display.ts';
import { coordinationSentences } from './sentences/coordination.ts';
import { knowledgeSentences } from './sentences/knowledge.ts';
import type { FeedEvent, Names, Sentences } from './sentences/phrases.ts';
import { workSentences } from './sentences/work.ts';

export {
  agentName,
  isAgainstRule,
  linkedLabel,
  placeLabel,
  staleReason,
  symbolLabel,
  type FeedEvent,
  type Names,
} from './sentences/phrases.ts';

const sentences: Sentences<EventType> = {
  ...coordinationSentences,
  ...knowledgeSentences,
  ...workSentences,
};

/** One readable sentence about an event. Of an event that only a newer relay knows, its type. */
export function describeEvent(event: FeedEvent, names: Names): string {
  if (!Object.hasOwn(sentences, event.type)) return asData((event as { type: string }).type);
  return sentences[event.type](event as never, names);
}

/** Whether an event only says that something goes on as before. */
export function isRoutine(event: FeedEvent): boolean {
  return (
    event.type === 'session_updated' ||
    event.type === 'graph_changed' ||
    event.type === 'wait_added' ||
    event.type === 'gate_confirmed' ||
    (event.type === 'file_reserved' && !event.fresh)
  );
}
