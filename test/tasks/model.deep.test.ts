import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Answer } from '../support/http.ts';
import type { World } from '../support/harness.ts';
import { onRelay, scenario } from '../support/scenario.ts';
import { after, hasEnded, type Action, type Model } from './model.ts';
import { addTask, startWorkstream } from './support.ts';

const people = { a: 'ada', b: 'bob', c: 'bob', d: 'cleo' } as const;
const agents = Object.keys(people) as (keyof typeof people)[];
const ownerOf = (agent: string) => people[agent as keyof typeof people];

/** The relay, with the ids behind the numbers of the model. */
interface Real {
  readonly world: World;
  readonly run: string;
  readonly tasks: string[];
  readonly sessions: Map<string, string>;
}

interface State {
  model: Model;
}

const statuses = ['todo', 'in_progress', 'done', 'cancelled', 'blocked'] as const;

/** The generator does not know how many tasks there are: its numbers go round. */
function among({ tasks }: Model, action: Action): Action {
  const round = (at: number) => at % tasks.length;
  if (action.kind === 'depend') {
    return { ...action, task: round(action.task), on: [...new Set(action.on.map(round))] };
  }
  if ('task' in action) return { ...action, task: round(action.task) };
  if (action.kind !== 'create') return action;
  return { ...action, after: tasks.length === 0 ? [] : [...new Set(action.after.map(round))] };
}

async function perform(real: Real, action: Action): Promise<Answer | undefined> {
  const { world, run, tasks, sessions } = real;
  const { id } = world.workspace;
  switch (action.kind) {
    case 'start':
    case 'end': {
      const agent = world.as(ownerOf(action.agent)).agent(`${run}-${action.agent}`);
      if (action.kind === 'end') await agent.end();
      else sessions.set(action.agent, await agent.start());
      return undefined;
    }
    case 'create': {
      const depends_on = action.after.map((at) => tasks[at]);
      const made = await addTask(world, { to_session: sessionOf(real, action.to), depends_on });
      tasks.push(made.id);
      return undefined;
    }
    case 'claim': {
      const input = { id, task_id: tasks[action.task], session_id: sessionOf(real, action.agent) };
      return world.as(ownerOf(action.agent)).call('claimTask', input);
    }
    case 'move': {
      const input = { id, task_id: tasks[action.task], session_id: sessionOf(real, action.agent) };
      return world
        .as(ownerOf(action.agent))
        .call('changeTask', { ...input, status: action.status });
    }
    case 'assign': {
      const assignee_session = sessionOf(real, action.to) ?? null;
      const input = { id, task_id: tasks[action.task], assignee_session };
      return world.as('ada').call('changeTask', input);
    }
    case 'depend': {
      const { agent: name } = action;
      const depends_on = action.on.map((at) => tasks[at]);
      const input = { id, task_id: tasks[action.task], session_id: sessionOf(real, name) };
      return world.as(ownerOf(name)).call('changeTask', { ...input, depends_on });
    }
  }
}

function sessionOf({ sessions }: Real, agent: string | undefined): string | undefined {
  return agent === undefined ? undefined : sessions.get(agent);
}

/** After every step: what is listed and what the model says are one. */
async function assertSame({ model }: State, { world, tasks, sessions }: Real): Promise<void> {
  const { id } = world.workspace;
  const listed = await world.as('cleo').ok('listTasks', { id, limit: 500 });
  const byId = new Map(listed.tasks.map((task) => [task.id, task]));
  const found = tasks.map((task) => {
    const { status, assignee_session: session, waits_for: waits } = byId.get(task) ?? {};
    const { depends_on: before } = byId.get(task) ?? {};
    return { status, session, before: before?.toSorted(), waits: waits?.toSorted() };
  });
  const expected = model.tasks.map(({ status, agent, after: before }) => ({
    status,
    session: agent === undefined ? undefined : sessions.get(agent),
    before: before.map((at) => tasks[at]).sort(),
    waits: (status === 'blocked'
      ? before.filter((at) => !hasEnded(model, at)).map((at) => tasks[at])
      : []
    ).sort(),
  }));
  assert.equal(found, expected);
}

type Command = fc.AsyncCommand<State, Real>;

function doing(action: Action): Command {
  return {
    check: () => true,
    toString: () => JSON.stringify(action),
    async run(state, real) {
      if ('task' in action && state.model.tasks.length === 0) return;
      const done = among(state.model, action);
      const next = after(state.model, done);
      const answer = await perform(real, done);
      if (answer !== undefined)
        assert.is(answer.status, typeof next === 'number' ? next : 200, answer.text);
      state.model = typeof next === 'number' ? state.model : next;
      await assertSame(state, real);
    },
  };
}

/** TSK-2: several claims at once; the model takes the winner's first and then refuses the others. */
function racing(number: number): Command {
  return {
    check: () => true,
    toString: () => `all claim ${number}`,
    async run(state, real) {
      if (real.tasks.length === 0) return;
      const task = number % real.tasks.length;
      const claims = [...real.sessions.keys()].map(
        (agent) => ({ kind: 'claim', agent, task }) as const,
      );
      const answers = await Promise.all(claims.map((claim) => perform(real, claim)));
      const won = claims.filter((_, at) => answers[at]?.status === 200);
      assert.ok(won.length <= 1, 'one winner at most');
      for (const claim of [...won, ...claims.filter((one) => !won.includes(one))]) {
        const next = after(state.model, claim);
        const isWon = typeof next !== 'number';
        assert.is(isWon, won.includes(claim), JSON.stringify({ claim, state }));
        state.model = isWon ? next : state.model;
      }
      await assertSame(state, real);
    },
  };
}

const restarting: Command = {
  check: () => true,
  toString: () => 'restart',
  async run(state, real) {
    await real.world.restart();
    await assertSame(state, real);
  },
};

const agent = fc.constantFrom(...agents);
const task = fc.nat({ max: 6 });
const to = fc.option(agent, { nil: undefined });
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      to,
      after: fc.uniqueArray(task, { maxLength: 3 }),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({ kind: fc.constant('create' as const), after: fc.constant([]) }),
    weight: 3,
  },
  { arbitrary: fc.record({ kind: fc.constant('claim' as const), agent, task }), weight: 4 },
  {
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      agent,
      task,
      status: fc.constantFrom(...statuses, 'done' as const, 'done' as const),
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ kind: fc.constant('assign' as const), task, to }), weight: 2 },
  {
    arbitrary: fc.record({
      kind: fc.constant('depend' as const),
      agent,
      task,
      on: fc.uniqueArray(task, { maxLength: 3 }),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ kind: fc.constantFrom('start' as const, 'end' as const), agent }),
    weight: 3,
  },
);

const commands = fc.commands(
  [
    action.map(doing),
    action.map(doing),
    action.map(doing),
    action.map(doing),
    task.map(racing),
    fc.constant(restarting),
  ],
  { maxCommands: 40, size: 'max' },
);

scenario(
  'TSK-1 TSK-2 TSK-5 TSK-6',
  'random tasks, agents, claims, dependencies and restarts keep to the rules',
  async (world) => {
    await startWorkstream(world, 'checkout');
    let runs = 0;
    const property = fc.asyncProperty(commands, async (sequence) => {
      runs += 1;
      const run = `run${runs}`;
      const real = { world, run, tasks: [], sessions: new Map<string, string>() };
      for (const name of agents) await perform(real, { kind: 'start', agent: name });
      const setup = () => ({
        model: {
          model: { userOf: ownerOf, owner: 'ada', tasks: [], alive: new Set<string>(agents) },
        },
        real,
      });
      await fc.asyncModelRun(setup, sequence);
    });
    await fc.assert(property, { numRuns: 25 });
  },
  { on: onRelay },
);

test.run();
