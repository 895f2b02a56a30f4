import { minutesUntil } from '../../kernel/clock.ts';
import { asData, quoted, shownAgentOf, shownId, shownUser } from '../../kernel/display.ts';
import {
  isAgainstRule,
  note,
  placeLabel,
  symbolLabel,
  user,
  what,
  type FeedEvent,
  type Names,
  type Sentences,
  agentName,
} from './phrases.ts';

/** Who is here, what they have reserved, and what that changed. */
export const coordinationSentences: Sentences<
  | 'file_reserved'
  | 'file_released'
  | 'conflict_detected'
  | 'session_started'
  | 'session_updated'
  | 'session_ended'
  | 'agent_sync'
  | 'member_added'
  | 'member_removed'
  | 'workspace_renamed'
  | 'workspace_changed'
  | 'graph_changed'
  | 'signature_changed'
> = {
  file_reserved: (event) =>
    `${shownUser(event.by)} holds ${what(event)} for ${minutes(event)} min${note(event.task)}`,
  file_released: (event, names) =>
    `${who(event.session_id, { name: event.by, client: event.agent_type }, names)} no longer holds ${what(event)}${whyEnded(event.reason)}`,
  conflict_detected: (event) => conflict(event),
  session_started: (event) =>
    `${user(event)} started ${shownUser(event.agent_type)}${note(event.task)}`,
  session_updated: (event, names) => `${whose(event, names)} goes on${note(event.task)}`,
  session_ended: (event, names) => `${whose(event, names)} left${whyEnded(event.reason)}`,
  agent_sync: (event) => `${user(event)} synced${note(event.task)}`,
  member_added: (event) =>
    event.changed === true
      ? `${user(event)} is ${asData(event.role)} now`
      : `${user(event)} joined as ${asData(event.role)}`,
  member_removed: (event) => `${user(event)} was removed`,
  workspace_renamed: (event) => `The workspace is now called ${quoted(event.name)}`,
  workspace_changed: (event) => `${user(event)} set ${settingsIn(event).join(', ')}`,
  graph_changed: (event) =>
    `The symbols of ${event.files.length === 1 ? shownId(event.files[0] ?? '') : `${event.files.length} files`} have changed`,
  signature_changed: (event) =>
    `${event.user === '' ? 'A commit that was pulled' : user(event)} changed the signature of ${symbolLabel(event.symbol)}: ${quoted(event.new_signature, 160)}`,
};

const settingTexts = {
  conflict_policy: 'what collides',
  gate_policy: 'what the test gate takes',
  test_gaps: 'results that leave out tests',
  must_rules: 'whose rules deny writes',
  branch_prefix: 'the prefix of branches',
} as const;

/** FED-8: each setting that changed, with its new value. A newer relay may name others. */
function settingsIn(event: FeedEvent & { type: 'workspace_changed' }): string[] {
  const { changed = ['conflict_policy'] } = event;
  const known = Object.entries(settingTexts).filter(([name]) => changed.includes(name));
  const texts = known.map(
    ([name, text]) => `${text} to ${asData(event[name as keyof typeof settingTexts] ?? '')}`,
  );
  return texts.length === 0 ? [changed.map((name) => asData(name)).join(' and ')] : texts;
}

type SessionEvent = FeedEvent & { type: 'session_updated' | 'session_ended' };

function conflict(event: FeedEvent & { type: 'conflict_detected' }): string {
  const by = shownUser(event.by);
  const thing = placeLabel(event.symbol_id ?? event.file, event.lines && [event.lines]);
  if (isAgainstRule(event)) {
    const rule = event.convention?.title ?? event.holder;
    const what = event.kind === 'write_raced' ? 'wrote' : 'was kept from writing';
    return `${by} ${what} ${thing}: the rule ${quoted(rule)} forbids it`;
  }
  const holder = shownAgentOf(event.holder, event.by);
  return event.kind === 'write_denied'
    ? `${by} was kept from writing ${thing}: ${holder} holds it`
    : `${by} wrote ${thing} while ${holder} held it`;
}

function minutes({ at, expires_at: until }: { at: string; expires_at: string }): number {
  return minutesUntil(Date.parse(until), Date.parse(at));
}

function whyEnded(reason: string): string {
  const reasons: Record<string, string> = {
    expired: ' (time is up)',
    member_removed: ' (removed from the workspace)',
  };
  return reasons[reason] ?? '';
}

interface Whose {
  readonly name: string | undefined;
  readonly client: string | undefined;
}

function whose(
  { session_id: id, user: name, agent_type: client }: SessionEvent,
  names: Names,
): string {
  return who(id, { name, client }, names);
}

/** SES-7: the person and the client, never an id, which tells nobody anything. */
function who(sessionId: string, { name, client }: Whose, names: Names): string {
  if (name === undefined) return asData(names.get(sessionId) ?? 'An agent');
  return client === undefined ? shownUser(name) : agentName(name, client);
}
