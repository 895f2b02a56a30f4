/** Files that a decision or a work package names and that the repository's index does not have. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish } from '../support/symbols.ts';

scenario(
  'DEC-16',
  'a decision about files that are not in the index is recorded, and says which',
  async (world) => {
    const { id } = world.workspace;
    const ada = world.as('ada');
    const files = ['src/a.ts', 'src/gone.ts', 'docs/plan.md'];
    const early = await ada.ok('decide', { id, title: 'Before there is an index', files });
    assert.is(early.unknown_files, undefined);
    await publish(world, 'ada', [fileOf('src/a.ts', ['login'])]);
    const made = await ada.ok('decide', { id, title: 'Sessions end', files });
    assert.equal(made.files, files);
    assert.equal(made.unknown_files, ['src/gone.ts']);
    const recorded = await ada.ok('recordDecision', {
      workspace_id: id,
      title: 'Tokens are opaque',
      files: ['SRC/A.ts', 'src/other.tsx'],
    });
    assert.equal(recorded.unknown_files, ['src/other.tsx']);
    const read = (decision_id: string) => world.as('bob').ok('getDecision', { id, decision_id });
    assert.equal((await read(made.id)).unknown_files, ['src/gone.ts']);
    await publish(world, 'ada', [fileOf('src/gone.ts', ['back'])]);
    assert.is((await read(made.id)).unknown_files, undefined);
  },
);

scenario('DEC-16', 'a work package says which of its files are not in the index', async (world) => {
  const { id } = world.workspace;
  await publish(world, 'ada', [fileOf('src/a.ts', ['login'])]);
  const transcript = 'Ann: We decided to use JWT in src/jwt.ts.\nAnn: We decided to keep src/a.ts.';
  const meeting = { workspace_id: id, title: 'Standup', transcript };
  const read = await world.as('bob').ok('ingestMeeting', meeting);
  assert.equal(
    read.work_packages.flatMap((one) => ('unknown_files' in one ? one.unknown_files : [])),
    ['src/jwt.ts'],
  );
  const { packages } = await world.as('ada').ok('listPackages', { id });
  const unknown = packages.flatMap(({ unknown_files: files = [] }) => files);
  assert.equal(unknown, ['src/jwt.ts']);
  const one = packages.find(({ files }) => files.includes('src/jwt.ts'));
  const whole = await world.as('ada').ok('getPackage', { id, pid: one?.id ?? '' });
  assert.equal(whole.unknown_files, ['src/jwt.ts']);
});

test.run();
