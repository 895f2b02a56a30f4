import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { onDaemon, scenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';

scenario(
  'ACC-7',
  'a daemon validates the keys that work there, and says whose daemon it is not',
  async (world) => {
    const ada = world.as('ada');
    const { id: user_id } = ada;
    const own = await ada.ok('validateKey', {});
    assert.equal(own, { valid: true, user_id, email: 'ada@example.com' });
    const { key } = await ada.ok('createKey', { name: 'second' });
    const second = ada.withKey(key);
    assert.equal(await second.ok('validateKey', {}), own);
    assert.is((await second.get('/users/profile')).status, 200);

    const foreign = ada.withKey(world.as('bob').account.key);
    const answer = await foreign.ok('validateKey', {});
    assert.is(answer.valid, false);
    assert.match('error' in answer ? answer.error : '', 'not the daemon of bob@example.com');
    assert.match('error' in answer ? answer.error : '', 'only keys of ada');
    assert.is((await foreign.get('/users/profile')).status, 401);
    const wrong = await ada.withKey('coord_wrong').ok('validateKey', {});
    assert.match('error' in wrong ? wrong.error : '', 'Invalid API key');
  },
  { on: onDaemon },
);

scenario(
  'LIM-2',
  'what a daemon asks the relay for its caller says the limit',
  async (world) => {
    await world.setTier('pro');
    world.clock.advance(2_000);
    const ada = world.as('ada');
    const { id, slug: workspace_slug } = world.workspace;
    const opened = await ada.ok('hook', {
      ...{ event: 'sessionStart', agent_type: 'test' },
      ...{ workspace_slug, conversation_id: 'limited' },
    });
    const session_id = 'session_id' in opened ? opened.session_id : '';
    const answers = [
      await ada.call('startWorkstream', { id, title: 'Log in' }),
      await ada.call('joinWorkstream', { id, slug: 'no-such' }),
    ];
    assert.equal(
      answers.map(({ status, headers }) => [status, headers['x-ratelimit-limit']]),
      [
        [201, '50000'],
        [404, '50000'],
      ],
    );
    // A relay that takes more than a second is answered for.
    await eventually('a heartbeat that the relay has answered', async () => {
      const { headers } = await ada.call('heartbeat', { workspace_slug, session_id });
      return headers['x-ratelimit-limit'] === '50000' || undefined;
    });
  },
  { on: onDaemon },
);

scenario(
  'LIM-2',
  'the validation of a key at a daemon says the limit',
  async (world) => {
    await world.setTier('pro');
    world.clock.advance(2_000);
    const ada = world.as('ada');
    for (const person of [ada, ada.withKey(world.as('bob').account.key)]) {
      const { headers } = await person.call('validateKey', {});
      assert.is(headers['x-ratelimit-limit'], '50000');
      assert.ok(Number(headers['x-ratelimit-remaining']) < 50_000);
      assert.ok(Number(headers['x-ratelimit-reset']) > 0);
    }
  },
  { on: onDaemon },
);

test.run();
