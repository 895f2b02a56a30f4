import { PassThrough } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openOutput, plain } from '../../cli/terminal/output.ts';
import type { Terminal } from '../../cli/terminal/terminal.ts';
import { chosen } from '../../cli/commands/status/chosen.ts';
import { statusLines, type ShownStatus } from '../../cli/commands/status/status-view.ts';
import { radarLines } from '../../cli/commands/radar/radar.ts';
import type { RadarReport } from '../../shared/radar/report.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';
import type { ShownReservation } from '../../shared/status/contract.ts';
import { cpuMsOf, leastMs } from '../support/processor.ts';

const test = suite('what fits the screen');

const now = Date.UTC(2026, 5, 1, 12);
const people = 100;

/** The agent of that number: three belong to each person, and a higher number was heard of later. */
function session(at: number): SessionRecord {
  const person = at % people;
  return {
    id: `sess_${String(at).padStart(20, '0')}`,
    user_id: `usr_${person}`,
    user_name: `Person ${person}`,
    agent_type: at % 2 === 0 ? 'claude-code' : 'codex',
    current_task: `Task ${at}`,
    current_file: '',
    branch: 'main',
    conversation_id: `conv-${at}`,
    started_at: new Date(now - 3_600_000).toISOString(),
    last_heartbeat: new Date(now - 3_600_000 + at * 1_000).toISOString(),
    reserved_files: [],
  };
}

function reservation(of: SessionRecord, at: number): ShownReservation {
  const file = `src/part${at % 10}/${of.id}-${at}.ts`;
  return {
    file_path: file,
    symbol_ids: [`${file}#run`],
    user_id: of.user_id,
    user_name: of.user_name,
    reserved_by: of.user_name,
    conversation_id: of.conversation_id,
    session_id: of.id,
    agent_type: of.agent_type,
    current_task: of.current_task,
    fence: at,
    expires_at: new Date(now + 600_000).toISOString(),
    minutes_remaining: 10,
  };
}

const sessions = Array.from({ length: 300 }, (_, at) => session(at));
const crowd: ShownStatus = {
  workspace: { id: 'ws_1', slug: 'shop', name: 'shop' },
  relay: { url: 'https://coord.example.com', state: 'live' },
  sessions,
  reservations: sessions.flatMap((one) =>
    Array.from({ length: 10 }, (_, at) => reservation(one, at)),
  ),
  now,
};
const options = { style: plain, columns: 80 };

test('CMD-6: counts come first, then the agents of each person, the newest first', () => {
  const lines = statusLines(crowd, options);
  assert.is(lines[2], '100 people, 300 agents, 3,000 reservations');
  const shown = lines.filter((line) => / seen /.test(line)).map((line) => line.split(' · ')[0]);
  assert.equal(shown.slice(0, 4), ['Person 99', 'Person 99', 'Person 99', 'Person 98']);
  assert.match(lines[4] ?? '', /^Person 99 +3 agents, 30 reservations$/);
});

test('CMD-6: on a screen it is never longer than that, and says how many more there are and how to see them', () => {
  for (const rows of [20, 24, 50, 120]) {
    const lines = statusLines(crowd, { ...options, rows });
    assert.ok(lines.length < rows, `${lines.length} of ${rows}`);
    const shown = lines.filter((line) => / seen /.test(line)).length;
    assert.ok(shown > 0);
    const more = lines.find((line) => line.includes('more agents')) ?? '';
    assert.match(
      more,
      `${300 - shown} more agents: --all shows all; --mine, --path P, --agent NAME`,
    );
  }
  const all = statusLines(crowd, { ...options, rows: 24, all: true });
  assert.is(all.filter((line) => / seen /.test(line)).length, 300);
  assert.is(all.filter((line) => line.endsWith(' left')).length, 3_000);
});

test('CMD-6: 300 agents with 3,000 reservations are drawn in less than half a second', () => {
  const drawn = () => statusLines(crowd, { ...options, rows: 50 });
  assert.ok(leastMs(500, () => cpuMsOf(drawn)) < 500);
});

test('CMD-6: --mine, --path and --agent choose', () => {
  const count = (choice: Parameters<typeof chosen>[1]) => {
    const { sessions: left, reservations } = chosen(crowd, choice);
    return [left.length, reservations.length];
  };
  assert.equal(count({}), [300, 3_000]);
  assert.equal(count({ userId: 'usr_7' }), [3, 30]);
  assert.equal(count({ agent: 'CODEX' }), [150, 1_500]);
  assert.equal(count({ agent: 'conv-299' }), [1, 10]);
  assert.equal(count({ path: 'src/part3' }), [300, 300]);
  assert.equal(count({ path: './src/part3/' }), [300, 300]);
  assert.equal(count({ path: 'src/part' }), [0, 0]);
  assert.equal(count({ path: crowd.reservations[5]?.file_path }), [1, 1]);
  assert.equal(count({ userId: 'usr_7', path: 'src/part3' }), [3, 3]);
});

const cost = {
  ms: 1,
  lines: 12,
  pairs: 66,
  merges: 1,
  unchanged: 0,
  apart: 65,
  left: 0,
  objects: 0,
  notes: [],
};

test('CMD-6: the radar says first in a sentence what it has found', () => {
  const [nothing] = radarLines({ kind: 'done', forecasts: [], cost }, { verbose: false });
  assert.is(nothing, 'Nothing collides among 12 branches.');
  const side = (branch: string) => ({ branch, uncommitted: false, sessions: [] });
  const forecast = (file: string, one: string, other: string) => ({
    file,
    symbol_ids: [],
    sides: [side(one), side(other)],
  });
  const report: RadarReport = {
    kind: 'done',
    cost,
    forecasts: [
      forecast('a.ts', 'one', 'two'),
      forecast('b.ts', 'one', 'two'),
      forecast('a.ts', 'two', 'main'),
      {
        ...forecast('c.ts', 'two', 'main'),
        sides: [{ ...side('two'), uncommitted: true }, side('main')],
      },
    ],
  };
  assert.is(
    radarLines(report, { verbose: false })[0],
    '2 pairs of branches will conflict: one and two, main and two (uncommitted).',
  );
});

function terminal(isTTY: boolean) {
  const written: string[] = [];
  const stream = (name: string) =>
    Object.assign(new PassThrough(), {
      isTTY,
      write: (text: string) => written.push(`${name}:${text}`) > 0,
    });
  const made = { environment: {}, output: stream('out'), errors: stream('err') };
  return { made: made as unknown as Terminal, written };
}

test('CMD-6: progress is cleared before any other line, of whichever output, and a pipe gets none', () => {
  const { made, written } = terminal(true);
  const [one, other] = [openOutput(made, { json: false }), openOutput(made, { json: false })];
  one.progress?.('Indexing 1 of 9 files');
  other.note('The relay is back.');
  other.note('Again.');
  one.progress?.('Indexing 2 of 9 files');
  one.show({}, () => 'Done.');
  assert.equal(written, [
    'err:\r\u001b[KIndexing 1 of 9 files',
    'err:\r\u001b[K',
    'err:The relay is back.\n',
    'err:Again.\n',
    'err:\r\u001b[KIndexing 2 of 9 files',
    'err:\r\u001b[K',
    'out:Done.\n',
  ]);
  assert.is(openOutput(terminal(false).made, { json: false }).progress, undefined);
});

test.run();
