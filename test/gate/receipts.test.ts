import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import {
  commits,
  confirm,
  failed,
  receiptFor,
  record,
  sha,
  startStream,
  stream,
  unrecorded,
} from './steps.ts';

/** Every receipt that must not open the gate, with what is said of it. */
const forged: Record<
  string,
  (world: World) => Promise<readonly [status: number, message: string]>
> = {
  async 'of another commit'(world) {
    const receipt = await receiptFor(world, { commit_sha: sha('two'), tree: sha('tree two') });
    return said(world, { receipt, tree: sha('tree one') });
  },
  async 'of the commit before it was amended'(world) {
    const receipt = await receiptFor(world, { commit_sha: sha('before'), tree: sha('tree one') });
    return said(world, { receipt, tree: sha('tree one') });
  },
  async 'of the same tree with another parent, found by the workstream'(world) {
    await receiptFor(world, { commit_sha: sha('other parent'), tree: sha('tree one') });
    return said(world, { workstream_slug: stream, tree: sha('tree one') });
  },
  async 'of other contents of that commit'(world) {
    const receipt = await receiptFor(world, { tree: sha('tree two') });
    return said(world, { receipt, tree: sha('tree one') });
  },
  async used(world) {
    const receipt = await receiptFor(world);
    await record(world, { receipt });
    return said(world, { receipt });
  },
  async ended(world) {
    const receipt = await receiptFor(world);
    world.clock.advance(minutes(60));
    return said(world, { receipt });
  },
  async retracted(world) {
    const receipt = await receiptFor(world);
    await world.as('ada').ok('retractReceipt', { id: world.workspace.id, receipt });
    return said(world, { receipt });
  },
  async 'of another workstream'(world) {
    await startStream(world, 'shipping');
    const receipt = await receiptFor(world, { workstream_slug: 'shipping' });
    return said(world, { receipt, workstream_slug: stream });
  },
  async 'of a workstream that has ended'(world) {
    const receipt = await receiptFor(world);
    await world.as('ada').ok('endWorkstream', { id: world.workspace.id, slug: stream });
    return said(world, { receipt });
  },
  async 'signed by another key'(world) {
    const [id] = (await receiptFor(world)).split('.');
    const row = await world.database.rows
      .selectFrom('receipts')
      .selectAll()
      .executeTakeFirstOrThrow();
    const { workspace_id, workstream, commit_sha, tree, kind, created_at, expires_at } = row;
    const parts = [
      row.id,
      workspace_id,
      workstream,
      commit_sha,
      tree,
      kind,
      created_at,
      expires_at,
    ];
    const signature = createHmac('sha256', randomBytes(32)).update(JSON.stringify(parts));
    return said(world, { receipt: `${id}.${signature.digest('base64url')}` });
  },
  async 'changed behind the relay'(world) {
    const receipt = await receiptFor(world, { commit_sha: sha('two') });
    await world.database.write((rows) =>
      rows
        .updateTable('receipts')
        .set({ commit_sha: sha('one') })
        .execute(),
    );
    return said(world, { receipt });
  },
  async 'with the signature of another one'(world) {
    const [one] = (await receiptFor(world)).split('.');
    const [, signature] = (await receiptFor(world, { commit_sha: sha('two') })).split('.');
    return said(world, { receipt: `${one}.${signature}` });
  },
  async 'without a signature'(world) {
    const [id] = (await receiptFor(world)).split('.');
    return said(world, { receipt: id });
  },
  async 'never given'(world) {
    const [, signature] = (await receiptFor(world)).split('.');
    return said(world, { receipt: `rcpt_00000000000000000000.${signature}` });
  },
  async 'of another workspace'(world) {
    const other = await world.as('ada').ok('createWorkspace', { name: 'Other', slug: 'other' });
    const receipt = await receiptFor(world);
    const input = { id: other.id, commit_sha: sha('one'), receipt };
    const { status, message } = await world.as('ada').refused('recordCommit', input);
    return [status, message];
  },
  async 'none at all'(world) {
    return said(world, { workstream_slug: stream });
  },
};

async function said(world: World, input: object) {
  const { status, message } = await unrecorded(world, { ...input });
  return [status, message] as const;
}

const one = sha('one').slice(0, 12);
const expected: Record<string, readonly [status: number, message: RegExp]> = {
  'of another commit': [
    409,
    new RegExp(`^This receipt is for the commit ${sha('two').slice(0, 12)}, not for ${one}\\.$`),
  ],
  'of the commit before it was amended': [
    409,
    new RegExp(
      `${one} has the same tree but is another commit \\(amended, or with another parent\\)`,
    ),
  ],
  'of the same tree with another parent, found by the workstream': [
    409,
    new RegExp(
      `^This receipt is for ${sha('other parent').slice(0, 12)}\\. ${one} has the same tree`,
    ),
  ],
  'of other contents of that commit': [409, /the trees differ/],
  used: [409, /^This receipt was used already/],
  ended: [409, /^This receipt has ended/],
  retracted: [409, /^This receipt was retracted/],
  'of another workstream': [
    409,
    /^This receipt is for the workstream shipping, not for billing\.$/,
  ],
  'of a workstream that has ended': [409, /^The workstream billing is abandoned/],
  'signed by another key': [409, /^This receipt is signed by another key/],
  'changed behind the relay': [409, /^This receipt is signed by another key/],
  'with the signature of another one': [409, /^This receipt is signed by another key/],
  'without a signature': [400, /^receipt: must be the receipt_id of confirm_ready, whole/],
  'never given': [404, /^No such receipt/],
  'of another workspace': [404, /^No such receipt/],
  'none at all': [409, new RegExp(`^${one} has no receipt on billing`)],
};

for (const [kind, forge] of Object.entries(forged)) {
  scenario('GAT-2', `no receipt opens the gate: ${kind}`, async (world) => {
    await startStream(world);
    const [status, message] = expected[kind] ?? [];
    const answer = await forge(world);
    assert.is(answer[0], status, answer[1]);
    assert.match(answer[1], message ?? /^$/);
    const recorded = await commits(world);
    assert.is(recorded.length, kind === 'used' ? 1 : 0, 'nothing is recorded');
  });
}

scenario(
  'GAT-2',
  'a receipt opens nothing once a later run of its commit failed',
  async (world) => {
    const { id } = world.workspace;
    await startStream(world);
    const receipt = await receiptFor(world);
    await confirm(world, { test_results: failed }, 'bob');
    const [run] = (await world.as('ada').ok('listGateRuns', { id })).runs;
    for (const input of [{ receipt }, { workstream_slug: stream }]) {
      const { status, message } = await unrecorded(world, input);
      assert.is(status, 409);
      assert.match(
        message,
        `${one} failed in a later run of its tests (${run?.id} of bob: test/auth`,
      );
      assert.match(message, 'Run them again with coord gate run or confirm_ready');
    }
    await receiptFor(world);
    await record(world, { workstream_slug: stream });
  },
);

scenario(
  'GAT-2',
  'a failure before the run, of another commit or of another workstream leaves a receipt as it is',
  async (world) => {
    await startStream(world);
    await startStream(world, 'other');
    await confirm(world, { test_results: failed }, 'bob');
    const receipt = await receiptFor(world);
    await confirm(world, { commit_sha: sha('two'), test_results: failed }, 'bob');
    await confirm(world, { workstream_slug: 'other', test_results: failed }, 'bob');
    await record(world, { receipt });
  },
);

scenario('GAT-2', 'a receipt outlives its relay, and all relays know it', async (world) => {
  await startStream(world);
  const receipt = await receiptFor(world);
  await world.restart();
  const second = await receiptFor(world, { commit_sha: sha('two') });
  await record(world, { receipt });
  await record(world, { receipt: second, commit_sha: sha('two') });
  const secrets = await world.database.rows.selectFrom('gate_secrets').selectAll().execute();
  assert.is(secrets.length, 1);
});

scenario('GAT-2', 'of many that use one receipt at once, one does', async (world) => {
  await startStream(world);
  const receipt = await receiptFor(world);
  const input = { id: world.workspace.id, commit_sha: sha('one'), receipt };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => world.as('ada').call('recordCommit', input)),
  );
  assert.equal(answers.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
});

test.run();
