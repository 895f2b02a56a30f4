import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DraftEvent, EventPayload, LogEvent } from '../../shared/contract/events/events.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { placeNamed, wholeFile } from '../../shared/reservations/places.ts';
import { findConflict } from '../../shared/reservations/rules.ts';
import type { ReplicaMessage, ReplicaSnapshot } from '../../shared/replica/contract.ts';
import { Replica } from '../../daemon/replica/replica.ts';
import { reservationRecords, sessionRecords } from '../../daemon/replica/records.ts';
import { FakeClock, minutes } from '../support/fake-clock.ts';

const test = suite('replica');
const empty: ReplicaSnapshot = {
  workspace: { id: 'ws_1', slug: 'team', name: 'Team' },
  sessions: [],
  reservations: [],
  workstreams: [],
};

type More = Partial<EventPayload<'file_reserved'>>;

/** A relay's log for one replica. */
class Log {
  readonly clock = new FakeClock();
  readonly replica = new Replica(this.clock);
  private seq = 0;

  constructor() {
    this.replica.user = { userId: 'usr_me', userName: 'Me' };
    this.replica.apply({ kind: 'snapshot', seq: 0, now: this.clock.now(), state: empty });
  }

  apply(...drafts: DraftEvent[]): 'applied' | 'gap' {
    const at = toTimestamp(this.clock.now());
    const events = drafts.map((draft): LogEvent => ({ ...draft, seq: ++this.seq, at }));
    return this.replica.apply({ kind: 'events', now: this.clock.now(), events });
  }

  skip(): void {
    this.seq += 1;
  }

  start(id: string, userId = 'usr_other', conversation = id): void {
    this.apply({
      type: 'session_started',
      session_id: id,
      user_id: userId,
      user: userId === 'usr_me' ? 'Me' : 'Ana',
      conversation_id: conversation,
      agent_id: '',
      agent_type: 'test',
      task: 'Tidy up',
      branch: 'main',
    });
  }

  reserve(sessionId: string, symbols: string[], more: More = {}): void {
    const { file = 'src/a.ts' } = more;
    this.apply({
      type: 'file_reserved',
      ...more,
      file,
      symbols: symbols.map((name) => `${file}#${name}`),
      session_id: sessionId,
      by: 'Ana',
      task: 'Tidy up',
      expires_at: toTimestamp(this.clock.now() + minutes(10)),
      fresh: true,
    });
  }

  /** Names of what is held live in the file. */
  held(file = 'src/a.ts'): string[] {
    const nowMs = this.replica.nowMs();
    const reservations = this.replica.reservationsOf(file).filter((one) => one.expiresAt > nowMs);
    return reservations.map(({ symbol, sessionId }) => `${sessionId}:${symbol}`).sort();
  }
}

test('RSV-7: one reservation per symbol; one of the whole file replaces those of its session’s symbols', () => {
  const log = new Log();
  log.start('sess_a');
  log.reserve('sess_a', ['login', 'logout']);
  log.reserve('sess_a', ['login']);
  assert.equal(log.held(), ['sess_a:login', 'sess_a:logout']);
  log.reserve('sess_a', []);
  assert.equal(log.held(), [`sess_a:${wholeFile}`]);
});

test('RSV-7: two sessions hold one place side by side, each with its lines', () => {
  const log = new Log();
  const base = 'a'.repeat(40);
  const changed = (start: number): More => ({
    changes: {
      base,
      parts: [{ symbol_id: 'src/a.ts#Session.open', lines: [{ start, end: start + 1 }] }],
    },
  });
  log.start('sess_a');
  log.start('sess_b');
  log.reserve('sess_a', ['Session.open'], changed(1));
  log.reserve('sess_b', ['Session.open'], changed(9));
  assert.equal(log.held(), ['sess_a:Session.open', 'sess_b:Session.open']);
  assert.equal(
    log.replica.reservationsOf('src/a.ts').map(({ within, lines }) => [within, lines?.ranges]),
    [
      ['Session', [{ start: 1, end: 2 }]],
      ['Session', [{ start: 9, end: 10 }]],
    ],
  );
  log.apply({
    type: 'file_released',
    file: 'src/a.ts',
    symbols: ['src/a.ts#Session.open'],
    session_id: 'sess_a',
    reason: 'expired',
  });
  assert.equal(log.held(), ['sess_b:Session.open']);
});

test('RSV-13: what was asked for stays so after a write, and keeps its lines when it is asked for again', () => {
  const log = new Log();
  const base = 'a'.repeat(40);
  const parts = [{ symbol_id: 'src/a.ts#login', lines: [{ start: 1, end: 2 }] }];
  log.start('sess_a');
  log.reserve('sess_a', ['login'], { asked: true });
  log.reserve('sess_a', ['login'], { changes: { base, parts } });
  log.reserve('sess_a', ['login'], { asked: true });
  const [held] = reservationRecords(log.replica);
  assert.is(held?.asked, true);
  assert.equal(held?.lines, { base, ranges: [{ start: 1, end: 2 }] });
});

test('RSV-12: the replica follows what collides in the workspace', () => {
  const log = new Log();
  assert.is(log.replica.conflictPolicy(), 'members');
  log.apply({ type: 'workspace_changed', user: 'Ana', conflict_policy: 'lines' });
  assert.is(log.replica.conflictPolicy(), 'lines');
});

test('RSV-2: a further edit extends the reservation, which keeps its fence', () => {
  const log = new Log();
  log.start('sess_a');
  log.reserve('sess_a', ['login']);
  const [before] = log.replica.reservationsOf('src/a.ts');
  log.clock.advance(minutes(9));
  log.reserve('sess_a', ['login']);
  log.clock.advance(minutes(9));
  const [after] = log.replica.reservationsOf('src/a.ts');
  assert.equal(log.held(), ['sess_a:login']);
  assert.is(after?.fence, before?.fence);
});

test('RSV-8: a reservation that ended by itself does not count, with its event or without', () => {
  const log = new Log();
  log.start('sess_a');
  log.reserve('sess_a', []);
  log.clock.advance(minutes(10));
  assert.equal(log.held(), []);
  assert.equal(reservationRecords(log.replica), []);
});

test('RSV-8: the end of a session frees its reservations when the relay says so; its expiry alone does not', () => {
  const log = new Log();
  log.start('sess_a');
  log.reserve('sess_a', ['login']);
  log.apply({ type: 'session_ended', session_id: 'sess_a', reason: 'expired' });
  assert.equal(log.held(), ['sess_a:login']);
  assert.equal(sessionRecords(log.replica), []);
  log.apply({
    type: 'file_released',
    file: 'src/a.ts',
    symbols: ['src/a.ts#login'],
    session_id: 'sess_a',
    reason: 'expired',
  });
  assert.equal(log.held(), []);
});

test('SES-4: an expired session of one’s own is not a stranger to its own reservations', () => {
  const log = new Log();
  log.start('sess_me', 'usr_me', 'mine');
  log.reserve('sess_me', []);
  log.apply({ type: 'session_ended', session_id: 'sess_me', reason: 'expired' });
  const session = log.replica.sessionOf({ conversationId: 'mine', agentId: '' });
  const request = { sessionId: session?.id ?? '', places: [placeNamed(wholeFile)] };
  assert.is(
    findConflict(log.replica.reservationsOf('src/a.ts'), request, {
      nowMs: log.replica.nowMs(),
      policy: 'members',
    }),
    undefined,
  );
});

test('SES-1: the same conversation id of another user is another session', () => {
  const log = new Log();
  log.start('sess_other', 'usr_other', 'same');
  assert.is(log.replica.sessionOf({ conversationId: 'same', agentId: '' }), undefined);
});

test('FED-2: a gap is noticed, by events and by a heartbeat, and nothing of it is applied', () => {
  const log = new Log();
  log.start('sess_a');
  log.skip();
  log.reserve('sess_a', ['login']);
  assert.equal(log.held(), []);
  const { seq } = log.replica.state;
  assert.is(log.replica.apply({ kind: 'heartbeat', now: 0, seq: seq + 1 }), 'gap');
  assert.is(log.replica.apply({ kind: 'heartbeat', now: 0, seq }), 'applied');
});

test('FED-2: events that came before change nothing', () => {
  const log = new Log();
  const at = toTimestamp(log.clock.now());
  const renamed: LogEvent = { type: 'workspace_renamed', name: 'Crew', seq: 1, at };
  const message: ReplicaMessage = { kind: 'events', now: log.clock.now(), events: [renamed] };
  assert.is(log.replica.apply(message), 'applied');
  assert.is(log.replica.apply(message), 'applied');
  assert.is(log.replica.state.seq, 1);
});

test('FED-2: a snapshot of what the events made is the same state', () => {
  const log = new Log();
  log.start('sess_a');
  log.start('sess_me', 'usr_me', 'mine');
  log.reserve('sess_a', ['login']);
  log.reserve('sess_me', [], { file: 'README.md' });
  const state = {
    ...empty,
    sessions: sessionRecords(log.replica),
    reservations: reservationRecords(log.replica),
  };
  const other = new Replica(log.clock);
  other.user = log.replica.user;
  other.apply({ kind: 'snapshot', seq: log.replica.state.seq, now: log.clock.now(), state });
  assert.equal(reservationRecords(other), state.reservations);
  assert.equal(sessionRecords(other), state.sessions);
});

test('OFF-1: the relay’s clock decides what is live', () => {
  const log = new Log();
  log.start('sess_a');
  log.reserve('sess_a', []);
  const now = log.clock.now() + minutes(11);
  log.replica.apply({ kind: 'heartbeat', now, seq: log.replica.state.seq });
  assert.is(log.replica.nowMs(), now);
  assert.equal(log.held(), []);
});

const mine = { conversationId: 'mine', agentId: '' };
const facts = { agentType: 'test' };
const reservation = (log: Log) => ({
  filePath: 'src/a.ts',
  places: ['login'].map(placeNamed),
  expiresAt: log.clock.now() + minutes(10),
});

test('OFF-2: read your writes: a granted reservation counts before the stream brings it, and once after', () => {
  const log = new Log();
  const session = log.replica.opened(mine, 'sess_me', facts);
  log.replica.addOwnReservations(session, {
    ...reservation(log),
    origin: { kind: 'granted', fence: 2 },
  });
  assert.equal(log.held(), ['sess_me:login']);
  log.start('sess_me', 'usr_me', 'mine');
  log.reserve('sess_me', ['login']);
  assert.equal(log.held(), ['sess_me:login']);
  assert.is(reservationRecords(log.replica).length, 1);
});

test('OFF-2: a grant that the stream has brought already, and more since, changes nothing', () => {
  const log = new Log();
  log.start('sess_me', 'usr_me', 'mine');
  log.reserve('sess_me', ['login']);
  log.apply({
    type: 'file_released',
    file: 'src/a.ts',
    symbols: ['src/a.ts#login'],
    session_id: 'sess_me',
    reason: 'session_ended',
  });
  const session = log.replica.opened(mine, 'sess_me', facts);
  log.replica.addOwnReservations(session, {
    ...reservation(log),
    origin: { kind: 'granted', fence: 2 },
  });
  assert.equal(log.held(), []);
});

test('OFF-2: a provisional reservation counts until its command is answered, under the session’s real id', () => {
  const log = new Log();
  const session = log.replica.openLocally(mine, facts);
  assert.match(session.id, /^sess_local_/);
  log.replica.addOwnReservations(session, {
    ...reservation(log),
    origin: { kind: 'provisional', commandKey: 'k' },
  });
  assert.ok(reservationRecords(log.replica)[0]?.provisional);
  log.start('sess_me', 'usr_me', 'mine');
  assert.equal(log.held(), ['sess_me:login']);
  log.replica.commandAnswered('k');
  assert.equal(log.held(), []);
});

test('OFF-2: a local id goes on meaning its conversation, and no other one', () => {
  const log = new Log();
  const { id } = log.replica.openLocally(mine, facts);
  log.replica.openLocally({ ...mine, agentId: 'sub' }, facts);
  log.start('sess_ana', 'usr_other', 'mine');
  log.start('sess_me', 'usr_me', 'mine');
  assert.is(log.replica.session(id)?.id, 'sess_me');
  log.start('sess_again', 'usr_me', 'mine');
  assert.is(log.replica.session(id)?.id, 'sess_again');
  assert.is(log.replica.session('sess_local_0'), undefined);
});

test('SES-3: a conversation that ended and began again while the relay was away has what its subagent wrote since', () => {
  const log = new Log();
  const open = (agentId: string) => log.replica.openLocally({ ...mine, agentId }, facts);
  const wrote = (place: string) => {
    const origin = { kind: 'provisional' as const, commandKey: place };
    const places = [placeNamed(place)];
    log.replica.addOwnReservations(open('sub'), { ...reservation(log), places, origin });
    log.replica.handOver(open('sub'), open(''));
  };
  const main = open('');
  wrote('before');
  assert.equal(log.held(), [`${main.id}:before`]);
  log.replica.release(main);
  assert.equal(log.held(), []);
  assert.is(open('').id, main.id);
  wrote('since');
  assert.equal(log.held(), [`${main.id}:since`]);
});

test('SES-3: what ended here is free here at once, and counts again only when the relay speaks of the session', () => {
  const log = new Log();
  log.start('sess_me', 'usr_me', 'mine');
  log.reserve('sess_me', ['login']);
  const session = log.replica.sessionOf(mine);
  assert.ok(session);
  log.replica.release(session);
  assert.equal(log.held(), []);
  assert.equal(sessionRecords(log.replica), []);
  log.start('sess_me', 'usr_me', 'mine');
  assert.equal(log.held(), ['sess_me:login']);
});

test('SES-3: the end of a conversation frees what its subagents hold, the end of a subagent only its own', () => {
  const log = new Log();
  for (const agentId of ['', 'one', 'two']) {
    const session = log.replica.opened({ ...mine, agentId }, `sess_${agentId}`, facts);
    const origin = { kind: 'provisional' as const, commandKey: agentId };
    const places = [placeNamed(`of${agentId}`)];
    log.replica.addOwnReservations(session, { ...reservation(log), places, origin });
  }
  const end = (agentId: string) => {
    const session = log.replica.sessionOf({ ...mine, agentId });
    assert.ok(session);
    log.replica.release(session);
  };
  end('one');
  assert.equal(log.held(), ['sess_:of', 'sess_two:oftwo']);
  end('');
  assert.equal(log.held(), []);
});

test('SES-3: what a subagent wrote is its conversation’s at once, under whatever id the two get', () => {
  const log = new Log();
  const [main, sub] = ['', 'one'].map((agentId) =>
    log.replica.openLocally({ ...mine, agentId }, facts),
  );
  assert.ok(main && sub);
  const origin = { kind: 'provisional' as const, commandKey: 'k' };
  const places = [placeNamed('login'), { ...placeNamed('asked'), asked: true }];
  log.replica.addOwnReservations(sub, { ...reservation(log), places, origin });
  log.replica.handOver(sub, main);
  assert.equal(log.held(), [`${main.id}:login`]);
  log.replica.opened(mine, 'sess_main', facts);
  log.replica.opened({ ...mine, agentId: 'one' }, 'sess_one', facts);
  assert.equal(log.held(), ['sess_main:login']);
  log.replica.openLocally({ ...mine, agentId: 'one' }, facts);
  assert.equal(log.held(), ['sess_one:asked', 'sess_one:login'], 'the subagent goes on');
});

test('SES-6 a session that ends holds nothing, though the log has not released it; one that expires does', () => {
  const log = new Log();
  for (const id of ['sess_a', 'sess_b']) log.start(id);
  log.reserve('sess_a', ['one']);
  log.reserve('sess_b', ['two']);
  log.apply({ type: 'session_ended', session_id: 'sess_b', reason: 'expired' });
  log.apply({ type: 'session_ended', session_id: 'sess_a', reason: 'ended' });
  const held = log.replica.liveReservations(log.clock.now()).map(({ sessionId }) => sessionId);
  assert.equal(held, ['sess_b']);
});

test.run();
