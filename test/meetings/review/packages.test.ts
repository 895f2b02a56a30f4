/** Work packages follow the review. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { relayScenario, scenario } from '../../support/scenario.ts';
import { type Outcome, titles, ingest, review, answers, model, answered } from './support.ts';

function packagesOf({ work_packages: packages }: Outcome): string[][] {
  return packages.map(({ title, files, decisions }) => [
    title,
    files.join(' '),
    decisions.map((one) => one.title).join(' / '),
  ]);
}

scenario('PKG-4', 'a dropped decision leaves its package with its files', async (world) => {
  const { id } = world.workspace;
  const made = await ingest(world);
  const whole = packagesOf(made);
  assert.equal(whole, [
    [`${titles.jwt} (and 1 more)`, 'src/auth.ts src/names.ts', `${titles.jwt} / ${titles.helper}`],
    [titles.page, 'src/login.tsx', titles.page],
  ]);
  const less = await review(world, made, titles.helper, { state: 'dropped' });
  assert.equal(packagesOf(less), [[titles.jwt, 'src/auth.ts', titles.jwt], whole[1]]);
  const none = await review(world, made, titles.jwt, { state: 'dropped' });
  assert.equal(packagesOf(none), [whole[1]]);
  const { packages } = await world.as('cleo').ok('listPackages', { id });
  assert.equal(
    packages.map(({ title }) => title),
    [titles.page],
  );
  const [gone] = made.work_packages;
  const claim = await world.as('cleo').refused('claimPackage', { id, pid: gone?.id ?? '' });
  assert.is(claim.status, 404);
  await review(world, made, titles.helper, { state: 'found' });
  const back = await review(world, made, titles.jwt, { state: 'confirmed' });
  assert.equal(packagesOf(back), whole);
});

relayScenario(
  'PKG-4',
  'a package of a language model keeps its words, and follows the review',
  async (world) => {
    const said = "I'll write the migration by 2026-12-01.";
    answers.push(
      JSON.stringify({
        decisions: [
          { ...answered(said), affected_files: ['src/a.ts'] },
          { ...answered(said), title: 'New page', affected_files: ['src/b.ts'] },
        ],
        action_items: [
          { action: 'Write the migration', assignee: 'Cleo', sentence: said },
          { action: 'Tell the customers', assignee: 'Ann', sentence: said },
        ],
      }),
      JSON.stringify([
        {
          title: 'Both',
          description: 'Do this:\n- write the migration\n- tell the customers, too',
          files: ['src/a.ts', 'src/b.ts', 'src/c.ts'],
          decisions: [1, 2],
        },
      ]),
    );
    const made = await ingest(world);
    const less = await review(world, made, 'New page', { state: 'dropped' });
    assert.equal(packagesOf(less), [['Both', 'src/a.ts src/c.ts', 'Use JWT']]);
    const back = await review(world, made, 'New page', { state: 'found' });
    assert.equal(packagesOf(back)[0]?.[1]?.split(' ').sort(), ['src/a.ts', 'src/b.ts', 'src/c.ts']);
    const dropped = await review(world, made, 'Tell the customers', { state: 'dropped' });
    assert.is(dropped.work_packages[0]?.description, 'Do this:\n- write the migration');
    const found = await review(world, made, 'Tell the customers', { state: 'found' });
    assert.is(found.work_packages[0]?.description, made.work_packages[0]?.description);
    const feed = await world.as('cleo').feed();
    const { name } = world.as('cleo').account;
    const given = await review(world, made, 'Write the migration', {
      assignee: name.toLowerCase(),
    });
    assert.is(given.action_items[0]?.assignee, name);
    const [one] = given.work_packages;
    assert.equal([one?.status, one?.assignee], ['claimed', world.as('cleo').id]);
    await feed.next('work_package_claimed');
    const taken = await review(world, made, 'Tell the customers', { assignee: 'Bob' });
    assert.is(taken.work_packages[0]?.assignee, world.as('cleo').id, 'it was taken already');
    feed.close();
  },
  { relay: { languageModel: model } },
);

test.run();
