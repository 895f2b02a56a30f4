import type { LogEvent } from '../../../../shared/contract/events/events.ts';
import {
  describeEvent,
  isAgainstRule,
  isRoutine,
  type Names,
} from '../../../../shared/feed/sentence.ts';
import { shownUser } from '../../../../shared/kernel/display.ts';
import { recordsChangedBy, type ChangedRecord } from './changed-records.ts';
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

/** `ada left` and `ada (claude-code) left` are `left` below a name. What two did is said of both. */
function withoutName(sentence: string, name: string): string {
  const isOfOne = sentence.startsWith(`${name} `) && !sentence.startsWith(`${name} and `);
  if (name === '' || !isOfOne) return sentence;
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

/** The parts of the address of the record that an event is about; undefined where it is about none that a view opens. */
function recordIn(event: LogEvent): readonly string[] | undefined {
  const { kind, id = '' }: Partial<ChangedRecord> = recordsChangedBy(event)[0] ?? {};
  switch (kind) {
    case 'decision':
    case 'convention':
    case 'meeting':
      return [`${kind}s`, id];
    case 'task':
      return ['work', 'tasks', id];
    case 'workstream':
      return ['work', 'workstreams', id];
    case 'run':
      return ['work', 'gate'];
    case 'package':
      return ['work', 'packages'];
    case 'negotiation':
      // What agents can still settle waits for no person.
      return event.type === 'negotiation_escalated' ? ['inbox', kind, id] : undefined;
    default:
      return undefined;
  }
}
