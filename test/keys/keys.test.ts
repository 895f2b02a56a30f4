import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addUser } from '../../relay/bootstrap.ts';
import type { Database } from '../../relay/store/database.ts';
import { Authenticator } from '../../relay/transport/auth.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { send } from '../support/http.ts';
import { onPostgres, onRelay, relayScenario as scenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';

scenario('ACC-4', 'a new key works, is prefixed, and is shown once', async (world) => {
  const ada = world.as('ada');
  const made = await ada.ok('createKey', { name: 'laptop' });
  assert.match(made.key, /^coord_[0-9a-z]{32}$/);
  assert.ok(made.key.startsWith(made.prefix));
  assert.is((await ada.withKey(made.key).ok('profile', {})).id, ada.id);
  const listed = await ada.call('listKeys', {});
  assert.not.ok(listed.text.includes(made.key));
  const { keys } = await ada.ok('listKeys', {});
  const { key: _key, ...record } = made;
  assert.equal(
    keys.find(({ id }) => id === made.id),
    record,
  );
});

scenario('ACC-4', 'a key that is looked up while it is revoked is not kept', async (world) => {
  const ada = world.as('ada');
  const made = await ada.ok('createKey', { name: 'laptop' });
  let [isRead, release] = [false, () => {}];
  const revoked = new Promise<void>((resolve) => (release = resolve));
  const reader = world.database.rows.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      isRead = true;
      await revoked;
      return result;
    },
  });
  const uses = { note: () => undefined };
  const authenticator = new Authenticator({ reader } as Database, world.clock, 'free', uses);
  const asking = authenticator.authenticate(`Bearer ${made.key}`);
  await eventually('the lookup', async () => (isRead ? true : undefined));
  await ada.ok('revokeKey', { key_id: made.id });
  authenticator.clearCache();
  release();
  assert.ok(isRefusal(await asking));
  assert.ok(isRefusal(await authenticator.authenticate(`Bearer ${made.key}`)));
});

scenario('ACC-4', 'keys are random', async (world) => {
  const made = await Promise.all(
    Array.from({ length: 20 }, () => world.as('ada').ok('createKey', {})),
  );
  assert.is(new Set(made.map(({ key }) => key)).size, 20);
  assert.is(new Set(made.map(({ id }) => id)).size, 20);
  assert.is((await world.as('ada').ok('listKeys', {})).keys.length, 21);
});

scenario('ACC-4', 'no row holds a key, in any table', async (world) => {
  const { key } = await world.as('ada').ok('createKey', {}, { idempotencyKey: 'make-1' });
  await world.as('ada').withKey(key).agent().edit('docs/plan.md');
  const secrets = [key, world.as('ada').account.key, key.slice('coord_'.length)];
  const tables = ['users', 'api_keys', 'events', 'idempotency', 'sessions', 'usage'] as const;
  for (const table of tables) {
    const rows = JSON.stringify(await world.database.rows.selectFrom(table).selectAll().execute());
    for (const secret of secrets) assert.not.ok(rows.includes(secret), table);
  }
});

scenario(
  'ACC-4',
  'no file of the relay holds a key, and only its owner can read them',
  async (world) => {
    const { key } = await world.as('ada').ok('createKey', { name: 'needle-in-the-file' });
    await world.as('ada').withKey(key).agent().edit('docs/plan.md');
    const folder = dirname(world.database.address);
    const texts = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')),
    );
    assert.ok(
      texts.some((text) => text.includes('needle-in-the-file')),
      'the right files',
    );
    for (const text of texts) assert.not.ok(text.includes(key.slice('coord_'.length)));
    const { stat } = await import('node:fs/promises');
    assert.is((await stat(folder)).mode & 0o777, 0o700);
    for (const name of await readdir(folder)) {
      assert.is((await stat(join(folder, name))).mode & 0o077, 0, name);
    }
  },
  { on: (target) => onRelay(target) && target.database === 'sqlite' },
);

scenario('ACC-4', 'a revoked key is refused at once, others go on', async (world) => {
  const ada = world.as('ada');
  const made = await ada.ok('createKey', {});
  const other = ada.withKey(made.key);
  await other.ok('profile', {});
  const revoked = await ada.ok('revokeKey', { key_id: made.id });
  assert.is(revoked.revoked_at, new Date(world.clock.now()).toISOString());
  const refused = await other.refused('profile', {});
  assert.is(refused.status, 401);
  assert.is(refused.error, 'Unauthorized');
  assert.match(refused.message, /invalid API key/i);
  await ada.ok('profile', {});
  world.clock.advance(60_000);
  assert.equal(await ada.ok('revokeKey', { key_id: made.id }), revoked, 'twice changes nothing');
});

scenario('ACC-4', 'a key can revoke itself', async (world) => {
  const ada = world.as('ada');
  const made = await ada.ok('createKey', {});
  const other = ada.withKey(made.key);
  await other.ok('revokeKey', { key_id: made.id });
  assert.is((await other.refused('profile', {})).status, 401);
});

scenario('ACC-4', 'nobody sees or revokes the keys of somebody else', async (world) => {
  const made = await world.as('ada').ok('createKey', { name: 'of ada' });
  const refused = await world.as('bob').refused('revokeKey', { key_id: made.id });
  assert.is(refused.status, 404);
  assert.not.match((await world.as('bob').call('listKeys', {})).text, /of ada/);
  await world.as('ada').withKey(made.key).ok('profile', {});
});

scenario('ACC-4', 'validate-key answers which keys are good, with 200 for both', async (world) => {
  const ada = world.as('ada');
  const { id: user_id, email } = ada.account;
  assert.equal(await ada.ok('validateKey', {}), { valid: true, user_id, email });
  const made = await ada.ok('createKey', {});
  await ada.ok('revokeKey', { key_id: made.id });
  for (const bad of [made.key, 'coord_unknown', 'x']) {
    const answer = await ada.withKey(bad).ok('validateKey', {});
    assert.is(answer.valid, false);
    assert.type('error' in answer && answer.error, 'string');
  }
  const none = await send(world.relay.url, { method: 'POST', path: '/users/validate-key' });
  assert.is(none.status, 200);
  assert.is((none.body as { valid: boolean }).valid, false);
});

scenario('FED-4', 'a revoked key loses its open streams', async (world) => {
  const ada = world.as('ada');
  const made = await ada.ok('createKey', {});
  const other = ada.withKey(made.key);
  const [lost, kept] = [await other.feed(), await ada.feed()];
  const replica = await other.replica();
  await ada.ok('revokeKey', { key_id: made.id });
  const late = new Promise((_, reject) =>
    setTimeout(() => reject(new Error('5 s are over')), 5_000).unref(),
  );
  await Promise.race([Promise.all([lost.ended, replica.closed]), late]);
  assert.is(await replica.closed, 4403);
  await ada.agent().edit('docs/plan.md');
  await kept.next('file_reserved');
  kept.close();
});

scenario('FED-4', 'who is removed hears nothing of what comes after', async (world) => {
  const [ada, bob] = [world.as('ada'), world.as('bob')];
  const [feed, replica] = [await bob.feed(), await bob.replica()];
  await ada.ok('removeMember', { id: world.workspace.id, userId: bob.id });
  await ada.ok('profile', {});
  await ada.agent().edit('docs/plan.md');
  assert.is(await replica.closed, 4403);
  await feed.ended;
  assert.is(feed.events.at(-1)?.type, 'member_removed');
});

scenario(
  'FED-4',
  'also when another relay process revoked it',
  async (world) => {
    const second = await world.startRelay();
    const ada = world.as('ada');
    const made = await ada.ok('createKey', {});
    const lost = await ada.withKey(made.key).feed({ via: second.url });
    await ada.withKey(made.key).ok('profile', {}, { via: second.url });
    await ada.ok('revokeKey', { key_id: made.id });
    // What a process remembers of a key it forgets within two seconds.
    world.clock.advance(2_000);
    await lost.ended;
    assert.is(
      (await ada.withKey(made.key).refused('profile', {}, { via: second.url })).status,
      401,
    );
  },
  { on: onPostgres },
);

scenario('ACC-4', 'keys survive a restart, revoked ones stay revoked', async (world) => {
  const ada = world.as('ada');
  const [good, bad] = [await ada.ok('createKey', {}), await ada.ok('createKey', {})];
  await ada.ok('revokeKey', { key_id: bad.id });
  await world.restart();
  await ada.withKey(good.key).ok('profile', {});
  assert.is((await ada.withKey(bad.key).refused('profile', {})).status, 401);
});

scenario('ACC-4', 'an operator adds users on the store, one for each address', async (world) => {
  const request = { database: world.database.address, email: 'Dan@Example.com', name: 'Dan' };
  const added = await addUser(request);
  if (isRefusal(added)) throw new Error(added.message);
  const answer = await world.as('ada').withKey(added.key).ok('profile', {});
  assert.is(answer.email, 'dan@example.com');
  const again = await addUser({ ...request, email: 'dan@example.com' });
  assert.ok(isRefusal(again));
});

scenario(
  'ACC-4',
  'the first start makes user and workspace once, and a new key each time',
  async (world) => {
    const request = {
      email: 'Eve@Example.com',
      name: 'Eve',
      workspaceSlug: 'eves-place',
      workspaceName: "Eve's place",
    };
    const [one, two] = [await world.relay.bootstrap(request), await world.relay.bootstrap(request)];
    assert.is(one.userId, two.userId);
    assert.is(one.workspaceId, two.workspaceId);
    assert.is.not(one.key, two.key);
    for (const { key } of [one, two]) {
      const { workspaces } = await world.as('ada').withKey(key).ok('profile', {});
      assert.is(workspaces[0]?.role, 'owner');
    }
  },
);

scenario(
  'ANS-4',
  'a list of keys that is cut off has the valid ones and says so',
  async (world) => {
    const bob = world.as('bob');
    const first = await bob.ok('createKey', { name: 'old laptop' });
    assert.is((await bob.ok('listKeys', {})).keys_left_out, undefined);
    const { user_id } = await world.database.rows
      .selectFrom('api_keys')
      .select('user_id')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    const now = world.clock.now() + 60_000;
    const revoked = Array.from({ length: 510 }, (_, at) => ({
      ...{ id: `key_revoked${at}`, user_id, hash: `hash ${at}`, prefix: 'coord_x', name: 'x' },
      ...{ created_at: now, revoked_at: now, last_used_at: null },
    }));
    await world.database.rows.insertInto('api_keys').values(revoked).execute();
    const { keys, keys_left_out } = await bob.ok('listKeys', {});
    assert.is(keys.length, 500);
    assert.ok(keys.some(({ id }) => id === first.id));
    assert.is(keys_left_out, revoked.length + 2 - 500);
  },
);

test.run();
