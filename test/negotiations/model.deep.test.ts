import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import type { TestAgent } from '../support/person.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import {
  after,
  assertNoOverlap,
  emptyModel,
  liveReservations,
  type Action,
  type ModelReservation,
} from '../reservations/model.ts';
import {
  answered,
  deferMs,
  afterCascade,
  holdersOf,
  openingStatus,
  settled,
  splitInput,
  type Answer,
  type Model,
  type ModelNegotiation,
} from './model.ts';

/** The relay, with names that no other run has used. */
interface Real {
  readonly world: World;
  readonly run: string;
}

interface State {
  model: Model;
}

const people = { a: 'ada', b: 'bob', c: 'cleo', d: 'bob' } as const;
type Agent = keyof typeof people;
const agents = Object.keys(people) as Agent[];

const conversation = (run: string, agent: string) => `${run}-${agent}`;
const nameOf = (agent: string) => people[agent as Agent];

function agentOf({ world, run }: Real, agent: string): TestAgent {
  return world.as(nameOf(agent)).agent(conversation(run, agent));
}

async function storedReservations({ world, run }: Real): Promise<ModelReservation[]> {
  const rows = await world.database.rows
    .selectFrom('reservations as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .select(['r.file_path', 'r.symbol', 'r.expires_at', 's.conversation_id'])
    .where('r.path_key', 'like', `${run}/%`)
    .where('r.expires_at', '>', world.clock.now())
    .execute();
  return rows.map((row) => ({
    file: row.file_path,
    symbol: row.symbol,
    expiresAt: row.expires_at,
    agent: row.conversation_id.slice(run.length + 1),
  }));
}

async function storedNegotiations({ world, run }: Real): Promise<string[]> {
  const rows = await world.database.rows
    .selectFrom('negotiations')
    .selectAll()
    .where('path_key', 'like', `${run}/%`)
    .execute();
  return rows.map((row) =>
    negotiationText({
      id: row.id,
      status: row.status,
      outcome: row.outcome,
      waitingFor: row.waiting_for,
      turns: row.turns,
      deadlineAt: row.deadline_at,
    }),
  );
}

type NegotiationState = Pick<
  ModelNegotiation,
  'id' | 'status' | 'outcome' | 'waitingFor' | 'turns' | 'deadlineAt'
>;

const negotiationText = ({
  id,
  status,
  outcome,
  waitingFor,
  turns,
  deadlineAt,
}: NegotiationState) =>
  `${id}: ${status} (${outcome}) for ${waitingFor}, ${turns} turns, until ${toTimestamp(deadlineAt)}`;

const reservationText = ({ symbol, agent, expiresAt }: ModelReservation) =>
  `#${symbol} by ${agent} until ${toTimestamp(expiresAt)}`;

/** At most one end of each, as its events say. */
async function assertEndedOnce({ model }: State, { world }: Real): Promise<void> {
  const rows = await world.database.rows
    .selectFrom('events')
    .select('payload')
    .where('workspace_id', '=', world.workspace.id)
    .where('type', '=', 'negotiation_ended')
    .execute();
  const ended = rows.map(({ payload }) => JSON.parse(payload) as { negotiation_id: string });
  for (const { id, status } of model.negotiations) {
    const times = ended.filter((event) => event.negotiation_id === id).length;
    assert.is(times, status === 'open' || status === 'escalated' ? 0 : 1, `the ends of ${id}`);
  }
}

async function assertSame(state: State, real: Real): Promise<void> {
  const stored = await storedReservations(real);
  assertNoOverlap(stored);
  const expected = liveReservations(state.model.reservations).map(reservationText).sort();
  assert.equal(stored.map(reservationText).sort(), expected, 'the reservations');
  const negotiations = state.model.negotiations.map(negotiationText).sort();
  assert.equal((await storedNegotiations(real)).sort(), negotiations, 'the negotiations');
  await assertEndedOnce(state, real);
}

type Command = fc.AsyncCommand<State, Real>;

/** After every step the sweeper comes round; what a step finds unswept is what the one before left. */
function step(name: string, act: (state: State, real: Real) => Promise<Model>): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(state, real) {
      const model = await act(state, real);
      await real.world.sweep();
      state.model = afterCascade(model);
      await assertSame(state, real);
    },
  };
}

interface Done {
  readonly kind: 'acquire' | 'heartbeat' | 'end';
  readonly agent: Agent;
  readonly symbols: readonly string[];
}

function doing(done: Done): Command {
  return step(JSON.stringify(done), async ({ model }, real) => {
    const { kind, agent, symbols } = done;
    const { file } = model;
    const actor = agentOf(real, agent);
    const action: Action = kind === 'acquire' ? { kind, agent, file, symbols } : { kind, agent };
    const reply =
      kind === 'acquire'
        ? await actor.edit(file, symbols)
        : kind === 'end'
          ? await actor.end()
          : await actor.send({ event: 'file_check' });
    const known = kind === 'end' ? model.known : new Set([...model.known, agent]);
    return { ...model, known, reservations: after(model.reservations, action, reply) };
  });
}

interface Opening {
  readonly agent: Agent;
  readonly symbols: readonly string[];
  readonly maxTurns: number;
  readonly deadlineMs: number;
}

function opening(given: Opening): Command {
  return step(`open ${JSON.stringify(given)}`, async (state, real) => {
    const { agent, symbols, maxTurns, deadlineMs } = given;
    const { file } = state.model;
    const wanted = { agent, symbols: symbols.length === 0 ? ['*'] : symbols };
    const answer = await real.world.as(nameOf(agent)).call('openNegotiation', {
      id: real.world.workspace.id,
      session_id: conversation(real.run, agent),
      file,
      symbol_ids: symbols.map((symbol) => `${file}#${symbol}`),
      rationale: 'the model says so',
      max_turns: maxTurns,
      deadline_ms: deadlineMs,
    });
    const model = afterCascade(state.model);
    assert.is(answer.status, openingStatus(model, wanted), answer.text);
    if (answer.status !== 201) return model;
    const negotiation: ModelNegotiation = {
      id: (answer.body as { id: string }).id,
      initiator: agent,
      counterparty: holdersOf(model, wanted)[0] ?? '',
      symbols: wanted.symbols,
      deadlineMs,
      maxTurns,
      status: 'open',
      outcome: '',
      waitingFor: 'counterparty',
      turns: 0,
      deadlineAt: model.reservations.nowMs + deadlineMs,
    };
    return { ...model, negotiations: [...model.negotiations, negotiation] };
  });
}

/** The newest negotiation is 0. */
function negotiationAt({ negotiations }: Model, back: number): ModelNegotiation | undefined {
  return negotiations[negotiations.length - 1 - (back % Math.max(1, negotiations.length))];
}

interface Answering extends Omit<Answer, 'agent'> {
  readonly by: 'initiator' | 'counterparty' | Agent;
}

function answering(back: number, { by, ...rest }: Answering): Command {
  return step(`answer ${back} ${by} ${JSON.stringify(rest)}`, async (state, real) => {
    const before = negotiationAt(state.model, back);
    if (before === undefined) return state.model;
    const agent = by === 'initiator' || by === 'counterparty' ? before[by] : by;
    const given = { ...rest, agent };
    const { action } = given;
    const answer = await real.world.as(nameOf(agent)).call('respondNegotiation', {
      id: real.world.workspace.id,
      negotiation_id: before.id,
      from_session: conversation(real.run, agent),
      action,
      defer_ms: deferMs,
      split: splitInput(before, given, state.model.file),
    });
    const model = before.status === 'open' ? afterCascade(state.model) : state.model;
    const negotiation = model.negotiations.find(({ id }) => id === before.id) ?? before;
    const expected = answered(model, negotiation, given);
    assert.is(answer.status, expected.status, answer.text);
    return expected.model;
  });
}

function settling(back: number, action: 'yield' | 'hold'): Command {
  return step(`settle ${back} ${action}`, async (state, real) => {
    const before = negotiationAt(state.model, back);
    if (before === undefined) return state.model;
    const input = { id: real.world.workspace.id, negotiation_id: before.id, action };
    const answer = await real.world.as('ada').call('settleNegotiation', input);
    const model = before.status === 'open' ? afterCascade(state.model) : state.model;
    const negotiation = model.negotiations.find(({ id }) => id === before.id) ?? before;
    const expected = settled(model, negotiation, action);
    assert.is(answer.status, expected.status, answer.text);
    return expected.model;
  });
}

function passing(ms: number): Command {
  return {
    check: () => true,
    toString: () => `${ms} ms pass unseen`,
    async run(state, { world }) {
      world.clock.advance(ms);
      const reservations = { ...state.model.reservations, nowMs: world.clock.now() };
      state.model = { ...state.model, reservations };
    },
  };
}

const sweeping = step('sweep', async ({ model }) => model);
const restarting = step('restart', async ({ model }, { world }) => {
  await world.restart();
  return model;
});

const agent = fc.constantFrom(...agents);
const symbols = fc.oneof(
  { arbitrary: fc.constant([]), weight: 1 },
  {
    arbitrary: fc.uniqueArray(fc.constantFrom('x', 'y', ''), { minLength: 1, maxLength: 2 }),
    weight: 3,
  },
);
const done = (kind: Done['kind']) => fc.record({ kind: fc.constant(kind), agent, symbols });
const spans = [1_000, minutes(1), minutes(2), minutes(5) - 1, minutes(5), minutes(10)];
const back = fc.nat(2);

const openings = fc
  .record({
    agent,
    symbols,
    maxTurns: fc.integer({ min: 1, max: 3 }),
    deadlineMs: fc.constantFrom(minutes(1), minutes(5)),
  })
  .map(opening);
const answers = fc
  .tuple(
    back,
    fc.record({
      by: fc.constantFrom('initiator', 'counterparty', 'counterparty', 'c'),
      action: fc.constantFrom('yield', 'hold', 'split', 'counter', 'defer'),
      gives: fc.tuple(fc.boolean(), fc.boolean()),
    }),
  )
  .map(([at, answer]) => answering(at, answer));

const commands = fc.commands(
  [
    done('acquire').map(doing),
    done('acquire').map(doing),
    done('heartbeat').map(doing),
    done('end').map(doing),
    openings,
    openings,
    openings,
    answers,
    answers,
    answers,
    fc.tuple(back, fc.constantFrom('yield', 'hold')).map(([at, action]) => settling(at, action)),
    fc.constantFrom(...spans).map(passing),
    fc.constant(sweeping),
    fc.constant(restarting),
  ],
  { maxCommands: 40, size: 'max' },
);

const prologue = [
  doing({ kind: 'acquire', agent: 'a', symbols: ['x', 'y'] }),
  doing({ kind: 'heartbeat', agent: 'b', symbols: [] }),
  opening({ agent: 'b', symbols: ['x'], maxTurns: 2, deadlineMs: minutes(5) }),
  doing({ kind: 'heartbeat', agent: 'd', symbols: [] }),
];

const runsOf = Number(process.env['COORD_MODEL_RUNS'] ?? 15);

scenario('NEG-6', 'random negotiations, times and restarts keep to the rules', async (world) => {
  let runs = 0;
  const property = fc.asyncProperty(commands, async (sequence) => {
    runs += 1;
    const real = { world, run: `run${runs}` };
    const reservations = emptyModel(world.clock.now());
    const model: Model = {
      reservations,
      file: `${real.run}/one.ts`,
      negotiations: [],
      known: new Set<string>(),
    };
    const state = { model };
    // Somebody has reserved something and somebody asks for it, so that there is something to go on with.
    for (const command of prologue) await command.run(state, real);
    await fc.asyncModelRun(() => ({ model: state, real }), sequence);
  });
  await fc.assert(property, { numRuns: runsOf });
});

test.run();
