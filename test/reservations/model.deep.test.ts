import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import type { HookReply, TestAgent } from '../support/person.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import {
  activeAgents,
  after,
  assertNoOverlap,
  emptyModel,
  liveReservations,
  whole,
  type Action,
  type Model,
  type ModelReservation,
} from './model.ts';

/** The relay, with names that no other run has used. */
interface Real {
  readonly world: World;
  readonly run: string;
}

interface State {
  model: Model;
}

const people = { a: 'ada', b: 'bob', c: 'bob', d: 'cleo' } as const;
const agents = Object.keys(people) as (keyof typeof people)[];

const conversation = (run: string, agent: string) => `${run}-${agent}`;

function agentOf({ world, run }: Real, agent: string): TestAgent {
  return world.as(people[agent as keyof typeof people]).agent(conversation(run, agent));
}

function perform(real: Real, action: Action): Promise<HookReply> {
  const agent = agentOf(real, action.agent);
  switch (action.kind) {
    case 'start':
      return agent.send({ event: 'sessionStart' });
    case 'heartbeat':
      return agent.send({ event: 'file_check' });
    case 'end':
      return agent.end();
    case 'check':
      return agent.check(action.file, action.symbols);
    case 'acquire':
      return agent.edit(action.file, action.symbols);
  }
}

/** The rows as they are stored, with the agents' names. */
async function storedReservations({ world, run }: Real): Promise<ModelReservation[]> {
  const rows = await world.database.rows
    .selectFrom('reservations as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .select(['r.file_path', 'r.symbol', 'r.expires_at', 's.conversation_id'])
    .where('r.path_key', 'like', `${run}/%`)
    .execute();
  return rows.map((row) => ({
    file: row.file_path,
    symbol: row.symbol,
    expiresAt: row.expires_at,
    agent: row.conversation_id.slice(run.length + 1),
  }));
}

const textOf = ({ file, symbol, agent, expiresAt }: ModelReservation) =>
  `${file}#${symbol} by ${agent} until ${toTimestamp(expiresAt)}`;

/** After every step: what is stored, what is listed, and what the model says are one. */
async function assertSame({ model }: State, real: Real): Promise<void> {
  const { world, run } = real;
  const stored = (await storedReservations(real)).filter(
    ({ expiresAt }) => expiresAt > model.nowMs,
  );
  assertNoOverlap(stored);
  assert.equal(
    stored.map(textOf).sort(),
    liveReservations(model).map(textOf).sort(),
    'the reservations',
  );
  const listed = (await world.as('ada').reservations()).filter((r) => r.file_path.startsWith(run));
  assert.is(listed.length, stored.length, 'the list shows them all');
  const sessions = (await world.as('ada').sessions())
    .filter(({ conversation_id }) => conversation_id.startsWith(`${run}-`))
    .map(({ conversation_id }) => conversation_id.slice(run.length + 1));
  assert.equal(sessions.sort(), activeAgents(model).sort(), 'the sessions');
}

type Command = fc.AsyncCommand<State, Real>;

/** A file's name is of the run; the generator knows only its number. */
const inRun = (action: Action, run: string): Action =>
  'file' in action ? { ...action, file: `${run}/${action.file}` } : action;

function doing(action: Action): Command {
  return {
    check: () => true,
    toString: () => JSON.stringify(action),
    async run(state, real) {
      const done = inRun(action, real.run);
      state.model = after(state.model, done, await perform(real, done));
      await assertSame(state, real);
    },
  };
}

/** Several at once: some order of them must explain all the answers. */
function doingAtOnce(actions: readonly Action[]): Command {
  return {
    check: () => true,
    toString: () => `at once ${JSON.stringify(actions)}`,
    async run(state, real) {
      const done = actions.map((action) => inRun(action, real.run));
      const replies = await Promise.all(done.map((action) => perform(real, action)));
      const stored = (await storedReservations(real)).map(textOf).sort();
      state.model = explain(state.model, done, { replies, stored });
      await assertSame(state, real);
    },
  };
}

interface Outcome {
  readonly replies: readonly HookReply[];
  readonly stored: readonly string[];
}

function explain(model: Model, actions: readonly Action[], { replies, stored }: Outcome): Model {
  const problems: string[] = [];
  for (const order of permutations(actions.map((_, index) => index))) {
    try {
      const end = order.reduce((state, index) => {
        const [action, reply] = [actions[index], replies[index]];
        return action === undefined || reply === undefined ? state : after(state, action, reply);
      }, model);
      const missing = liveReservations(end)
        .map(textOf)
        .filter((reservation) => !stored.includes(reservation));
      assert.equal(missing, []);
      return end;
    } catch (error) {
      problems.push(String(error));
    }
  }
  throw new Error(`no order explains ${JSON.stringify({ actions, replies, problems })}`);
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

function passing(ms: number, sweeps: boolean): Command {
  return {
    check: () => true,
    toString: () => `${ms} ms pass${sweeps ? ', swept' : ''}`,
    async run(state, real) {
      if (sweeps) await real.world.pass(ms);
      else real.world.clock.advance(ms);
      state.model = { ...state.model, nowMs: real.world.clock.now() };
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
const file = fc.constantFrom('one.ts', 'two.ts');
const symbols = fc.oneof(
  fc.constant([]),
  fc.uniqueArray(fc.constantFrom('', 'login', 'logout'), { minLength: 1, maxLength: 3 }),
);
const onFile = (kind: 'check' | 'acquire') =>
  fc.record({ kind: fc.constant(kind), agent, file, symbols });
const onSession = (kind: 'start' | 'heartbeat' | 'end') =>
  fc.record({ kind: fc.constant(kind), agent });
const acquire = onFile('acquire');
const action: fc.Arbitrary<Action> = fc.oneof(
  { arbitrary: acquire, weight: 6 },
  { arbitrary: onFile('check'), weight: 3 },
  { arbitrary: onSession('start'), weight: 1 },
  { arbitrary: onSession('heartbeat'), weight: 1 },
  { arbitrary: onSession('end'), weight: 2 },
);
/** Two agents or more: what one agent does at once has no order that its answers could show. */
const together = fc.uniqueArray(action, {
  minLength: 2,
  maxLength: 4,
  selector: (each) => each.agent,
});
const spans = [1_000, minutes(1), minutes(5) - 1, minutes(5), minutes(10) - 1, minutes(10)];

const commands = fc.commands(
  [
    action.map(doing),
    action.map(doing),
    action.map(doing),
    together.map(doingAtOnce),
    fc
      .record({ ms: fc.constantFrom(...spans), sweeps: fc.boolean() })
      .map(({ ms, sweeps }) => passing(ms, sweeps)),
    fc.constant(restarting),
  ],
  { maxCommands: 30, size: 'max' },
);

scenario('RSV-7', 'random agents, files, times and restarts keep to the rules', async (world) => {
  let runs = 0;
  const property = fc.asyncProperty(commands, async (sequence) => {
    runs += 1;
    const real = { world, run: `run${runs}` };
    const setup = () => ({ model: { model: emptyModel(world.clock.now()) }, real });
    await fc.asyncModelRun(setup, sequence);
  });
  await fc.assert(property, { numRuns: 12 });
});

scenario('RSV-7', 'many at once on one file: some order explains every answer', async (world) => {
  let runs = 0;
  const four = fc.tuple(
    ...agents.map((name) => acquire.map((each) => ({ ...each, agent: name, file: 'one.ts' }))),
  );
  const property = fc.asyncProperty(
    fc.array(four, { minLength: 1, maxLength: 4 }),
    async (rounds) => {
      runs += 1;
      const real = { world, run: `race${runs}` };
      const state = { model: emptyModel(world.clock.now()) };
      for (const round of rounds) await doingAtOnce(round).run(state, real);
      assert.ok(liveReservations(state.model).length > 0);
      assert.ok(
        liveReservations(state.model).every(
          ({ symbol }) => symbol === whole || !symbol.includes('#'),
        ),
      );
    },
  );
  await fc.assert(property, { numRuns: 15 });
});

test.run();
