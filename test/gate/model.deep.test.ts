import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { GateModel, type Answer, type ModelReceipt } from './model.ts';
import { failed, passed, sha } from './steps.ts';

/** The relay, with names that no other run has used. */
interface Real {
  readonly world: World;
  readonly run: string;
  /** The receipts as the relay gave them, in the order of the model's. */
  readonly receipts: string[];
}

interface State {
  readonly gate: GateModel;
}

type Command = fc.AsyncCommand<State, Real>;

const saidFor: readonly (readonly [Answer, RegExp])[] = [
  ['used', /^This receipt was used already/],
  ['retracted', /^This receipt was retracted/],
  ['ended', /^This receipt has ended/],
  ['other stream', /^This receipt is for the workstream/],
  ['other commit', /^This receipt is for the commit/],
  ['recorded', /is recorded on .* already/],
  ['none', /has no receipt on/],
  ['retracted since', /was retracted on .* after this run of its tests/],
  ['failed since', /failed in a later run of its tests/],
  ['held', /is held by bob/],
  ['taken since', /was changed by bob after your receipt/],
  ['forbidden', /^Only who got a receipt/],
];

/** What the relay said, in the words of the model. */
async function said(real: Real, name: 'recordCommit' | 'retractReceipt', asked: Asked) {
  const { world } = real;
  const input = { id: world.workspace.id, ...asked.input };
  const answer = await world.as(asked.user).call(name, input);
  if (answer.status < 300) return 'done';
  const { message = '' } = answer.body as { message?: string };
  assert.ok([403, 409].includes(answer.status), answer.text);
  return saidFor.find(([, words]) => words.test(message))?.[0] ?? message;
}

interface Asked {
  readonly user: string;
  readonly input: Input;
}

const streamOf = (run: string, stream: string) => `${run}-${stream}`;
const commitOf = (run: string, commit: string) => sha(`${run} ${commit}`);
const fileOf = (run: string) => `src/${run}.ts`;

/** After every step: the recorded commits and the receipts are the ones of the model. */
async function assertSame({ gate }: State, { world, run, receipts }: Real): Promise<void> {
  const { rows } = world.database;
  const listed = await rows
    .selectFrom('commits')
    .select(['workstream', 'commit_sha', 'status'])
    .where('workstream', 'like', `${run}-%`)
    .execute();
  const expected = [...gate.commits].map(([key, status]) => {
    const [stream = '', commit = ''] = key.split(' ');
    return [streamOf(run, stream), commitOf(run, commit), status].join(' ');
  });
  const found = listed.map((row) => [row.workstream, row.commit_sha, row.status].join(' '));
  assert.equal(found.sort(), expected.sort(), 'the commits');
  const kept = await rows
    .selectFrom('receipts')
    .select(['id', 'status'])
    .where('workstream', 'like', `${run}-%`)
    .execute();
  const byId = new Map(kept.map(({ id, status }) => [id, status]));
  const statuses = receipts.map((shown) => byId.get(shown.split('.')[0] ?? ''));
  assert.equal(
    statuses,
    gate.receipts.map(({ status }) => status),
    'the receipts',
  );
  assert.is(kept.length, gate.receipts.length);
}

function command(name: string, run: (state: State, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(state, real) {
      await run(state, real);
      await assertSame(state, real);
    },
  };
}

const user = fc.constantFrom('ada', 'cleo');
const stream = fc.constantFrom('a', 'b');
const commit = fc.constantFrom('c1', 'c2');

/** Mostly the newest receipt: old ones are mostly used or ended. */
const back = fc.oneof({ arbitrary: fc.constant(0), weight: 3 }, fc.nat({ max: 20 }));

/** Undefined stands for what the receipt says. */
const mostlyItsOwn = <T>(other: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, other);

const confirming = fc.record({ user, stream, commit, passes: fc.boolean() }).map((wanted) =>
  command(`confirm ${JSON.stringify(wanted)}`, async ({ gate }, { world, run, receipts }) => {
    const answer = await world.as(wanted.user).ok('confirmReady', {
      id: world.workspace.id,
      workstream_slug: streamOf(run, wanted.stream),
      commit_sha: commitOf(run, wanted.commit),
      test_results: wanted.passes ? passed : failed,
    });
    const gives = gate.confirm(wanted);
    assert.is(answer.phase, gives ? 'confirmed' : 'failed');
    if (answer.receipt_id !== undefined) receipts.push(answer.receipt_id);
  }),
);

/** The newest receipt, or one of those before it; undefined while there are none. */
const some = (at: number, { gate }: State, { receipts }: Real) => {
  const index = receipts.length - 1 - (at % Math.max(1, receipts.length));
  const [model, shown] = [gate.receipts[index], receipts[index]];
  return model === undefined || shown === undefined ? undefined : { model, shown };
};

const recording = fc
  .record({
    at: back,
    user,
    stream: mostlyItsOwn(stream),
    commit: mostlyItsOwn(commit),
    touches: fc.constantFrom(true, true, false),
  })
  .map((wanted) =>
    command(`record ${JSON.stringify(wanted)}`, async (state, real) => {
      const found = some(wanted.at, state, real);
      if (found === undefined) return;
      const named = { ...wanted, commit: wanted.commit ?? found.model.commit };
      const asked = { user: wanted.user, input: { ...inputOf(real, named), receipt: found.shown } };
      const answer = await said(real, 'recordCommit', asked);
      assert.is(answer, state.gate.recordWith(found.model, named));
    }),
  );

const recordingOwn = fc.record({ user, stream, commit, touches: fc.boolean() }).map((wanted) =>
  command(`record own ${JSON.stringify(wanted)}`, async ({ gate }, real) => {
    const asked = { user: wanted.user, input: inputOf(real, wanted) };
    assert.is(await said(real, 'recordCommit', asked), gate.recordOwn(wanted));
  }),
);

function inputOf(
  { run }: Real,
  wanted: { stream: string | undefined; commit: string; touches: boolean },
): Input {
  return {
    commit_sha: commitOf(run, wanted.commit),
    symbols_changed: wanted.touches ? [`${fileOf(run)}#f`] : [],
    ...(wanted.stream !== undefined && { workstream_slug: streamOf(run, wanted.stream) }),
  };
}

const retracting = fc.record({ at: back, user }).map((wanted) =>
  command(`retract ${JSON.stringify(wanted)}`, async (state, real) => {
    const found = some(wanted.at, state, real);
    if (found === undefined) return;
    const asked = { user: wanted.user, input: { receipt: found.shown } };
    const by = { user: wanted.user, isAdmin: wanted.user === 'ada' };
    const expected: Answer = state.gate.retract(found.model satisfies ModelReceipt, by);
    assert.is(await said(real, 'retractReceipt', asked), expected);
  }),
);

const agentOf = ({ world, run }: Real) => world.as('bob').agent(`${run}-bob`);

const others: Command[] = [
  command('bob writes', async ({ gate }, real) => {
    await agentOf(real).edit(fileOf(real.run), ['f']);
    gate.take();
  }),
  command('bob writes and ends', async ({ gate }, real) => {
    await agentOf(real).edit(fileOf(real.run), ['f']);
    await agentOf(real).end();
    gate.take();
    gate.release();
  }),
  command('bob ends', async ({ gate }, real) => {
    await agentOf(real).end();
    gate.release();
  }),
  command('restart', (_, { world }) => world.restart()),
];

const passing = fc
  .record({
    ms: fc.constantFrom(minutes(10) - 1, minutes(10), 1, minutes(30), minutes(60) - 1, minutes(60)),
    sweeps: fc.boolean(),
  })
  .map(({ ms, sweeps }) =>
    command(`${ms} ms pass${sweeps ? ', swept' : ''}`, async ({ gate }, { world }) => {
      if (sweeps) await world.pass(ms);
      else world.clock.advance(ms);
      gate.nowMs = world.clock.now();
    }),
  );

const commands = fc.commands(
  [
    confirming,
    confirming,
    recording,
    recording,
    recording,
    recordingOwn,
    retracting,
    fc.constantFrom(...others),
    fc.constantFrom(...others),
    passing,
  ],
  { maxCommands: 60, size: 'max' },
);

scenario('GAT-2', 'random runs, records, retractions, reservations and restarts', async (world) => {
  let runs = 0;
  const property = fc.asyncProperty(commands, async (sequence) => {
    runs += 1;
    const real: Real = { world, run: `run${runs}`, receipts: [] };
    const { id } = world.workspace;
    for (const name of ['a', 'b']) {
      const slug = streamOf(real.run, name);
      await world.as('ada').ok('startWorkstream', { id, title: slug, slug });
    }
    const setup = () => ({ model: { gate: new GateModel(world.clock.now()) }, real });
    await fc.asyncModelRun(setup, sequence);
  });
  await fc.assert(property, { numRuns: 15 });
});

scenario(
  'GAT-2',
  'a receipt at the instant of its end: one outcome, whatever restarts',
  async (world) => {
    const { id } = world.workspace;
    await world.as('ada').ok('startWorkstream', { id, title: 'end', slug: 'end' });
    for (let round = 0; round < 20; round += 1) {
      const commit_sha = sha(`end ${round}`);
      const run = { id, workstream_slug: 'end', commit_sha, test_results: passed };
      const { receipt_id: receipt } = await world.as('ada').ok('confirmReady', run);
      const early = round % 2;
      world.clock.advance(minutes(60) - early);
      if (round % 5 === 0) await world.restart();
      const uses = Array.from({ length: 3 }, () =>
        world.as('ada').call('recordCommit', { id, commit_sha, receipt }),
      );
      const statuses = (await Promise.all(uses)).map(({ status }) => status).sort();
      assert.equal(statuses, early === 1 ? [201, 409, 409] : [409, 409, 409]);
    }
  },
);

test.run();
