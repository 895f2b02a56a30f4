/** DSH-1, RSV-7, RSV-8: a daemon and a page that read the same log know the same of who works and what is held. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { applyMessage } from '../../daemon/replica/apply-message.ts';
import { emptyState } from '../../daemon/replica/workspace-state.ts';
import { afterEvents, noWork, teamOf } from '../../relay/dashboard/page/state/team.ts';
import type { DraftEvent, LogEvent } from '../../shared/contract/events/events.ts';
import { symbolIdUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import { randomFrom } from '../support/random.ts';

const minuteMs = 60_000;
const startMs = Date.parse('2026-01-01T00:00:00.000Z');
const timeAt = (seq: number, minutes = 0) =>
  new Date(startMs + seq * 2_000 + minutes * minuteMs).toISOString();

/** A log that looks random; the same for the same seed. */
function logOf(seed: number, length: number): LogEvent[] {
  const random = randomFrom(seed);
  const roll = (sides: number) => Math.floor(random() * sides);
  return Array.from({ length }, (_, seq) => ({ seq, at: timeAt(seq), ...eventOf(seq, roll) }));
}

function eventOf(seq: number, roll: (sides: number) => number): DraftEvent {
  const session_id = `sess_${roll(6)}`;
  // One file by two spellings.
  const file = ['src/a.ts', 'src/b.ts', 'SRC/B.ts'][roll(3)]!;
  const symbols = [[], ['f'], ['f', 'g']][roll(3)]!.map((name) => `${file}#${name}`);
  const task = `task ${seq}`;
  switch (roll(8)) {
    case 0:
      return startOf(session_id, task);
    case 1:
      return { type: 'session_updated', session_id, task, branch: 'b', current_file: file };
    case 2:
      return { type: 'session_ended', session_id, reason: roll(2) === 0 ? 'ended' : 'expired' };
    case 3:
      return { type: 'file_released', file, symbols, session_id, reason: 'negotiated' };
    case 4:
      return {
        type: 'conflict_detected',
        ...{ file, session_id, by: 'ada', holder: 'bob', holder_session_id: 'sess_0' },
        kind: 'write_denied',
      };
    default:
      return {
        type: 'file_reserved',
        ...{ file, symbols, session_id, task, by: 'ada', fresh: true },
        expires_at: timeAt(seq, 10),
        asked: roll(3) === 0,
        ...(roll(2) === 0 && { changes: linesOf(symbols[0] ?? `${file}#*`) }),
      };
  }
}

function startOf(session_id: string, task: string): DraftEvent {
  const agent = { user_id: 'user_ada', user: 'ada', agent_id: '', agent_type: 'test' };
  return {
    type: 'session_started',
    ...agent,
    session_id,
    conversation_id: session_id,
    task,
    branch: '',
  };
}

function linesOf(symbol_id: string) {
  return { base: 'abc', parts: [{ symbol_id, lines: [{ start: 1, end: 2 }] }] };
}

function knownByDaemon(log: readonly LogEvent[]) {
  const state = emptyState();
  state.seq = -1;
  assert.is(applyMessage(state, { kind: 'events', now: 0, events: log }), 'applied');
  const active = [...state.sessions.values()].filter((session) => session.active);
  return {
    sessions: active
      .map((one) => [one.id, one.task, one.currentFile, one.lastHeartbeatMs].join(' '))
      .sort(),
    holds: [...state.reservations.values()]
      .flat()
      .map((one) => {
        const symbol = symbolIdUnlessWhole(one.filePath, one.symbol) ?? '';
        const task = state.sessions.get(one.sessionId)?.task ?? one.task;
        return [one.filePath, symbol, one.sessionId, task, one.fence, one.expiresAt].join(' ');
      })
      .sort(),
  };
}

/** The page takes its events in bursts. */
function knownByPage(log: readonly LogEvent[]) {
  let work = noWork;
  for (let at = 0; at < log.length; at += 7) work = afterEvents(work, log.slice(at, at + 7));
  const { agents, holds } = teamOf(work);
  return {
    sessions: [...agents.values()]
      .map((one) => [one.id, one.task, one.file, one.lastSignAt].join(' '))
      .sort(),
    holds: [...holds.values()]
      .map((one) =>
        [one.file, one.symbol, one.sessionId, one.task, one.sinceSeq, one.expiresAt].join(' '),
      )
      .sort(),
  };
}

for (const seed of [1, 2, 3, 4])
  test(`DSH-1 a page and a daemon know the same after every event of a log (seed ${seed})`, () => {
    const log = logOf(seed, 200);
    for (let length = 1; length <= log.length; length++) {
      const part = log.slice(0, length);
      assert.equal(knownByPage(part), knownByDaemon(part), JSON.stringify(part.at(-1)));
    }
    assert.ok(knownByPage(log).holds.length > 0);
  });

test('RSV-8 what an expired session holds stays, with its last task; RSV-7 what was asked for stays beside the whole file with lines', () => {
  const file = 'src/a.ts';
  const took = {
    type: 'file_reserved',
    ...{ file, session_id: 'sess_1', by: 'ada', task: 'one', fresh: true },
    expires_at: timeAt(9, 10),
  } as const;
  const drafts: DraftEvent[] = [
    startOf('sess_1', 'one'),
    { ...took, symbols: [`${file}#f`], asked: true },
    { ...took, symbols: [`${file}#g`] },
    { ...took, symbols: [], changes: linesOf(`${file}#*`) },
    { type: 'session_updated', session_id: 'sess_1', task: 'two', branch: '', current_file: '' },
    { type: 'session_ended', session_id: 'sess_1', reason: 'expired' },
  ];
  const log = drafts.map((draft, seq) => ({ ...draft, seq, at: timeAt(seq) }));
  const known = knownByPage(log);
  assert.equal(known, knownByDaemon(log));
  assert.equal(
    known.holds.map((line) => line.split(' ').slice(0, 4).join(' ')),
    ['src/a.ts  sess_1 two', 'src/a.ts src/a.ts#f sess_1 two'],
  );
});

test('DSH-35 a hold stays the same object while only others change', () => {
  const started = { ...startOf('sess_1', 'one'), seq: 0, at: timeAt(0) };
  const took = (file: string, seq: number): LogEvent => ({
    type: 'file_reserved',
    ...{ file, session_id: 'sess_1', by: 'ada', task: 'one', fresh: true, symbols: [] },
    expires_at: timeAt(9, 10),
    ...{ seq, at: timeAt(seq) },
  });
  const before = afterEvents(noWork, [started, took('a.ts', 1), took('b.ts', 2)]);
  const after = afterEvents(before, [took('b.ts', 3)]);
  const held = (work: typeof before, file: string) => teamOf(work).holds.get(`sess_1\n${file}\n`);
  assert.ok(held(before, 'a.ts') !== undefined);
  assert.is(held(after, 'a.ts'), held(before, 'a.ts'));
  assert.is.not(held(after, 'b.ts'), held(before, 'b.ts'));
});

test.run();
