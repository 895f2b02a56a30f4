/** The logic of the view Work, without a browser. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { GateRun } from '../../shared/gate/runs.ts';
import type { TaskRecord } from '../../shared/tasks/contract.ts';
import type { WorkPackageRecord } from '../../shared/work-packages/contract.ts';
import type { WorkstreamRecord } from '../../shared/workstreams/contract.ts';
import {
  byColumn,
  dependenciesOf,
  neighbour,
  tasksChangedBy,
  movesOf,
} from '../../relay/dashboard/page/views/work/board/columns.ts';
import { curve } from '../../relay/dashboard/page/views/work/board/curve.ts';
import { isCounted } from '../../relay/dashboard/page/state/run-counts.ts';
import { byFile, duration, trouble } from '../../relay/dashboard/page/views/work/gate/words.ts';
import { byMeeting } from '../../relay/dashboard/page/views/work/packages/groups.ts';
import { partOf, pathOfWorkstream } from '../../relay/dashboard/page/views/work/common/parts.ts';
import {
  lastActivity,
  peopleOf,
  blockerOf,
  workstreamsChangedBy,
  shellLine,
} from '../../relay/dashboard/page/views/work/workstreams/activity.ts';

const at = (minute: number) => `2026-01-05T09:${String(minute).padStart(2, '0')}:00.000Z`;

function task(id: string, more: Partial<TaskRecord> = {}): TaskRecord {
  const told = { workstream: 'w', title: id, description: '', status: 'todo' } as const;
  const made = {
    created_by: 'usr_a',
    created_by_name: 'ada',
    created_at: at(0),
    updated_at: at(0),
  };
  return { id, ...told, depends_on: [], waits_for: [], context: null, ...made, ...more };
}

const event = (type: string, more: object) => ({ type, seq: 1, at: at(1), ...more }) as LogEvent;

test('DSH-68 every tab and record has an address, also a workstream that is called like a tab', () => {
  assert.equal(partOf([]), { kind: 'workstreams' });
  assert.equal(partOf(['tasks']), { kind: 'tasks' });
  assert.equal(partOf(['tasks', 'tsk_1']), { kind: 'task', id: 'tsk_1' });
  assert.equal(partOf(['gate', 'run_1']), { kind: 'run', id: 'run_1' });
  assert.equal(partOf(['packages', 'x']), { kind: 'packages' });
  for (const slug of ['login', 'tasks', 'gate', 'workstreams'])
    assert.equal(partOf(pathOfWorkstream(slug)), { kind: 'workstream', id: slug });
  assert.equal(pathOfWorkstream('login'), ['login']);
});

test('DSH-65 the board sorts tasks into columns, what began or ended last first', () => {
  const groups = byColumn([
    task('old'),
    task('new', { created_at: at(5) }),
    task('begun-late', { status: 'in_progress', started_at: at(9) }),
    task('begun-early', { status: 'in_progress', started_at: at(3), created_at: at(2) }),
    task('done', { status: 'done', ended_at: at(4) }),
  ]);
  const ids = Object.values(groups).map((tasks) => tasks.map(({ id }) => id));
  assert.equal(ids, [['new', 'old'], ['begun-late', 'begun-early'], [], ['done'], []]);
});

test('DSH-65 what is blocked stands in the order of what it waits for', () => {
  const blocked = (id: string, waits: string) =>
    task(id, { status: 'blocked', depends_on: [waits], waits_for: [waits] });
  const groups = byColumn([
    blocked('after-todo', 'free'),
    blocked('after-second', 'second'),
    blocked('after-first', 'first'),
    task('free'),
    task('first', { status: 'in_progress', started_at: at(9) }),
    task('second', { status: 'in_progress', started_at: at(3) }),
  ]);
  assert.equal(
    groups.blocked.map(({ id }) => id),
    ['after-first', 'after-second', 'after-todo'],
  );
});

test('DSH-65 arrows lead from card to card, over empty columns, and never out of the board', () => {
  const shown = [['a', 'b', 'c'], [], ['d']];
  assert.is(neighbour(shown, 'a', 'ArrowDown'), 'b');
  assert.is(neighbour(shown, 'b', 'k'), 'a');
  assert.is(neighbour(shown, 'a', 'ArrowUp'), undefined);
  assert.is(neighbour(shown, 'c', 'ArrowRight'), 'd');
  assert.is(neighbour(shown, 'd', 'ArrowLeft'), 'a');
  assert.is(neighbour(shown, 'd', 'ArrowRight'), undefined);
  assert.is(neighbour(shown, 'a', 'x'), undefined);
});

test('DSH-65 a dependency is drawn where both tasks are shown, and says whether it still waits', () => {
  const tasks = [
    task('a', { status: 'done' }),
    task('b', { depends_on: ['a', 'c', 'elsewhere'], waits_for: ['c'], status: 'blocked' }),
    task('c'),
  ];
  assert.equal(dependenciesOf(tasks), [
    { from: 'a', to: 'b', isWaiting: false },
    { from: 'c', to: 'b', isWaiting: true },
  ]);
});

test('DSH-65 a curve begins and ends at the sides of the cards that face each other', () => {
  const box = (left: number, top: number) => ({ left, top, width: 100, height: 40 });
  assert.match(curve(box(0, 0), box(200, 100)), /^M100 20C.* 197 120$/);
  assert.match(curve(box(200, 0), box(0, 100)), /^M200 20C.* 103 120$/);
  assert.match(curve(box(0, 0), box(0, 100)), /^M0 20C-18 20 .* -3 120$/);
});

test('DSH-65 an event asks for its task and for those that wait for it', () => {
  const known = [task('a'), task('b', { depends_on: ['a'] }), task('c')];
  const changed = { ...task('a'), assignee_session: '', created_by_session: '' };
  assert.equal(tasksChangedBy(event('task_done', { task: changed }), known), ['a', 'b']);
  assert.equal(tasksChangedBy(event('agent_sync', {}), known), []);
});

test('DSH-4 what is final asks first, and what is offered to be undone goes back to what it was', () => {
  const looking = { myId: 'usr_b', alive: new Map([['live', 1]]) };
  const moves = (one: TaskRecord) => movesOf(one, looking);
  for (const status of ['todo', 'in_progress', 'blocked'] as const)
    for (const move of moves(task('a', { status }))) {
      const isFinal = move.change?.status === 'done' || move.change?.status === 'cancelled';
      assert.is(move.question !== undefined, isFinal, `${status}: ${move.label}`);
    }
  const [claim] = moves(task('a', { assignee_session: 'live' }));
  assert.equal(claim?.undo, { status: 'todo', assignee_session: 'live' });
  const held = task('a', {
    status: 'in_progress',
    assignee_session: 'live',
    assignee_user: 'usr_c',
  });
  assert.equal(moves(held)[0]?.undo, { status: 'in_progress', assignee_session: 'live' });
  const person = task('a', { status: 'in_progress', assignee_user: 'usr_c' });
  assert.is(moves(person)[0]?.undo, undefined, 'nobody can be put to it without a session');
  const left = task('a', { status: 'in_progress', assignee_session: 'gone' });
  assert.is(moves(left)[0]?.label, 'Take it over');
  assert.equal(moves(task('a', { status: 'done' })), []);
});

test('DSH-64 an event asks for the workstreams that it changes', () => {
  const known = [
    { slug: 'a', branch: 'coord/a', members: [] },
    {
      slug: 'b',
      branch: 'coord/b',
      members: [{ user_id: 'u', user_name: 'bob', session_id: 's', joined_at: at(1) }],
    },
  ];
  const changed = (type: string, more: object) => workstreamsChangedBy(event(type, more), known);
  assert.equal(changed('workstream_joined', { workstream: { slug: 'c' } }), ['c']);
  assert.equal(changed('task_done', { task: { workstream: 'a' } }), ['a']);
  assert.equal(changed('gate_approved', { workstream: 'b' }), ['b']);
  assert.equal(changed('session_started', { session_id: 'n', branch: 'coord/a' }), ['a']);
  assert.equal(changed('session_updated', { session_id: 'n', branch: 'main' }), []);
  assert.equal(changed('session_updated', { session_id: 's', branch: 'main' }), [], 'it joined');
  assert.equal(changed('session_ended', { session_id: 's' }), ['b']);
});

test('DSH-64 a workstream shows its people once, those at work first, and when it last moved', () => {
  const members = [
    { user_id: 'u1', user_name: 'ada' },
    { user_id: 'u2', user_name: 'bob', session_id: 's1' },
    { user_id: 'u2', user_name: 'bob', session_id: 's2' },
    { user_id: 'u2', user_name: 'bob' },
  ];
  assert.equal(peopleOf(members), [
    { userId: 'u2', name: 'bob', agents: 2 },
    { userId: 'u1', name: 'ada', agents: 0 },
  ]);
  const progress = { tasks_done: 0, tasks_total: 0, commits: 1, last_commit_at: at(5) };
  const stream = { created_at: at(1), members, progress } as unknown as WorkstreamRecord;
  assert.is(lastActivity(stream, new Map()), Date.parse(at(5)));
  const agents = new Map([['s1', { lastSignAt: Date.parse(at(9)) }]]);
  assert.is(lastActivity(stream, agents), Date.parse(at(9)));
});

test('DSH-64 a blocker of the plan is the task that it names, or stays in its words', () => {
  assert.equal(blockerOf('The task tsk_1 is in_progress: A: b'), {
    kind: 'task',
    id: 'tsk_1',
    status: 'in_progress',
    title: 'A: b',
  });
  assert.equal(blockerOf('bob still holds src/a.ts#login'), { kind: 'hold' });
  assert.equal(blockerOf('Something new.'), { kind: 'words', text: 'Something new.' });
});

test('DSH-64 what is copied for a shell cannot end its quotes', () => {
  assert.is(shellLine(['git', 'switch', 'coord/a-b']), 'git switch coord/a-b');
  assert.is(shellLine(['git', 'commit', '-m', "it's $(rm)"]), `git commit -m 'it'\\''s $(rm)'`);
});

test('DSH-66 packages stand by their meeting, completed ones last', () => {
  const one = (id: string, meeting: string, status = 'open') =>
    ({ id, meeting_id: meeting, status }) as WorkPackageRecord;
  const groups = byMeeting([one('a', 'm2', 'completed'), one('b', 'm1'), one('c', 'm2')]);
  assert.equal(
    groups.map(({ meetingId, packages, completed }) => [
      meetingId,
      packages.map(({ id }) => id),
      completed,
    ]),
    [
      ['m2', ['c', 'a'], 1],
      ['m1', ['b'], 0],
    ],
  );
});

test('DSH-67 the tests of a run stand by file, what failed first', () => {
  const one = (test_file: string, test_name: string, status: 'passed' | 'failed') =>
    ({ test_file, test_name, status, duration_ms: 10 }) as const;
  const groups = byFile([
    one('a', '1', 'passed'),
    one('b', '1', 'passed'),
    one('b', '2', 'failed'),
  ]);
  assert.equal(
    groups.map(({ file, tests, failed, durationMs }) => [
      file,
      tests.map((each) => each.test_name),
      failed,
      durationMs,
    ]),
    [
      ['b', ['2', '1'], 1, 20],
      ['a', ['1'], 0, 10],
    ],
  );
});

test('DSH-67 a run says in one line what went wrong', () => {
  const run = (more: Partial<GateRun>) =>
    trouble({
      outcome: 'failed',
      failures: [],
      failures_total: 0,
      left_out_total: 0,
      ...more,
    } as GateRun);
  const failures = [{ test_file: 'a', test_name: 'logs in' }];
  assert.is(run({ outcome: 'confirmed' }), '');
  assert.is(run({ failures, failures_total: 1 }), 'logs in');
  assert.is(run({ failures, failures_total: 3 }), 'logs in, and 2 more');
  assert.is(run({ outcome: 'incomplete', left_out_total: 1 }), '1 affected test file not run');
  assert.is(run({ reason: 'Every test was skipped.' }), 'Every test was skipped.');
  assert.equal([469, 38_400, 125_000].map(duration), ['0.5 s', '38 s', '2:05 min']);
});

test('DSH-67: of a run without results nothing was counted, also where every test was skipped something was', () => {
  assert.not.ok(isCounted({ passed: 0, failed: 0, skipped: 0 }));
  assert.ok(isCounted({ passed: 0, failed: 0, skipped: 2 }));
  assert.ok(isCounted({ passed: 1, failed: 0, skipped: 0 }));
});

test.run();
