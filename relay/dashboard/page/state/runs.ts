import type { LogEvent } from '../../../../shared/contract/events/events.ts';
import {
  describeEvent,
  isAgainstRule,
  isRoutine,
  type Names,
} from '../../../../shared/feed/sentence.ts';
import { shownUser } from '../../../../shared/kernel/display.ts';
import { otherName, shortPlace } from './names.ts';

/** What one agent did without another in between. */
export interface Run {
  /** The same while newer lines are added. */
  readonly key: string;
  /** Empty for what nobody did, such as a time that is up. */
  readonly user: string;
  readonly sessionId: string;
  /** Of its newest line. */
  readonly at: string;
  /** The newest first. */
  readonly lines: readonly Line[];
}

export interface Line {
  /** Of the oldest event that it says. */
  readonly key: number;
  readonly at: string;
  /** In few words, without the name of who did it, which stands beside. */
  readonly text: string;
  readonly sentence: string;
  /** How many events in a row it says. */
  readonly times: number;
  readonly tone: 'plain' | 'bad' | 'warn';
  /** Parts of the address of the record that it is about; none for most. */
  readonly record: readonly string[] | undefined;
}

/**
 * The feed by agents: events newest first, without those that say that something goes on as before. `me` is the name of who reads
 * it.
 */
export function runsOf(events: readonly LogEvent[], names: Names, me = ''): Run[] {
  const runs: (Run & { lines: Line[]; key: string })[] = [];
  for (const event of events) {
    if (isRoutine(event)) continue;
    const actor = actorOf(event);
    const line = lineOf(event, actor.user, names, me);
    const run = runs.at(-1);
    if (run === undefined || run.sessionId !== actor.sessionId || run.user !== actor.user)
      runs.push({ ...actor, key: String(event.seq), at: event.at, lines: [line] });
    else addTo(run, line);
  }
  return runs;
}

function addTo(run: { lines: Line[]; key: string }, line: Line): void {
  run.key = String(line.key);
  const last = run.lines.at(-1);
  if (last === undefined || last.text !== line.text) run.lines.push(line);
  else run.lines[run.lines.length - 1] = { ...last, key: line.key, times: last.times + 1 };
}

interface Actor {
  readonly user: string;
  readonly sessionId: string;
}

type Named = Partial<
  Record<'by' | 'user' | 'session_id' | 'initiator' | 'initiator_session', string>
>;

/** Who did it. What time did (a lease that ran out) is told of whose it was. */
function actorOf(event: LogEvent): Actor {
  const named = event as unknown as Named;
  if (event.type === 'negotiation_opened')
    return { user: event.initiator, sessionId: event.initiator_session };
  if (event.type === 'decision_superseded') return { user: event.user, sessionId: '' };
  return { user: named.by ?? named.user ?? '', sessionId: named.session_id ?? '' };
}

function lineOf(event: LogEvent, user: string, names: Names, me: string): Line {
  const sentence = describeEvent(event, names);
  return {
    key: event.seq,
    at: event.at,
    text: shortText(event, me) ?? withoutName(sentence, shownUser(user)),
    sentence,
    times: 1,
    tone: toneOf(event),
    record: recordIn(event),
  };
}

/** What happens most, in the fewest words. */
function shortText(event: LogEvent, me: string): string | undefined {
  switch (event.type) {
    case 'file_reserved':
      return `holds ${shortPlace(event)}`;
    case 'file_released':
      return event.reason === 'expired'
        ? `ran out of time: ${shortPlace(event)}`
        : `let go of ${shortPlace(event)}`;
    case 'conflict_detected': {
      if (isAgainstRule(event)) return undefined;
      const symbols = event.symbol_id === undefined ? [] : [event.symbol_id];
      const place = shortPlace({ file: event.file, symbols });
      const holder = otherName(event.holder, event.by, me);
      return event.kind === 'write_raced'
        ? `wrote over ${place}, which ${holder} held`
        : `was denied ${place}, which ${holder} holds`;
    }
    default:
      return undefined;
  }
}

/** `ada left` and `ada (claude-code) left` are `left` below a name. */
function withoutName(sentence: string, name: string): string {
  if (name === '' || !sentence.startsWith(`${name} `)) return sentence;
  return sentence.slice(name.length + 1).replace(/^\([^()]{1,100}\) /, '');
}

function toneOf({ type }: LogEvent): Line['tone'] {
  switch (type) {
    case 'conflict_detected':
    case 'gate_failed':
      return 'bad';
    case 'conflict_forecast':
    case 'negotiation_escalated':
    case 'decision_stale':
      return 'warn';
    default:
      return 'plain';
  }
}

/** The parts of the address of the record that an event is about; undefined where it is about none. */
function recordIn(event: LogEvent): readonly string[] | undefined {
  switch (event.type) {
    case 'decision_superseded':
      return decision(event.by);
    case 'decision_recorded':
    case 'decision_stale':
    case 'decision_stale_again':
    case 'decision_reaffirmed':
    case 'decision_proposed':
      return decision(event.decision);
    case 'convention_proposed':
    case 'convention_changed':
    case 'convention_retired':
      return ['conventions', event.convention.id];
    case 'task_created':
    case 'task_claimed':
    case 'task_changed':
    case 'task_done':
    case 'task_unblocked':
      return ['work', 'tasks', event.task.id];
    case 'workstream_started':
    case 'workstream_changed':
    case 'workstream_joined':
    case 'workstream_ended':
      return ['work', event.workstream.slug];
    case 'gate_failed':
    case 'gate_dismissed':
    case 'gate_approved':
    case 'gate_retracted':
      return ['work', 'gate'];
    case 'negotiation_escalated':
      return ['inbox', 'negotiation', event.negotiation_id];
    case 'meeting_started':
    case 'meeting_completed':
    case 'meeting_read':
      return ['meetings', event.meeting.id];
    case 'work_package_claimed':
    case 'work_package_changed':
      return ['work', 'packages'];
    default:
      return undefined;
  }
}

function decision({ id }: { readonly id?: string | undefined }): readonly string[] | undefined {
  return id === undefined ? undefined : ['decisions', id];
}
