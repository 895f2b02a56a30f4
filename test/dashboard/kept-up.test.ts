/** DSH-1: what the page makes of the log is what the lists of a real relay say, after whatever happened. */
import * as assert from 'uvu/assert';
import { test } from 'uvu';
import { activityAfter, activityOf } from '../../relay/dashboard/page/views/now/model/activity.ts';
import { afterEvents, teamOf, workOf, type Work } from '../../relay/dashboard/page/state/team.ts';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { World } from '../support/harness.ts';
import { relayScenario } from '../support/scenario.ts';
import type { TestAgent } from '../support/person.ts';
import { randomFrom } from '../support/random.ts';

const steps = 36;
const seeds = [1, 2, 3, 4, 5, 6];
const files = ['src/a.ts', 'src/b.ts', 'src/c.ts'];
const symbols = [['login'], ['logout'], ['login', 'logout'], []];
const minuteMs = 60_000;

/** Small whole numbers that look random; the same for the same seed. */
function dice(seed: number): (sides: number) => number {
  const random = randomFrom(seed);
  return (sides) => Math.floor(random() * sides);
}

/** One random thing that people and agents do; what is refused is part of it. */
async function step(world: World, agents: readonly TestAgent[], roll: (sides: number) => number) {
  const agent = agents[roll(agents.length)]!;
  const file = files[roll(files.length)]!;
  const wanted = symbols[roll(symbols.length)]!;
  switch (roll(11)) {
    case 0:
      return agent.start(`task ${roll(100)}`);
    case 1:
    case 2:
    case 3:
    case 4:
      return agent.edit(file, wanted);
    case 5:
      return agent.check(file, wanted);
    case 6:
      return agent.end();
    case 7:
      return agent.send({ event: 'beforeSubmitPrompt', task: `prompt ${roll(100)}` });
    case 8:
      return world.pass((1 + roll(8)) * minuteMs);
    case 9:
      return world.pass(roll(2) * 25 * minuteMs);
    default:
      return askFor(world, agents[roll(agents.length)]!, file, roll);
  }
}

/** A negotiation that is opened and sometimes answered, or a place in the queue. */
async function askFor(
  world: World,
  { person }: TestAgent,
  file: string,
  roll: (n: number) => number,
) {
  const { id } = world.workspace;
  const sessions = await person.sessions();
  const session_id = sessions.find(({ user_id }) => user_id === person.id)?.id;
  if (session_id === undefined) return;
  if (roll(2) === 0) return person.call('addWait', { id, session_id, file });
  const opened = await person.call('openNegotiation', {
    id,
    initiator_session: session_id,
    file,
    rationale: 'needed',
  });
  const made = opened.body as { id?: string; counterparty_session?: string };
  if (opened.status !== 201 || roll(2) === 0) return;
  const holder = sessions.find((one) => one.id === made.counterparty_session);
  if (holder === undefined) return;
  const input = { id, negotiation_id: made.id, from_session: holder.id, action: 'yield' };
  return world.as(holder.user_name).call('respondNegotiation', input);
}

async function listed(world: World): Promise<Work> {
  const ada = world.as('ada');
  return workOf(await ada.sessions(), await ada.reservations());
}

async function eventsAfter(world: World, seq: number): Promise<LogEvent[]> {
  const { id } = world.workspace;
  const events: LogEvent[] = [];
  let before: string | undefined;
  do {
    const page = await world
      .as('ada')
      .ok('listEvents', { id, limit: 500, ...(before && { before }) });
    events.push(...page.events);
    before = page.next_cursor;
  } while (before !== undefined);
  return events.filter((event) => event.seq > seq).reverse();
}

/**
 * In an order of their own, and without what the log does not tell each time, since it would be most of it: the last sign, and
 * the file that was looked at.
 */
function comparable(work: Work) {
  const { agents, holds } = teamOf(work);
  return {
    agents: [...agents.values()]
      .map(({ id, userId, user, client, agentId, task, branch, startedAt }) => {
        return { id, userId, user, client, agentId, task, branch, startedAt };
      })
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
    holds: [...holds.values()].sort((one, other) => (one.key < other.key ? -1 : 1)),
  };
}

for (const seed of seeds)
  relayScenario(
    'DSH-1',
    `the team after the events of the log is the team of the lists (seed ${seed})`,
    async (world) => {
      const roll = dice(seed);
      const agents = ['ada', 'bob', 'cleo'].flatMap((name) =>
        [1, 2].map((number) => world.as(name).agent(`${name}-${number}`, { branch: `b${number}` })),
      );
      const { newest } = await world.as('ada').ok('listEvents', { id: world.workspace.id });
      const before = await listed(world);
      for (let done = 0; done < steps; done++) {
        await step(world, agents, roll);
        await world.quiet();
        await world.sweep();
        const events = await eventsAfter(world, newest);
        const expected = comparable(await listed(world));
        assert.equal(comparable(afterEvents(before, events)), expected, `after ${done + 1} steps`);
      }
      const events = await eventsAfter(world, newest);
      const once = afterEvents(before, events);
      assert.equal(comparable(afterEvents(once, events.slice(-5))), comparable(once));
    },
  );

relayScenario(
  'DSH-45',
  'lanes that are kept up from the log are what the service counts',
  async (world) => {
    const { id } = world.workspace;
    const ada = world.as('ada');
    const ask = async () => activityOf(await ada.ok('activity', { id, hours: 4, slots: 240 }));
    const first = await ask();
    const roll = dice(7);
    const agents = ['ada', 'bob', 'cleo'].map((name) => world.as(name).agent());
    for (let done = 0; done < steps; done++) await step(world, agents, roll);
    await ada.ok('recordDecision', { workspace_id: id, title: 'Use JWT' });
    const events = await eventsAfter(world, 0);
    const counted = await ask();
    const kept = activityAfter(activityAfter(first, events), events);
    const slotsOf = ({ lanes }: typeof kept) =>
      [...lanes.values()]
        .map(({ key, slots }) => [key, [...slots].sort(([one], [other]) => one - other)] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1));
    assert.equal(slotsOf(kept), slotsOf(counted));
    assert.ok(kept.lanes.size >= 3);
  },
);

test.run();
