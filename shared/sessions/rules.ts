import { refuse, type Refusal } from '../kernel/refusal.ts';
import type { HookBody } from './contract.ts';

/** Durations that a team may change; milliseconds. */
export interface Durations {
  readonly reservationTtlMs: number;
  readonly sessionTtlMs: number;
  /** How long a negotiation waits for an answer unless its initiator says otherwise. */
  readonly negotiationDeadlineMs: number;
  readonly receiptTtlMs: number;
}

export const defaultDurations: Durations = {
  reservationTtlMs: 10 * 60_000,
  sessionTtlMs: 5 * 60_000,
  negotiationDeadlineMs: 5 * 60_000,
  receiptTtlMs: 60 * 60_000,
};

/** SES-1: what identifies a session among those of one user in one workspace; a subagent has a session of its own. */
export interface ConversationKey {
  readonly conversationId: string;
  readonly agentId: string;
}

export function conversationOf(
  body: Pick<HookBody, 'conversation_id' | 'session_id' | 'agent_id'>,
): ConversationKey {
  return {
    conversationId: body.conversation_id ?? body.session_id ?? '',
    agentId: body.agent_id ?? '',
  };
}

/** One name for it, for as long as it lasts: its session's id may change when the relay comes back. */
export function conversationName({ conversationId, agentId }: ConversationKey): string {
  return `${conversationId}\n${agentId}`;
}

/** SES-3: whether a conversation ends when `ended` does: it is that one, or a subagent of it. */
export function endsWith(ended: ConversationKey, one: ConversationKey): boolean {
  const isOwn = ended.agentId === '' || one.agentId === ended.agentId;
  return isOwn && one.conversationId === ended.conversationId;
}

/** ACC-5: the NotFound for a session that is unknown or another user's; `field` is what the caller named it by. */
export function noSuchSession(field: string): Refusal {
  return refuse(
    'NotFound',
    'No such session of yours. Any hook event of a conversation opens one.',
    {
      field,
    },
  );
}

/** In characters: nobody assents at such length. */
const maxAssentLength = 80;

/** What phrases of assent are made of. A single word names no work in any language, and needs no list. */
const assentWords: ReadonlySet<string> = new Set(
  (
    'again ahead all alright and any as both by continue correct do does done everything exactly fine first forward go going good ' +
    'great is it just keep let looks makes me next no now nope of ok okay on one option perfect please proceed resume ' +
    'right same sense so sounds step still suggested sure thank thanks that the then these this those to try up want what ' +
    "with works would yeah yep yes you your i'd i'm let's that's it's"
  ).split(' '),
);

/** What somebody picks from a list that an agent has shown. */
const choice = /^(?:[a-z]|\d+)$/;

/** SES-8: whether a prompt says what is worked on. One that only assents or continues leaves the task as it was. */
export function namesWork(prompt: string): boolean {
  if (prompt.length > maxAssentLength) return true;
  const words = wordsIn(prompt.toLowerCase().replaceAll('’', "'"));
  return words.length > 1 && !words.every((word) => assentWords.has(word) || choice.test(word));
}

/** What a hook body says of the task. */
interface TaskFields {
  readonly task?: string | undefined;
  readonly prompt?: string | undefined;
}

/** SES-8: the task that a hook body sets; undefined where it names no work. A `task` is one whatever it says. */
export function taskIn({ task, prompt = '' }: TaskFields): string | undefined {
  const said = prompt.trim();
  const given = task ?? (namesWork(said) ? said : '');
  return given === '' ? undefined : given;
}

/** Also of languages that write no spaces. */
function wordsIn(text: string): string[] {
  const segments = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)];
  return segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}
