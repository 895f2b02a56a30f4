/** What `sync` shows of others' reservations, over every transport, in a workspace with many of them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scenario } from '../support/scenario.ts';
import type { Output } from '../../shared/api/operations.ts';
import { tool } from '../support/tools.ts';
import { eventually } from '../support/waiting.ts';

const many = 320;

scenario(
  'RSV-4',
  'a reservation near the work is shown, however many others there are',
  async (world) => {
    const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
    await bob.start('everything');
    for (let at = 0; at < many; at += 1) await bob.edit(`a/${at}.ts`, ['f']);
    await bob.edit('z/near.ts', ['login']);
    await bob.edit('z/own.ts', ['login']);
    const session_id = await ada.start('sign-in');
    await ada.edit('z/own.ts', ['logout']);
    const input = { id: world.workspace.id, session_id, files: 'z/near.ts', task: 'sign-in' };
    const { conflicts, reservations } = await world.as('ada').ok('sync', input);
    const symbols = conflicts.map(({ symbol }) => symbol).sort();
    assert.equal(symbols, ['z/near.ts#login', 'z/own.ts#login']);
    assert.is(reservations[0]?.file_path.startsWith('z/'), true, 'the near ones come first');
    assert.ok(reservations.length <= 13, 'the others are only examples');
  },
);

scenario('DEC-1', 'what was just written down is in the next sync', async (world) => {
  const { id } = world.workspace;
  const shown = async () => {
    const { decisions } = await world.as('bob').ok('sync', { id, task: 'tokens rotate' });
    return decisions.map(({ title }) => title).sort();
  };
  const titles = ['Tokens rotate daily', 'Tokens rotate at noon'];
  const decide = (title: string | undefined) =>
    world.as('ada').ok('recordDecision', {
      workspace_id: id,
      title,
      rationale: 'so they rotate',
      type: 'approach',
      files: [],
    });
  for (const [at, title] of titles.entries()) {
    assert.is((await shown()).length, at);
    await decide(title);
    await eventually('the decision to be shown', async () =>
      (await shown()).includes(title) ? true : undefined,
    );
  }
  assert.equal(await shown(), titles.toSorted());
});

scenario('RSV-4', 'the sync tool takes its files as text or as a list', async (world) => {
  await world.as('bob').agent().edit('docs/b.md');
  const mine = await world.as('ada').agent().start();
  for (const files of [['docs/a.md', 'docs/b.md'], 'docs/a.md, docs/b.md']) {
    const { conflicts } = await tool<Output<'sync'>>(world, 'ada', {
      tool: 'sync',
      args: { session_id: mine, files },
    });
    assert.is(conflicts[0]?.file, 'docs/b.md', JSON.stringify(files));
  }
});

scenario(
  'SES-1',
  'an agent works on the file that it last wrote or wanted to write',
  async (world) => {
    const { id } = world.workspace;
    const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
    const untilAdaIsIn = (file: string) =>
      eventually(`Ada to be in ${file}`, async () => {
        const { agents } = await world.as('bob').ok('sync', { id, task: '' });
        const own = agents.find(({ user_name: name }) => name === 'ada');
        return own?.current_file === file ? true : undefined;
      });
    await ada.edit('a.ts', ['f']);
    await untilAdaIsIn('a.ts');
    await bob.edit('b.ts', ['f']);
    assert.is((await ada.check('b.ts', ['f'])).permission, 'deny');
    await untilAdaIsIn('b.ts');
    await ada.edit('a.ts', ['f']);
    const session_id = await ada.start();
    await world.as('ada').ok('addWait', { id, session_id, symbol_ids: ['b.ts#f'] });
    await bob.end();
    await eventually('the wait to be granted', async () => {
      const held = await world.as('bob').reservations();
      return held.some((one) => one.file_path === 'b.ts' && one.user_name === 'ada') || undefined;
    });
    await untilAdaIsIn('a.ts');
  },
);

test.run();
