/** What Now makes of the log: whose trouble it is, in which order agents stand, what is said to have happened. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogEvent } from '../../shared/contract/events.ts';
import { contestsAbout, contestsOf } from '../../relay/dashboard/page/views/now/model/contests.ts';
import { alarmsOf } from '../../relay/dashboard/page/views/now/model/alarms.ts';
import { shortBranches } from '../../relay/dashboard/page/views/now/model/branch-name.ts';
import { filesAfter } from '../../relay/dashboard/page/views/now/model/files.ts';
import { fits, inOrder, troubleByAgent } from '../../relay/dashboard/page/views/now/model/order.ts';
import { runsOf } from '../../relay/dashboard/page/state/runs.ts';
import { noTroubles, troublesAfter } from '../../relay/dashboard/page/views/now/model/troubles.ts';
import type { Agent, Hold } from '../../relay/dashboard/page/state/team.ts';

const minuteMs = 60_000;
const start = Date.parse('2026-03-02T10:00:00.000Z');
let lastSeq = 0;

/** An event some minutes after the start. */
function event(minute: number, parts: Record<string, unknown>): LogEvent {
  const at = new Date(start + minute * minuteMs).toISOString();
  return { ...parts, at, seq: ++lastSeq } as unknown as LogEvent;
}

const file = 'src/a.ts';
const login = `${file}#login`;
const denied = (minute: number, symbol?: string) =>
  event(minute, {
    type: 'conflict_detected',
    file,
    ...(symbol !== undefined && { symbol_id: symbol }),
    by: 'bob',
    session_id: 'ses_bob',
    holder: 'ada',
    holder_session_id: 'ses_ada',
    kind: 'write_denied',
  });
const forecast = (minute: number) =>
  event(minute, {
    type: 'conflict_forecast',
    file,
    symbols: [login],
    branches: ['coord/a', 'coord/b'],
    sessions: ['ses_ada', 'ses_cleo'],
    user: 'ada',
  });
const negotiation = {
  negotiation_id: 'neg_1',
  file,
  symbols: [login],
  initiator: 'bob',
  initiator_session: 'ses_bob',
  counterparty: 'ada',
  counterparty_session: 'ses_ada',
};
const adasHold: Hold = {
  key: '1',
  file,
  symbol: login,
  sessionId: 'ses_ada',
  user: 'ada',
  task: '',
  sinceSeq: 1,
  expiresAt: 0,
};

test('DSH-43 each thing that collides stands out, and goes when it is over', () => {
  const waiting = { wait_id: 'w', session_id: 'ses_cleo', user: 'cleo', file, symbols: [login] };
  const troubles = troublesAfter(noTroubles, [
    denied(0, login),
    forecast(0),
    event(0, { type: 'negotiation_opened', ...negotiation }),
    event(0, { type: 'wait_added', ...waiting, wish: 'grant' }),
  ]);
  const kinds = (minute: number, after = troubles) =>
    alarmsOf(after, start + minute * minuteMs).map(({ kind }) => kind);
  assert.equal(kinds(1), ['forecast', 'denied', 'negotiated']);
  assert.equal(kinds(11), ['forecast', 'negotiated']);
  assert.equal(kinds(36), ['negotiated']);
  assert.equal(kinds(36, troublesAfter(troubles, [forecast(30)])), ['forecast', 'negotiated']);
  const escalated = event(2, { type: 'negotiation_escalated', ...negotiation });
  assert.equal(kinds(3, troublesAfter(troubles, [escalated]))[0], 'negotiated');
  const over = [
    event(2, { type: 'negotiation_ended', ...negotiation, status: 'resolved', outcome: 'yield' }),
    event(2, { type: 'workstream_ended', workstream: { slug: 'a', branch: 'coord/a' } }),
  ];
  assert.equal(kinds(3, troublesAfter(troubles, over)), ['denied']);
});

test('DSH-43 an agent that tries again is one denial, not many', () => {
  const troubles = troublesAfter(noTroubles, [denied(0, login), denied(1, login), denied(2)]);
  assert.is(alarmsOf(troubles, start + 3 * minuteMs).length, 2);
});

test('DSH-42 what others want is contested, and what one wants of oneself is not', () => {
  const about = (hold: Hold, events: readonly LogEvent[], minute = 1) => {
    const contests = contestsOf(troublesAfter(noTroubles, events), start + minute * minuteMs);
    return contestsAbout(contests, hold).map(({ kind }) => kind);
  };
  assert.equal(about(adasHold, [denied(0, login), forecast(0)]), ['denied', 'forecast']);
  assert.equal(about(adasHold, [denied(0, login)], 11), []);
  assert.equal(about(adasHold, [denied(0, `${file}#logout`)]), []);
  assert.equal(about(adasHold, [denied(0)]), ['denied'], 'the whole file was wanted');
  assert.equal(about({ ...adasHold, symbol: '' }, [denied(0, login)]), ['denied']);
  assert.equal(about({ ...adasHold, sessionId: 'ses_bob' }, [denied(0, login)]), []);
  assert.equal(about({ ...adasHold, file: 'src/b.ts' }, [denied(0)]), []);
});

function agent(id: string, minutesAgo: number, user = id): Agent {
  const lastSignAt = start - minutesAgo * minuteMs;
  const texts = { client: 'codex', agentId: '', task: 'Tidy up', file: '', branch: 'coord/tidy' };
  return { id, userId: id, user, ...texts, startedAt: 0, lastSignAt };
}

test('DSH-40 those with trouble come first, then who was active last, and edits alone move nobody', () => {
  const agents = [agent('ses_zoe', 0), agent('ses_ada', 90), agent('ses_bob', 5), agent('kim', 1)];
  const ids = (minute: number, events: readonly LogEvent[]) => {
    const nowMs = start + minute * minuteMs;
    const troubled = troubleByAgent(troublesAfter(noTroubles, events), nowMs);
    return inOrder(agents, troubled, nowMs).map(({ id }) => id);
  };
  assert.equal(ids(0, []), ['kim', 'ses_zoe', 'ses_bob', 'ses_ada']);
  assert.equal(ids(0, [denied(0)])[0], 'ses_bob');
  assert.equal(ids(0, [forecast(0)])[0], 'ses_ada');
  assert.equal(ids(0, [forecast(0), denied(0)]).slice(0, 2), ['ses_bob', 'ses_ada']);
});

test('DSH-40 words of a person, a client, a task and a branch find an agent', () => {
  const ada = { ...agent('1', 0, 'Ada Byron'), task: 'Round prices' };
  for (const words of ['ada', 'BYRON codex', 'prices', 'tidy', 'round ada'])
    assert.ok(fits(ada, words), words);
  assert.not.ok(fits(ada, 'ada cursor'));
});

test('DSH-40 what all branches begin with is left out of a narrow column', () => {
  const short = shortBranches(['coord/a', 'coord/b', 'fix/c', 'main']);
  assert.equal(['coord/a', 'fix/c', 'main'].map(short), ['a', 'fix/c', 'main']);
});

const reserved = (minute: number, user: string, name: string, fresh = true) =>
  event(minute, {
    type: 'file_reserved',
    file,
    symbols: [`${file}#${name}`],
    session_id: `ses_${user}`,
    by: user,
    task: '',
    expires_at: new Date(start + (minute + 10) * minuteMs).toISOString(),
    fresh,
  });

test('DSH-46 what happened is told by agents, without what only goes on, and what repeats is told once', () => {
  const log = [
    reserved(0, 'ada', 'login'),
    denied(1, login),
    denied(2, login),
    reserved(3, 'bob', 'other'),
    reserved(4, 'ada', 'login', false),
    event(5, { type: 'decision_recorded', decision: { id: 'dec_1', title: 'JWT' }, user: 'cleo' }),
  ];
  const runs = runsOf(log.toReversed(), new Map());
  assert.equal(
    runs.map(({ user, lines }) => [user, lines.map(({ text, times }) => `${times} ${text}`)]),
    [
      ['cleo', ['1 decided: JWT']],
      ['bob', ['1 holds other · src/a.ts', '2 was denied login · src/a.ts, which ada holds']],
      ['ada', ['1 holds login · src/a.ts']],
    ],
  );
  assert.equal(runs[0]?.lines[0]?.record, ['decisions', 'dec_1']);
  assert.is(runs[1]?.lines[1]?.tone, 'bad');
  const grown = runsOf([reserved(6, 'cleo', 'x'), ...log.toReversed()], new Map());
  assert.is(grown.at(-1)?.key, runs.at(-1)?.key, 'what was shown stays');
});

test('DSH-42 a file that the graph does not know is on the map from its first reservation, and stays', () => {
  const files = filesAfter(new Map([['a.ts', 10]]), ['b.ts'], []);
  assert.equal([...files.keys()], ['a.ts', 'b.ts']);
  assert.is(filesAfter(files, ['b.ts'], ['c.ts']), files);
  assert.equal([...filesAfter(files, [], ['a.ts']).keys()], ['b.ts']);
});

test.run();
