import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OperationName } from '../../shared/api/operations.ts';
import type { Input } from '../support/person.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import type { World } from '../support/harness.ts';

/** What the settings of a workspace offer, and who of its people is not given it. */
function wishes(world: World): [name: OperationName, input: Input][] {
  const { id } = world.workspace;
  return [
    ['changeWorkspace', { id, name: 'Mine' }],
    ['changeWorkspace', { id, gate_policy: 'attested' }],
    ['addMember', { id, user_id: world.as('mallory').id, role: 'member' }],
    ['removeMember', { id, userId: world.as('cleo').id }],
    ['invite', { id, email: 'new@example.com' }],
    ['listInvitations', { id }],
    ['revokeInvitation', { id, invitation_id: 'ivt_0' }],
    ['changeConvention', { id, cid: 'cnv_0', tier: 'may' }],
  ];
}

scenario(
  'ACC-10',
  'each thing of the settings that a member may not do says whom to ask',
  async (world) => {
    for (const [name, input] of wishes(world)) {
      const refused = await world.as('bob').refused(name, input);
      assert.is(refused.status, 403, name);
      assert.match(refused.message, /^You are a member/, name);
      assert.match(refused.message, /an admin or an owner|admins and owners/, name);
      assert.match(refused.message, /Ask one .+\.$/, name);
    }
  },
);

scenario('ACC-10', 'an admin is sent to an owner for what is an owner’s', async (world) => {
  const { id } = world.workspace;
  await world.join('bob', 'admin');
  const { id: userId } = world.as('ada');
  for (const [name, input] of [
    ['removeMember', { id, userId }],
    ['addMember', { id, user_id: world.as('cleo').id, role: 'admin' }],
  ] as const) {
    const refused = await world.as('bob').refused(name, input);
    assert.is(refused.status, 403, name);
    assert.is(
      refused.message,
      'You are an admin, and only owners manage admins and owners. Ask an owner of this workspace.',
    );
  }
});

test.run();
