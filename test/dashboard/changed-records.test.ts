/** DSH-1: which records of the page are others after which event of the log, and what views make of that. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  eventSchemas,
  type EventPayload,
  type EventType,
  type LogEvent,
} from '../../shared/contract/events/events.ts';
import type { DecisionRecord } from '../../shared/decisions/contract.ts';
import {
  changes,
  idsChangedBy,
  recordsChangedBy,
} from '../../relay/dashboard/page/state/changed-records.ts';
import { OneRecord, type Source } from '../../relay/dashboard/page/state/record.ts';
import { Records, type RecordsOptions } from '../../relay/dashboard/page/state/records.ts';
import { runsOf } from '../../relay/dashboard/page/state/runs.ts';
import { proposedList, staleList } from '../../relay/dashboard/page/views/inbox/lists.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

const decision = { id: 'dec_1', title: 'T' };
const convention = { id: 'cnv_1', title: 'T', tier: 'must', affected_files: [] };
const task = {
  id: 'tsk_1',
  title: 'T',
  status: 'todo',
  workstream: 'pay',
  assignee_session: '',
  created_by_session: '',
} as const;
const workstream = { slug: 'pay', title: 'T', branch: 'coord/pay' };
const meeting = { id: 'mtg_1', title: 'T' };
const work_package = { id: 'pkg_1', title: 'T', status: 'open', assignee: '' };
const result = { id: 'dec_1', title: 'T', state: 'dropped', kind: 'decision' } as const;

const ofTask = ['task tsk_1', 'workstream pay'] as const;
const ofWorkstream = ['workstream pay', 'run pay', 'commit pay', 'branch coord/pay'] as const;
const ofCommit = ['run pay', 'commit pay', 'workstream pay'] as const;
const ofMember = ['member usr_1', 'workspace '] as const;

/** What of each event is read, and the records that are others after it. */
const expected: {
  readonly [T in EventType]: readonly [Partial<EventPayload<T>>, ...(readonly string[])];
} = {
  file_reserved: [{ file: 'a.ts' }],
  file_released: [{ file: 'a.ts' }],
  conflict_detected: [{ convention: { id: 'cnv_1', title: 'T' } }],
  conflict_forecast: [{ branches: ['coord/pay'] }],
  session_started: [{ workstream: 'pay' }],
  session_updated: [{ branch: 'coord/pay' }],
  session_ended: [{ session_id: 'ses_1' }],
  agent_sync: [{ session_id: 'ses_1' }],
  graph_changed: [{ files: ['a.ts'] }],
  signature_changed: [{ symbol: 'a.ts#b' }],
  wait_added: [{ wait_id: 'wai_1' }],
  wait_ended: [{ wait_id: 'wai_1' }],
  contract_published: [{ contract: { name: 'api', version: 1, breaking: false } }],
  learning_recorded: [{ learning: { id: 'lrn_1', insight: 'I' } }],
  decision_recorded: [{ decision }, 'decision dec_1'],
  decision_proposed: [{ decision }, 'decision dec_1'],
  decision_declined: [{ decision }, 'decision dec_1'],
  decision_stale: [{ decision }, 'decision dec_1'],
  decision_stale_again: [{ decision }, 'decision dec_1'],
  decision_reaffirmed: [{ decision }, 'decision dec_1'],
  decision_superseded: [
    { decision, by: { id: 'dec_2', title: 'T' } },
    'decision dec_2',
    'decision dec_1',
  ],
  convention_proposed: [{ convention }, 'convention cnv_1'],
  convention_changed: [{ convention }, 'convention cnv_1'],
  convention_retired: [{ convention }, 'convention cnv_1'],
  task_created: [{ task }, ...ofTask],
  task_claimed: [{ task }, ...ofTask],
  task_changed: [{ task }, ...ofTask],
  task_done: [{ task }, ...ofTask],
  task_unblocked: [{ task }, ...ofTask],
  workstream_started: [{ workstream }, ...ofWorkstream],
  workstream_changed: [{ workstream }, ...ofWorkstream],
  workstream_joined: [{ workstream }, ...ofWorkstream],
  workstream_left: [{ workstream }, ...ofWorkstream],
  workstream_ended: [{ workstream }, ...ofWorkstream],
  gate_confirmed: [{ workstream: 'pay' }, 'run pay'],
  gate_failed: [{ workstream: 'pay' }, 'run pay'],
  gate_dismissed: [{ workstream: 'pay' }, 'run pay'],
  gate_approved: [{ workstream: 'pay' }, ...ofCommit],
  gate_retracted: [{ workstream: 'pay' }, ...ofCommit],
  branch_held: [{ branch: 'coord/pay' }, 'branch coord/pay'],
  branch_moved: [{ branch: 'coord/pay' }, 'branch coord/pay'],
  negotiation_opened: [{ negotiation_id: 'neg_1' }, 'negotiation neg_1'],
  negotiation_answered: [{ negotiation_id: 'neg_1' }, 'negotiation neg_1'],
  negotiation_escalated: [{ negotiation_id: 'neg_1' }, 'negotiation neg_1'],
  negotiation_ended: [{ negotiation_id: 'neg_1' }, 'negotiation neg_1'],
  meeting_started: [{ meeting }, 'meeting mtg_1'],
  meeting_completed: [{ meeting }, 'meeting mtg_1'],
  meeting_reviewed: [{ meeting, result }, 'meeting mtg_1', 'decision dec_1'],
  meeting_read: [
    { meeting, replaced: ['dec_1', 'dec_2'] },
    'meeting mtg_1',
    'decision dec_1',
    'decision dec_2',
  ],
  work_package_claimed: [{ work_package }, 'package pkg_1'],
  work_package_changed: [{ work_package }, 'package pkg_1'],
  member_added: [{ user_id: 'usr_1' }, ...ofMember],
  member_removed: [{ user_id: 'usr_1' }, ...ofMember],
  workspace_renamed: [{ name: 'New' }, 'workspace '],
  workspace_changed: [{ changed: ['name'] }, 'workspace '],
};

function event(type: string, parts: object): LogEvent {
  return { type, at: '2026-03-02T10:00:00.000Z', seq: 1, ...parts } as unknown as LogEvent;
}

test('DSH-1 each event of the contract changes the records that it tells of', () => {
  for (const type of Object.keys(eventSchemas) as EventType[]) {
    const [parts, ...records] = expected[type];
    const found = recordsChangedBy(event(type, parts)).map(({ kind, id }) => `${kind} ${id}`);
    assert.equal(found, records, type);
  }
});

test('DSH-1 what has no id, and what only a newer relay knows, changes nothing', () => {
  assert.equal(recordsChangedBy(event('decision_stale', { decision: { title: 'T' } })), []);
  const action = { ...result, kind: 'action' };
  assert.not.ok(changes(event('meeting_reviewed', { meeting, result: action }), 'decision'));
  assert.equal(recordsChangedBy(event('moon_landed', { decision })), []);
});

test('DSH-1 an event is asked for one kind, and for one record of it', () => {
  const done = event('task_done', { task });
  assert.equal(idsChangedBy(done, 'workstream'), ['pay']);
  assert.equal([changes(done, 'task'), changes(done, 'decision')], [true, false]);
  assert.equal([changes(done, 'task', 'tsk_1'), changes(done, 'task', 'tsk_2')], [true, false]);
});

test('DSH-46 a line of the log leads to what it is about, where a view shows that', () => {
  const linkOf = (type: EventType, more: object = {}) =>
    runsOf([event(type, { user: 'ada', ...expected[type][0], ...more })], new Map())[0]?.lines[0]
      ?.record;
  assert.equal(linkOf('decision_superseded'), ['decisions', 'dec_2']);
  assert.equal(linkOf('decision_declined'), ['decisions', 'dec_1']);
  assert.equal(linkOf('convention_retired'), ['conventions', 'cnv_1']);
  assert.equal(linkOf('task_claimed'), ['work', 'tasks', 'tsk_1']);
  assert.equal(linkOf('workstream_left'), ['work', 'workstreams', 'pay']);
  assert.equal(linkOf('gate_approved', { branch: 'coord/pay', commit: 'c0ffee' }), [
    'work',
    'gate',
  ]);
  assert.equal(linkOf('work_package_claimed'), ['work', 'packages']);
  assert.equal(linkOf('meeting_reviewed'), ['meetings', 'mtg_1']);
  const negotiation = { file: 'a.ts', symbols: [], initiator: 'ada', counterparty: 'bob' };
  assert.equal(linkOf('negotiation_escalated', negotiation), ['inbox', 'negotiation', 'neg_1']);
  assert.is(linkOf('negotiation_opened', { ...negotiation, rationale: '' }), undefined);
  assert.is(linkOf('member_removed'), undefined);
});

test('DSH-50 of decisions the Inbox asks for those in it, and for those that may have come', () => {
  const listed = [{ id: 'dec_1' }] as DecisionRecord[];
  const asked = (
    { changedBy }: RecordsOptions<DecisionRecord>,
    type: EventType,
    items: readonly DecisionRecord[] = [],
  ) => typeof changedBy === 'function' && changedBy(event(type, expected[type][0]), items);
  const [stale, proposed] = [staleList({} as Source), proposedList({} as Source)];
  assert.equal(asked(stale, 'decision_stale'), ['dec_1']);
  assert.equal(asked(stale, 'meeting_reviewed'), ['dec_1']);
  assert.equal(asked(stale, 'decision_recorded'), []);
  assert.equal(asked(stale, 'decision_superseded', listed), ['dec_1']);
  assert.equal(asked(stale, 'meeting_read', listed), ['dec_1']);
  assert.equal(asked(proposed, 'decision_proposed'), ['dec_1']);
  assert.equal(asked(proposed, 'decision_declined'), []);
  assert.equal(asked(proposed, 'decision_declined', listed), ['dec_1']);
});

test('DSH-1 a list of a kind asks for its records as events change them, each once', async () => {
  const asked: string[] = [];
  const list = new Records<{ readonly id: string }>(
    {
      list: async () => ({ items: [], next: undefined }),
      idOf: ({ id }) => id,
      changedBy: 'decision',
      one: async (id) => ({ id: asked[asked.push(id) - 1]! }),
    },
    [],
  );
  const types = ['decision_recorded', 'decision_superseded', 'task_done'] as const;
  await list.follow(types.map((type) => event(type, expected[type][0])));
  assert.equal(asked, ['dec_1', 'dec_2']);
});

test('DSH-1 what was read stays while the service may answer a moment later, and a refusal does not', async () => {
  const answers: (string | Refusal)[] = [];
  const record = new OneRecord<string>({
    read: async () => answers.shift() ?? '',
    isChangedBy: () => false,
  });
  const shown = async (answer: string | Refusal) => {
    answers.push(answer);
    await record.load();
    return record.known();
  };
  const [away, busy] = [refuse('Unavailable', ''), refuse('RateLimited', '')];
  assert.is(await shown(away), away);
  assert.is(await shown(busy), busy);
  assert.is(await shown('one'), 'one');
  assert.is(await shown(away), 'one');
  assert.is(await shown(busy), 'one');
  const gone = refuse('NotFound', '');
  assert.is(await shown(gone), gone);
});

test.run();
