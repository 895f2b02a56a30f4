/** What agents are told of tasks: that are theirs, that were, and that they made. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { outdatedBy, isOutdated } from '../../shared/sessions/outdated-notifications.ts';
import type { DraftEvent, LogEvent } from '../../shared/contract/events/events.ts';
import { notified, stillTold, told } from './notified.ts';

const test = suite('task notifications');

const task = {
  id: 'tsk_1',
  title: 'Write\u202e it\ndown',
  status: 'todo',
  workstream: 'pay',
  assignee_session: 'sess_b',
  created_by_session: 'sess_a',
} as const;

test('TSK-2: a task that was cancelled, or is handed over anew, is not said to be there to take', () => {
  const by = { user: 'Cy', session_id: 'sess_c' };
  const handed = (of: { id?: string; status?: 'blocked' }) =>
    ({ type: 'task_created', task: { ...task, ...of }, ...by }) as const;
  const later = handed({});
  const other = handed({ id: 'tsk_10' });
  const cancelled = {
    type: 'task_changed',
    task: { ...task, status: 'cancelled' },
    ...by,
  } as const;
  assert.equal(stillTold('sess_b', handed({ status: 'blocked' }), other, later), [1, 2]);
  assert.equal(stillTold('sess_b', later, other, cancelled), [1, 2]);
  const claimed = { type: 'task_claimed', task, ...by } as const;
  assert.equal(stillTold('sess_a', claimed, cancelled), [0, 1], 'who made it hears of all');
});

test('TSK-2: who shall do a task that is handed over gets a notification, and nobody else', () => {
  const texts = notified({ type: 'task_created', task, user: 'Ada', session_id: 'sess_a' });
  assert.equal(Object.keys(texts), ['sess_b']);
  assert.match(texts['sess_b'] ?? '', /^coord: Ada hands you the task tsk_1 “Write it down”/);
  const own = { ...task, assignee_session: 'sess_a' };
  assert.equal(
    notified({ type: 'task_created', task: own, user: 'Ada', session_id: 'sess_a' }),
    {},
  );
  const free = { ...task, assignee_session: '' };
  assert.equal(
    notified({ type: 'task_created', task: free, user: 'Ada', session_id: 'sess_a' }),
    {},
  );
});

test('TSK-1, TSK-3: who delegated hears of the claim and the end; both hear that nothing blocks', () => {
  for (const type of ['task_claimed', 'task_done'] as const) {
    const texts = notified({ type, task, user: 'Bo', session_id: 'sess_b' });
    assert.equal(Object.keys(texts), ['sess_a']);
  }
  assert.equal(Object.keys(notified({ type: 'task_unblocked', task })), ['sess_b', 'sess_a']);
});

test('TSK-7: who has a task and who made it hear that somebody else finished or cancelled it', () => {
  const by = { user: 'Cy', session_id: 'sess_c' };
  const cancelled = { ...task, status: 'cancelled' } as const;
  for (const texts of [
    notified({ type: 'task_done', task, ...by }),
    notified({ type: 'task_changed', task: cancelled, ...by }),
  ]) {
    assert.match(texts['sess_b'] ?? '', /^coord: Cy (finished|cancelled) the task tsk_1 .* yours/);
    assert.match(texts['sess_a'] ?? '', /^coord: Cy (finished|cancelled) your task tsk_1/);
  }
  const own = { ...task, created_by_session: 'sess_b' };
  assert.match(notified({ type: 'task_done', task: own, ...by })['sess_b'] ?? '', /was yours/);
});

const ann = { user: 'Ann', session_id: '' };
const fromB = { previous_session: 'sess_b', previous_name: 'Bo' };
const withC = { assignee_session: 'sess_c', assignee_name: 'Cy' };
const begun = { ...task, status: 'in_progress' } as const;

function changed(of: object, more: object = {}): DraftEvent {
  return { type: 'task_changed', task: { ...task, ...of }, ...ann, ...more } as DraftEvent;
}

test('TSK-7: a begun task that is handed on is told to who has it now, and to who had it', () => {
  const texts = notified(changed({ ...begun, ...withC }, fromB));
  assert.equal(Object.keys(texts), ['sess_c', 'sess_b']);
  assert.match(texts['sess_c'] ?? '', /Ann hands you the task .* It is in progress already: go on/);
  assert.match(texts['sess_b'] ?? '', /Ann gave the task .* yours, to Cy: no more work on it/);
  const own = notified(changed({ ...begun, ...withC }, { ...fromB, session_id: 'sess_b' }));
  assert.equal(Object.keys(own), ['sess_c'], 'who handed it on knows');
  const claimed = { type: 'task_claimed', task: { ...begun, ...withC }, ...ann, ...fromB } as const;
  const took = notified({ ...claimed, user: 'Cy', session_id: 'sess_c' });
  assert.match(took['sess_b'] ?? '', /Cy took the task .* yours: no more work on it/);
  const begunFor = notified(claimed);
  assert.match(begunFor['sess_c'] ?? '', 'It is in progress already');
  assert.match(begunFor['sess_a'] ?? '', /your task tsk_1 .* is in progress with Cy/);
});

test('TSK-7: who has begun a task hears that somebody puts it back, ends it, or writes it anew', () => {
  const back = notified(changed({ assignee_session: '' }, fromB));
  assert.match(back['sess_b'] ?? '', /Ann put back the task tsk_1 .* yours: no more work on it/);
  const ended = { ...task, ...withC, status: 'done' } as const;
  const done = notified({ type: 'task_done', task: ended, ...ann, ...fromB });
  assert.equal(Object.keys(done), ['sess_c', 'sess_b', 'sess_a']);
  const anew = notified(changed(begun));
  assert.match(anew['sess_b'] ?? '', /Ann changed the task tsk_1 .* is yours and in progress/);
});

test('SES-7: who is told of another agent of the same person is told so', () => {
  const by = { user: 'Bo', session_id: 'sess_x' };
  const toB = { ...begun, assignee_name: 'Bo' };
  const fromC = { previous_session: 'sess_c', previous_name: 'Bo' };
  const texts = notified(changed(toB, { ...by, ...fromC }));
  assert.match(texts['sess_b'] ?? '', 'coord: another agent of Bo hands you');
  assert.match(
    texts['sess_c'] ?? '',
    /: another agent of Bo gave .* to another agent of Bo: no more/,
  );
  assert.match(notified(changed(toB, { user: 'Bo' }))['sess_b'] ?? '', 'coord: Bo changed');
});

test('TSK-2: who has not heard of a task that was taken again, ended or freed is not told to take it', () => {
  const handed = changed({});
  const moved = changed(withC, fromB);
  const heldBack = changed({ assignee_session: '' }, fromB);
  const done = changed({ status: 'done' }, { type: 'task_done' });
  assert.equal(stillTold('sess_b', handed, moved), []);
  assert.equal(stillTold('sess_b', handed, heldBack), []);
  assert.equal(stillTold('sess_b', heldBack), [0], 'it had heard');
  assert.equal(stillTold('sess_b', handed, heldBack, handed), [2]);
  assert.equal(stillTold('sess_b', heldBack, handed), [1]);
  assert.equal(stillTold('sess_b', heldBack, handed, moved), [2], 'it had heard');
  assert.equal(stillTold('sess_b', handed, done), [1]);
  const free = { type: 'task_unblocked', task } as const;
  assert.equal(stillTold('sess_b', changed({ status: 'blocked' }), free), [1]);
});

test('TSK-2: what a session moves itself it is not asked to take', () => {
  const [asked] = told('sess_b', [changed({})]);
  const [maker] = told('sess_a', [{ type: 'task_claimed', task, ...ann, session_id: 'sess_b' }]);
  if (asked === undefined || maker === undefined) throw new Error('nobody is told');
  for (const type of ['task_claimed', 'task_changed', 'task_done'] as const) {
    const outdated = outdatedBy(changed(begun, { type, session_id: 'sess_b' }) as LogEvent);
    assert.is(outdated?.askedSession, 'sess_b');
    if (outdated === undefined) continue;
    assert.ok(isOutdated(asked, outdated));
    assert.not(isOutdated(maker, outdated), 'who made it hears of all');
    assert.not(isOutdated({ ...asked, about: 'tsk_2' }, outdated));
  }
  assert.is(outdatedBy(changed(begun) as LogEvent), undefined, 'a person');
});

test.run();
