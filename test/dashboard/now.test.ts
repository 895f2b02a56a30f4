/** What Now makes of the log: whose trouble it is, in which order agents stand, what is said to have happened. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import {
  activityAfter,
  countSince,
  noActivity,
} from '../../relay/dashboard/page/views/now/model/activity.ts';
import {
  contestsAbout,
  wantedText,
  contestsOf,
  alarmsOf,
  fits,
  inOrder,
  troubleByAgent,
} from '../../relay/dashboard/page/views/now/model/contests.ts';
import {
  shortBranches,
  areToBeAsked,
  filesAfter,
} from '../../relay/dashboard/page/views/now/load.ts';
import { History } from '../../relay/dashboard/page/state/history.ts';
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
const wroteOver = (minute: number) =>
  event(minute, { ...denied(minute, login), kind: 'write_raced' });
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

test('DSH-43 a write that happened over what another held is not called denied', () => {
  const events = [wroteOver(0)];
  const troubles = troublesAfter(noTroubles, events);
  assert.equal(
    alarmsOf(troubles, start).map(({ kind }) => kind),
    ['overwrote'],
  );
  const contests = contestsOf(troubles, start);
  assert.is(wantedText(contests, adasHold, 'cleo'), 'bob wrote over it');
  const [run] = runsOf(events, new Map());
  assert.is(run?.lines[0]?.text, 'wrote over login · src/a.ts, which ada held');
  const activity = activityAfter(noActivity, events);
  const hourAgo = start - 60 * minuteMs;
  assert.is(countSince(activity, 'denials', hourAgo), 0);
  assert.is(countSince(activity, 'overwrites', hourAgo), 1);
});

test('DSH-43 a second agent of the same person is told from the first', () => {
  const contest = { kind: 'denied', symbol: login, user: 'ada', sessionId: 'ses_two' } as const;
  const contests = new Map([[adasHold.file, [contest]]]);
  const text = (me: string) => wantedText(contests, adasHold, me);
  assert.is(text('ada'), 'another agent of yours was denied it');
  assert.is(text('bob'), 'another agent of theirs was denied it');
  const own = event(0, { ...denied(0, login), by: 'ada' });
  const lines = (me: string) => runsOf([own], new Map(), me)[0]?.lines.map((line) => line.text);
  assert.equal(lines('ada'), ['was denied login · src/a.ts, which another agent of yours holds']);
});

test('DSH-41 the end of a negotiation names both sides, whoever ended it', () => {
  const sides = { initiator: 'ada', counterparty: 'bob', file, symbols: [login] };
  const ended = { ...sides, type: 'negotiation_ended', status: 'resolved', outcome: 'yield' };
  for (const by of ['ada', 'bob', '']) {
    const [run] = runsOf([event(0, { ...ended, note: '', by })], new Map());
    assert.match(run?.lines[0]?.text ?? '', /^ada and bob are done about /);
  }
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
      ['cleo', ['1 decided: “JWT”']],
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
  const files = filesAfter(new Map([['a.ts', 10]]), ['b.ts']);
  assert.equal([...files.keys()], ['a.ts', 'b.ts']);
  assert.is(filesAfter(files, ['b.ts']), files);
});

test('DSH-42 the graph is asked again when a file is new or has lost a symbol, and for nothing else', () => {
  const known = new Map([['src/a.ts', 10]]);
  const changed = (files: string[], removed: string[]) =>
    areToBeAsked(known, [event(0, { type: 'graph_changed', graph_version: 2, files, removed })]);
  assert.is(changed(['src/a.ts'], []), false);
  assert.is(changed(['src/a.ts'], [login]), true, 'a removed symbol is named by its id');
  assert.is(changed(['src/b.ts'], []), true);
  assert.is(changed(['src/a.ts'], ['src/c.ts#login']), false);
  assert.is(areToBeAsked(known, [reserved(0, 'ada', 'login')]), false);
});

/** A log that others write on: its pages, and what comes next. */
function growingLog(length: number) {
  const log = Array.from({ length }, (_, at) => reserved(0, `u${at % 7}`, `f${at}`));
  const ask = async (before: string | undefined) => {
    const end = before === undefined ? log.length : log.findIndex(({ seq }) => seq >= +before);
    const from = Math.max(0, end - 100);
    const events = log.slice(from, end).reverse();
    return { events, next: from === 0 ? undefined : String(events.at(-1)?.seq) };
  };
  const history = new History(ask, () => true);
  const grow = (count: number) => {
    for (let at = 0; at < count; at++) {
      log.push(reserved(1, `u${at % 7}`, `g${at}`), reserved(1, 'ada', 'login', false));
      history.follow(log.slice(-2));
    }
  };
  const seqs = () => history.items.value.map(({ seq }) => seq);
  const newest = (count: number) => {
    const notable = log.filter((one) => one.type !== 'file_reserved' || one.fresh);
    return notable
      .map(({ seq }) => seq)
      .slice(-count)
      .reverse();
  };
  return { history, grow, seqs, newest };
}

const linesOf = (history: History) =>
  runsOf(history.items.value, new Map()).flatMap(({ lines }) => lines).length;

test('DSH-46 what happens stays short on a page that is left open, and what went comes back by Show more', async () => {
  const { history, grow, seqs, newest } = growingLog(150);
  await history.load();
  grow(5_000);
  assert.ok(linesOf(history) >= 200 && linesOf(history) <= 300, `${linesOf(history)} lines`);
  assert.equal(seqs(), newest(seqs().length), 'the newest, each once');
  assert.ok(history.hasMore.value);
  const before = seqs().length;
  await history.more();
  assert.ok(seqs().length > before);
  assert.equal(seqs(), newest(seqs().length), 'no event is missing between');
});

test('DSH-46 pages that were asked for stay while more happens, and grow no more', async () => {
  const { history, grow, seqs, newest } = growingLog(2_000);
  await history.load();
  for (let page = 0; page < 6; page++) await history.more();
  const asked = seqs().length;
  assert.is(asked, 700);
  grow(1_000);
  assert.ok(seqs().length >= asked && seqs().length <= asked + 100, `${seqs().length}`);
  assert.equal(seqs(), newest(seqs().length));
});

test('DSH-46 what happens while a page is asked for leaves no gap before it', async () => {
  const { history, grow, seqs, newest } = growingLog(2_000);
  await history.load();
  const page = history.more();
  grow(400);
  await page;
  assert.is(seqs().length, 600);
  assert.equal(seqs(), newest(600));
  grow(200);
  assert.equal(seqs(), newest(seqs().length));
});

test.run();
