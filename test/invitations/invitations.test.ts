import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { invitationLimits } from '../../shared/invitations/contract.ts';
import { send, type Answer } from '../support/http.ts';
import type { World } from '../support/harness.ts';
import { refusalIn } from '../support/person.ts';
import { onPostgres, onRelay, relayScenario as scenario } from '../support/scenario.ts';

const email = 'dan@example.com';
const day = 86_400_000;

function invite(world: World, asked: object = {}, by = 'ada'): Promise<Output<'invite'>> {
  return world.as(by).ok('invite', { id: world.workspace.id, email, ...asked });
}

/** Without a key, as somebody new does it. */
function accept(
  world: World,
  invitation: string,
  extra: object = { name: 'Dan' },
  url = world.relay.url,
) {
  const body = JSON.stringify({ invitation, ...extra });
  const headers = { 'content-type': 'application/json' };
  return send(url, { method: 'POST', path: '/invitations/accept', headers, body });
}

function joined(answer: Answer): Output<'acceptInvitation'> {
  assert.is(answer.status, 201, answer.text);
  return answer.body as Output<'acceptInvitation'>;
}

scenario('INV-2', 'an invitation makes account, membership and key, once', async (world) => {
  const feed = await world.as('bob').feed();
  const made = await invite(world, { email: 'Dan@Example.com', role: 'admin' });
  assert.match(made.invitation, /^inv_[0-9a-z]{32}$/);
  const { email: address, role, known, expires_at: end } = made;
  const expected = { address: email, role: 'admin', known: false };
  assert.equal({ address, role, known }, expected);
  assert.is(end, new Date(world.clock.now() + day).toISOString());
  const answer = joined(await accept(world, made.invitation));
  assert.is(answer.workspace.slug, world.workspace.slug);
  const dan = world.as('ada').withKey(answer.api_key ?? '');
  const profile = await dan.ok('profile', {});
  assert.equal([profile.id, profile.email, profile.name], [answer.user_id, email, 'Dan']);
  assert.is(profile.workspaces[0]?.role, 'admin');
  await feed.next('member_added', { user_id: answer.user_id, user: 'Dan', role: 'admin' });
  feed.close();
  const again = refusalIn(await accept(world, made.invitation));
  assert.is(again.status, 404);
  assert.match(again.message, 'Ask for a new one');
});

scenario('INV-1', 'it ends after 24 hours, and by being revoked', async (world) => {
  const { id } = world.workspace;
  const [late, revoked] = [await invite(world), await invite(world, { email: 'eve@example.com' })];
  const { invitations } = await world.as('ada').ok('listInvitations', { id });
  assert.equal(invitations.map(({ email: to, invited_by: by }) => [to, by]).sort(), [
    [email, 'ada'],
    ['eve@example.com', 'ada'],
  ]);
  const named = { id, invitation_id: revoked.id };
  assert.is((await world.as('ada').ok('revokeInvitation', named)).email, 'eve@example.com');
  assert.is((await world.as('ada').refused('revokeInvitation', named)).status, 404);
  assert.is(refusalIn(await accept(world, revoked.invitation)).status, 404);
  await world.pass(day);
  assert.is(refusalIn(await accept(world, late.invitation)).status, 404);
  assert.equal((await world.as('ada').ok('listInvitations', { id })).invitations, []);
});

scenario('INV-1', 'only admins invite, list and revoke', async (world) => {
  const { id } = world.workspace;
  const made = await invite(world);
  for (const [name, status] of [
    ['bob', 403],
    ['mallory', 404],
  ] as const) {
    const person = world.as(name);
    const refusals = [
      await person.refused('invite', { id, email }),
      await person.refused('listInvitations', { id }),
      await person.refused('revokeInvitation', { id, invitation_id: made.id }),
    ];
    assert.equal(
      refusals.map((one) => one.status),
      [status, status, status],
      name,
    );
  }
  joined(await accept(world, made.invitation));
});

scenario('INV-2', 'an admin invites members only, and nobody by who is out', async (world) => {
  const { id } = world.workspace;
  await world.join('bob', 'admin');
  for (const role of ['admin', 'owner'])
    assert.is((await world.as('bob').refused('invite', { id, email, role })).status, 403);
  const made = await invite(world, {}, 'bob');
  await world.join('bob', 'member');
  assert.is(refusalIn(await accept(world, made.invitation)).status, 404, 'bob is no admin now');
  await world.as('ada').ok('removeMember', { id, userId: world.as('bob').id });
  assert.is(refusalIn(await accept(world, made.invitation)).status, 404, 'bob is out');
});

scenario(
  'INV-3',
  'an account that is there joins with its own key, and gets none',
  async (world) => {
    const mallory = world.as('mallory');
    const made = await invite(world, { email: mallory.account.email });
    assert.is(made.known, true);
    const { invitation } = made;
    const without = refusalIn(await accept(world, invitation));
    assert.is(without.status, 401);
    assert.match(without.message, 'coord login');
    const other = await world.as('bob').refused('acceptInvitation', { invitation });
    assert.is(other.status, 403);
    const bad = await mallory.withKey('coord_wrong').refused('acceptInvitation', { invitation });
    assert.is(bad.status, 401);
    const before = await mallory.ok('listKeys', {});
    const answer = await mallory.ok('acceptInvitation', { invitation, name: 'Somebody' });
    assert.not.ok('api_key' in answer || 'key_id' in answer);
    assert.equal(await mallory.ok('listKeys', {}), before);
    assert.equal([answer.name, answer.role], ['mallory', 'member']);
    assert.is((await mallory.ok('getWorkspace', { id: world.workspace.id })).role, 'member');
  },
);

scenario(
  'INV-3',
  'a key does not join for another address, and makes no account',
  async (world) => {
    const { invitation } = await invite(world);
    const refused = await world
      .as('mallory')
      .refused('acceptInvitation', { invitation, name: 'M' });
    assert.is(refused.status, 403);
    joined(await accept(world, invitation));
  },
);

scenario('INV-2', 'of many who accept at once one joins', async (world) => {
  const { invitation } = await invite(world);
  const answers = await Promise.all(Array.from({ length: 8 }, () => accept(world, invitation)));
  const counts = answers.map(({ status }) => status).sort();
  assert.equal(counts, [201, 404, 404, 404, 404, 404, 404, 404]);
});

scenario(
  'INV-3',
  'of two invitations of a new address that are accepted at once at two relays one makes the account',
  async (world) => {
    const second = await world.startRelay();
    const { id } = await world.as('ada').ok('createWorkspace', { name: 'Other', slug: 'other' });
    for (let round = 0; round < 10; round += 1) {
      const to = { email: `new-${round}@example.com` };
      const invitations = [await invite(world, to), await invite(world, { ...to, id })];
      const answers = await Promise.all(
        [world.relay.url, second.url].map((url, index) =>
          accept(world, invitations[index]?.invitation ?? '', { name: 'New' }, url),
        ),
      );
      assert.equal(answers.map(({ status }) => status).sort(), [201, 401]);
      const late = answers.find(({ status }) => status === 401);
      assert.match(late?.text ?? '', 'has an account on this relay already');
    }
  },
  { on: onPostgres },
);

scenario(
  'INV-2',
  'of many who accept at once at two relays one joins',
  async (world) => {
    const { invitation } = await invite(world);
    const second = await world.startRelay();
    const body = JSON.stringify({ invitation, name: 'Dan' });
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', path: '/invitations/accept', headers, body };
    const urls = [world.relay.url, second.url, world.relay.url, second.url];
    const answers = await Promise.all(urls.map((url) => send(url, sent)));
    const counts = answers.map(({ status }) => status).sort();
    assert.equal(counts, [201, 404, 404, 404]);
  },
  { on: onPostgres },
);

scenario('INV-2', 'who joins has a name, and a refused try uses nothing up', async (world) => {
  const { invitation } = await invite(world);
  for (const extra of [{}, { name: '' }, { name: ' ' }, { name: 7 }]) {
    const refused = refusalIn(await accept(world, invitation, extra));
    assert.equal([refused.status, refused.field], [400, 'name']);
  }
  for (const wrong of ['', 'inv_', 'inv_00000000000000000000000000000000', 'x'.repeat(5_000), 7])
    assert.ok([400, 404].includes((await accept(world, wrong as string)).status));
  joined(await accept(world, invitation));
});

scenario('INV-1', 'at most 200 are open, and those that ended make room', async (world) => {
  const { id } = world.workspace;
  const numbers = Array.from({ length: invitationLimits.open }, (_, at) => at);
  for (const at of numbers) await invite(world, { email: `n${at}@example.com` });
  const refused = await world.as('ada').refused('invite', { id, email });
  assert.is(refused.status, 409);
  assert.match(refused.message, '200 invitations');
  await world.pass(day);
  await invite(world);
});

scenario('INV-1', 'who is in the workspace needs no invitation', async (world) => {
  const { id } = world.workspace;
  const refused = await world.as('ada').refused('invite', { id, email: 'bob@example.com' });
  assert.is(refused.status, 409);
  assert.match(refused.message, 'member');
});

scenario('INV-5', 'a member is added by address where somebody vouches for it', async (world) => {
  const { id } = world.workspace;
  const ada = world.as('ada');
  const unknown = await ada.refused('addMember', { id, email, role: 'member' });
  assert.is(unknown.status, 404);
  const added = await ada.ok('addMember', { id, email: 'Mallory@example.com', role: 'member' });
  assert.is(added.user_id, world.as('mallory').id);
  const both = { id, email, user_id: added.user_id, role: 'member' };
  assert.is((await ada.refused('addMember', both)).field, 'user_id');
  assert.is((await ada.refused('addMember', { id, role: 'member' })).field, 'user_id');
});

scenario(
  'INV-5',
  'an address that a stranger invited leads nobody else to the account',
  async (world) => {
    const mallory = world.as('mallory');
    const own = await mallory.ok('createWorkspace', { name: 'Trap', slug: 'trap' });
    const made = await mallory.ok('invite', { id: own.id, email });
    const squatter = joined(await accept(world, made.invitation));
    const { id } = world.workspace;
    const refused = await world.as('ada').refused('addMember', { id, email, role: 'member' });
    assert.is(refused.status, 409);
    assert.match(refused.message, 'user id');
    const second = await mallory.ok('createWorkspace', { name: 'Two', slug: 'two' });
    await mallory.ok('addMember', { id: second.id, email, role: 'member' });
    const { user_id } = squatter;
    await world.as('ada').ok('addMember', { id, user_id, role: 'member' });
    const changed = await world.as('ada').ok('addMember', { id, email, role: 'admin' });
    assert.is(changed.user_id, user_id, 'a member is known to the team by their address');
    assert.is(changed.role, 'admin');
  },
);

scenario(
  'INV-2',
  'who was removed does not return with an invitation from before',
  async (world) => {
    const { id } = world.workspace;
    const other = await invite(world, { email: 'eve@example.com' });
    const mallory = world.as('mallory');
    const { invitation } = await invite(world, { email: 'mallory@example.com' });
    await world.as('ada').ok('addMember', { id, user_id: mallory.id, role: 'member' });
    await world.as('ada').ok('removeMember', { id, userId: mallory.id });
    const refused = await mallory.refused('acceptInvitation', { invitation });
    assert.is(refused.status, 404);
    const { invitations } = await world.as('ada').ok('listInvitations', { id });
    assert.equal(
      invitations.map((one) => one.id),
      [other.id],
    );
  },
);

scenario('INV-1', 'no row of any table holds an invitation', async (world) => {
  const { id } = world.workspace;
  const asked = { id, email };
  const made = await world.as('ada').ok('invite', asked, { idempotencyKey: 'invite-1' });
  joined(await accept(world, (await invite(world, { email: 'eve@example.com' })).invitation));
  const tables = ['users', 'invitations', 'api_keys', 'events', 'idempotency'] as const;
  for (const table of tables) {
    const rows = await world.database.rows.selectFrom(table).selectAll().execute();
    assert.not.match(JSON.stringify(rows), made.invitation.slice('inv_'.length), table);
  }
});

scenario(
  'INV-1',
  'no file of the relay holds an invitation',
  async (world) => {
    const made = await invite(world);
    const folder = dirname(world.database.address);
    for (const name of await readdir(folder))
      assert.not.match(
        await readFile(join(folder, name), 'latin1'),
        made.invitation.slice('inv_'.length),
      );
  },
  { on: (target) => onRelay(target) && target.database === 'sqlite' },
);

test.run();
