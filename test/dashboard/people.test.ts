/** What People says of roles, and which events are somebody's. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { Role } from '../../shared/contract/fields.ts';
import { timeLeft } from '../../relay/dashboard/page/views/people/list/time-left.ts';
import {
  byRoleAndName,
  invitable,
  isFound,
  whatEnds,
  whyNotRemoved,
  whyNotRole,
} from '../../relay/dashboard/page/views/people/member/roles.ts';
import { daysOf } from '../../relay/dashboard/page/views/people/person/days.ts';
import { isBy, kindOf, kinds } from '../../relay/dashboard/page/views/people/person/kinds.ts';
import { runsOf } from '../../relay/dashboard/page/state/runs.ts';
import type { Agent } from '../../relay/dashboard/page/state/team.ts';
import { refuseMembershipChange } from '../../relay/access/change-member.ts';
import { eventSchemas } from '../../shared/contract/events/events.ts';

const roles = ['owner', 'admin', 'member'] as const;

test('DSH-74 what is disabled is what the relay would refuse', () => {
  for (const actor of roles)
    for (const target of roles) {
      const change = (next: Role | undefined) =>
        refuseMembershipChange({
          actor: { userId: 'a', role: actor },
          target: { userId: 'b', role: target },
          next,
          owners: 2,
        }) !== undefined;
      assert.is(whyNotRemoved(actor, target) !== undefined, change(undefined), actor + target);
      const others = roles.filter((role) => role !== target);
      assert.is(whyNotRole(actor) !== undefined, others.every(change), `${actor} of ${target}`);
    }
});

test('DSH-74 an admin invites members only, and a member nobody', () => {
  assert.equal(invitable('owner'), roles);
  assert.equal(invitable('admin'), ['member']);
});

test('DSH-74 members stand by role and name, and are found by name and address', () => {
  const member = (name: string, role: Role) => ({ name, role, email: `${name}@example.com` });
  const team = [member('zoe', 'member'), member('bob', 'member'), member('eve', 'owner')];
  const names = team.toSorted(byRoleAndName).map(({ name }) => name);
  assert.equal(names, ['eve', 'bob', 'zoe']);
  assert.ok(isFound(member('Zoe', 'admin'), ' ZOE@ex '));
  assert.not.ok(isFound(member('Zoe', 'admin'), 'bob'));
});

test('DSH-74 removing says how many agents and reservations end', () => {
  assert.match(whatEnds('Bob', { agents: 0, holds: 0 }), 'No agent of theirs is at work now.');
  assert.match(
    whatEnds('Bob', { agents: 1, holds: 1 }),
    '1 agent of theirs ends, and 1 reservation is released.',
  );
  assert.match(
    whatEnds('Bob', { agents: 2, holds: 0 }),
    '2 agents of theirs end, and 0 reservations are released.',
  );
});

test('DSH-74 the time that an invitation is open is said in hours, then in minutes', () => {
  const start = Date.parse('2026-03-02T10:00:00.000Z');
  assert.is(timeLeft('2026-03-03T10:00:00.000Z', start), '24 h');
  assert.is(timeLeft('2026-03-02T10:11:30.000Z', start), '12 min');
  assert.is(timeLeft('2026-03-02T09:00:00.000Z', start), '0 min');
});

let lastSeq = 0;
const event = (parts: Record<string, unknown>, at = '2026-03-02T10:00:00.000Z') =>
  ({ at, seq: ++lastSeq, ...parts }) as unknown as LogEvent;

const who = { id: 'usr_ada', name: 'ada' };
const agent = (userId: string) => ({ userId }) as Agent;
const agents = new Map([
  ['ses_ada', agent('usr_ada')],
  ['ses_other', agent('usr_other')],
]);

test('DSH-75 an event is theirs by the session, by the user, and only then by the name', () => {
  const isTheirs = (parts: Record<string, unknown>, kind = '') =>
    isBy(event(parts), who, agents, kindOf(kind));
  assert.ok(isTheirs({ type: 'file_reserved', session_id: 'ses_ada', by: 'somebody' }));
  assert.not.ok(isTheirs({ type: 'file_reserved', session_id: 'ses_other', by: 'ada' }));
  assert.ok(isTheirs({ type: 'session_started', session_id: 'ses_new', user_id: 'usr_ada' }));
  assert.not.ok(isTheirs({ type: 'member_added', user_id: 'usr_other', user: 'ada' }));
  assert.ok(isTheirs({ type: 'decision_recorded', user: 'ada' }));
  assert.not.ok(isTheirs({ type: 'graph_changed' }));
  assert.not.ok(isTheirs({ type: 'decision_recorded', user: 'ada' }, 'edits'));
  assert.ok(isTheirs({ type: 'decision_recorded', user: 'ada' }, 'decisions'));
});

test('DSH-75 every kind names events that there are', () => {
  for (const { types } of kinds)
    for (const type of types.split(',').filter((name) => name !== ''))
      assert.ok(Object.hasOwn(eventSchemas, type), type);
});

test('DSH-75 what somebody did stands by days, the newest first', () => {
  const decided = (title: string, at: string) =>
    event(
      { type: 'decision_recorded', user: 'ada', decision: { id: title, title, files: [] } },
      at,
    );
  const days = daysOf(
    runsOf(
      [
        decided('third', '2026-03-04T12:00:00.000Z'),
        decided('second', '2026-03-03T12:00:00.000Z'),
        decided('first', '2026-03-03T11:00:00.000Z'),
      ],
      new Map(),
    ),
  );
  assert.equal(
    days.map(({ deeds }) => deeds.map(({ line }) => line.record)),
    [
      [['decisions', 'third']],
      [
        ['decisions', 'second'],
        ['decisions', 'first'],
      ],
    ],
  );
});

test.run();
