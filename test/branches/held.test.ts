/** WAT-19: the branches that could not follow on somebody's machine. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { heldBranchLimits } from '../../shared/branches/contract.ts';
import { describeEvent, type FeedEvent } from '../../shared/feed/sentence.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { startStream } from '../gate/steps.ts';

const branch = 'coord/billing';
const commit_sha = 'a'.repeat(40);
const dirty = 'Uncommitted changes in a.txt. Commit or stash them, then: git pull --ff-only';

async function report(world: World, input: Input = {}, name = 'bob') {
  const { id } = world.workspace;
  const held = { branch, commit_sha, outcome: 'held', reason: dirty, machine: 'laptop' };
  return world.as(name).ok('reportBranch', { id, ...held, ...input });
}

async function held(world: World, name = 'cleo') {
  return (await world.as(name).ok('listHeldBranches', { id: world.workspace.id })).branches;
}

scenario(
  'WAT-19',
  'a branch is held until it follows, and only news is told to the team',
  async (world) => {
    await startStream(world, 'billing');
    const feed = await world.as('cleo').feed();
    assert.is((await report(world)).changed, true);
    const since = new Date(world.clock.now()).toISOString();
    world.clock.advance(1_000);
    assert.is((await report(world)).changed, false);
    const next = 'b'.repeat(40);
    assert.is((await report(world, { commit_sha: next })).changed, false);
    assert.equal(await held(world), [
      {
        branch,
        workstream: 'billing',
        user_id: world.as('bob').id,
        user_name: 'bob',
        machine: 'laptop',
        reason: dirty,
        commit_sha: next,
        since,
      },
    ]);
    assert.is((await report(world, { reason: 'Diverged. git pull --rebase' })).changed, true);
    assert.equal(
      (await held(world)).map((one) => [one.reason, one.since]),
      [['Diverged. git pull --rebase', since]],
    );
    assert.is((await report(world, { outcome: 'moved', reason: undefined })).changed, true);
    assert.is((await report(world, { outcome: 'moved' })).changed, false);
    assert.equal(await held(world), []);
    const { data } = await feed.next('branch_moved');
    const told = feed.events.filter(({ type }) => type.startsWith('branch_'));
    assert.equal(
      told.map(({ type }) => type),
      ['branch_held', 'branch_held', 'branch_moved'],
    );
    const sentences = [told[0]?.data, data].map((event) =>
      describeEvent(event as FeedEvent, new Map()),
    );
    assert.match(sentences[0] ?? '', /^coord\/billing could not follow at bob on laptop/);
    assert.match(sentences[0] ?? '', /Uncommitted changes in a\.txt/);
    assert.is(sentences[1], 'coord/billing follows again at bob on laptop');
    feed.close();
  },
);

scenario(
  'WAT-19',
  'each person and machine has its own, the latest first, in pages',
  async (world) => {
    await startStream(world, 'billing');
    await report(world);
    await report(world, { machine: 'tower' });
    await report(world, { machine: undefined }, 'cleo');
    const { id } = world.workspace;
    const who = (found: Awaited<ReturnType<typeof held>>) =>
      found.map(({ user_name, machine }) => `${user_name} ${machine}`);
    const first = await world.as('ada').ok('listHeldBranches', { id, limit: 2 });
    assert.equal(who(first.branches), ['cleo ', 'bob tower']);
    const rest = { id, limit: 2, before: first.next_cursor };
    const last = await world.as('ada').ok('listHeldBranches', rest);
    assert.equal([who(last.branches), last.next_cursor], [['bob laptop'], undefined]);
    await report(world, { machine: 'tower', outcome: 'moved' });
    assert.equal(who(await held(world)), ['cleo ', 'bob laptop']);
  },
);

scenario(
  'WAT-19',
  'nothing is held of a workstream that has ended, or of a person who is gone',
  async (world) => {
    await startStream(world, 'billing');
    await startStream(world, 'other');
    await report(world);
    await report(world, { branch: 'coord/other' });
    await report(world, {}, 'cleo');
    const { id } = world.workspace;
    await world.as('ada').ok('removeMember', { id, userId: world.as('cleo').id });
    assert.equal(
      (await held(world, 'ada')).map((one) => one.branch),
      ['coord/other', branch],
    );
    await world.as('ada').ok('endWorkstream', { id, slug: 'billing' });
    assert.equal(
      (await held(world, 'ada')).map((one) => one.branch),
      ['coord/other'],
    );
    await world.as('ada').ok('completeWorkstream', {
      id,
      slug: 'other',
      pr_url: 'https://example.org/pull/1',
    });
    assert.equal(await held(world, 'ada'), []);
  },
);

scenario(
  'WAT-19',
  'a reason is needed, without secrets; a branch of no workstream is refused',
  async (world) => {
    await startStream(world, 'billing');
    const { id } = world.workspace;
    const base = { id, branch, outcome: 'held' };
    const none = await world.as('bob').refused('reportBranch', base);
    assert.equal([none.status, none.field], [400, 'reason']);
    const reason = 'origin cannot be reached: https://ada:hunter22x@example.org/shop.git';
    await report(world, { reason });
    assert.not.match((await held(world))[0]?.reason ?? '', /hunter22x/);
    const foreign = { ...base, branch: 'coord/nothing', reason };
    const unknown = await world.as('bob').refused('reportBranch', foreign);
    assert.is(unknown.status, 404);
    assert.match(unknown.message, /No active workstream has this branch/);
  },
);

scenario(
  'WAT-19',
  'of a private workstream only its members hear where it is held, and nobody why',
  async (world) => {
    await startStream(world, 'billing', { visibility: 'private' });
    const { id } = world.workspace;
    const base = { id, branch, outcome: 'held', reason: dirty };
    assert.is((await world.as('bob').refused('reportBranch', base)).status, 404);
    const feed = await world.as('bob').feed();
    await report(world, {}, 'ada');
    const told = (await feed.next('branch_held')).data;
    assert.equal([told['reason'], told['machine'], told['branch']], ['', '', branch]);
    assert.equal(await held(world, 'bob'), []);
    const [own] = await held(world, 'ada');
    assert.equal([own?.reason, own?.machine], [dirty, 'laptop']);
    await report(world, { outcome: 'moved', reason: undefined }, 'ada');
    const moved = (await feed.next('branch_moved')).data;
    assert.equal([moved['machine'], moved['branch']], ['', branch]);
    feed.close();
  },
);

/** Writes reports into the database, the oldest first, as if they had been sent before. */
async function addHeld(world: World, places: readonly { machine: string; branch: string }[]) {
  const rows = places.map((place, at) => ({
    ...place,
    workspace_id: world.workspace.id,
    user_id: world.as('bob').id,
    workstream: 'billing',
    commit_sha: '',
    reason: dirty,
    seq: at - 1_000,
    since: 0,
  }));
  await world.database.rows.insertInto('held_branches').values(rows).execute();
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

scenario(
  'WAT-19',
  'one person fills no Inbox: of a machine the newest 20 are kept, of a person the newest 100',
  async (world) => {
    await startStream(world, 'billing');
    const { ofMachine, ofPerson } = heldBranchLimits;
    const onOne = numbers(ofMachine).map((at) => ({ machine: 'laptop', branch: `b-${at}` }));
    await addHeld(world, [{ machine: 'tower', branch }, ...onOne]);
    await report(world);
    const { id } = world.workspace;
    const list = async () =>
      (await world.as('cleo').ok('listHeldBranches', { id, limit: 500 })).branches;
    const first = await list();
    assert.equal(
      [first.length, first[0]?.branch, first.at(-2)?.branch, first.at(-1)?.machine],
      [ofMachine + 1, branch, 'b-1', 'tower'],
      'the oldest of that machine gave way, and another machine keeps its own',
    );
    await world.database.rows.deleteFrom('held_branches').execute();
    const runners = numbers(ofPerson).map((at) => ({ machine: `runner-${at}`, branch }));
    await addHeld(world, runners);
    await report(world);
    const second = await list();
    assert.equal(
      [second.length, second[0]?.machine, second.at(-1)?.machine],
      [ofPerson, 'laptop', 'runner-1'],
    );
  },
);

test.run();
