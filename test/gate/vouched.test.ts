/** GAT-9, GAT-10: which commits are verified, and what a workspace takes. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { relayScenario as scenario } from '../support/scenario.ts';
import {
  commits,
  confirm,
  emptyTree,
  machine,
  passed,
  receiptFor,
  record,
  sha,
  startStream,
  stream,
  unrecorded,
  voucher,
} from './steps.ts';

const pay = { touched_files: ['src/pay.ts'], touched_symbols: ['src/pay.ts#pay'] };
const recordOf = { files: pay.touched_files, symbols_changed: pay.touched_symbols };

scenario('GAT-9', 'a commit that no daemon vouched for says so everywhere', async (world) => {
  await startStream(world);
  const feed = await world.as('cleo').feed();
  const answer = await confirm(world, pay);
  assert.is(answer.verified, false);
  assert.is((await record(world, { workstream_slug: stream })).verified, false);
  assert.is((await commits(world))[0]?.verified, false);
  assert.is((await feed.next('gate_approved')).data['verified'], false);
  feed.close();
});

scenario('GAT-9', 'the record takes the files that the receipt was vouched for', async (world) => {
  await startStream(world);
  const feed = await world.as('cleo').feed();
  const answer = await confirm(world, { ...pay, vouch: voucher(world)(pay) });
  assert.is(answer.verified, true);
  const { receipt_id: receipt } = answer;
  const recorded = await record(world, { receipt, files: ['other.ts'] });
  assert.is(recorded.verified, true);
  assert.equal([recorded.files, recorded.symbols], [pay.touched_files, pay.touched_symbols]);
  assert.match(recorded.touched_note ?? '', /touches src\/pay\.ts, .*does not touch other\.ts/);
  assert.is((await feed.next('gate_approved')).data['verified'], true);
  assert.is((await commits(world))[0]?.verified, true);
  feed.close();
});

scenario('GAT-9', 'a vouch with the record does as well as one with the receipt', async (world) => {
  await startStream(world);
  const receipt = await receiptFor(world);
  const vouch = voucher(world)(pay);
  assert.is((await record(world, { receipt, ...recordOf, vouch })).verified, true);
});

scenario('GAT-8', 'another list opens no way around a holder', async (world) => {
  await startStream(world);
  await world.as('bob').agent().edit('src/pay.ts', ['pay']);
  const receipt = await receiptFor(world, { ...pay, vouch: voucher(world)(pay) });
  const refused = await unrecorded(world, { receipt, files: ['other.ts'] });
  assert.is(refused.status, 409);
  assert.match(refused.message, /^src\/pay\.ts#pay is held by bob/);
});

scenario('GAT-9', 'a vouch for anything else is refused, and says why', async (world) => {
  await startStream(world);
  const { id } = world.workspace;
  const vouch = voucher(world);
  const other = voucher(world);
  const input = { id, workstream_slug: stream, commit_sha: sha('one'), test_results: passed };
  const bad = [
    [{ ...pay, vouch: vouch(pay, { commit_sha: sha('two') }) }, /is of the commit/],
    [{ ...pay, vouch: vouch(pay), tree: sha('tree two') }, /is of another tree/],
    [{ ...pay, vouch: vouch(pay, { workspace_id: 'ws_other' }) }, /is for another workspace/],
    [{ touched_files: ['other.ts'], vouch: vouch(pay) }, /another list of files/],
    [{ ...pay, affected_tests: ['test/a.test.ts'], vouch: vouch(pay) }, /another list of files/],
    [{ ...pay, vouch: vouch(pay, { signature: other(pay).signature }) }, /is not signed/],
    [{ ...pay, vouch: { ...vouch(pay), workstream: 'other' } }, /is not signed/],
    [{ ...pay, vouch: { ...vouch(pay), signature: '' } }, /is not signed/],
  ] as const;
  for (const [more, message] of bad) {
    const refused = await world.as('ada').refused('confirmReady', { ...input, ...more } as never);
    assert.is(refused.status, 400);
    assert.is(refused.field, 'vouch');
    assert.match(refused.message, message);
  }
  const receipt = await receiptFor(world);
  const wrong = await unrecorded(world, { receipt, files: ['other.ts'], vouch: vouch(pay) });
  assert.is(wrong.status, 400);
});

scenario('GAT-9', 'a vouch for another workstream verifies nothing here', async (world) => {
  await startStream(world);
  const vouch = voucher(world)(pay, { workstream: 'shipping' });
  assert.is((await confirm(world, { ...pay, vouch })).verified, false);
});

scenario('GAT-9', 'the signature of a run is none of a vouch, nor the other way', async (world) => {
  await startStream(world);
  const { id } = world.workspace;
  const [attestation, vouch] = [machine()(), voucher(world)(pay)];
  const input = { id, workstream_slug: stream, commit_sha: sha('one'), ...pay };
  const swapped = [
    { ...input, test_results: passed, vouch: { ...vouch, ...signerOf(attestation) } },
    { ...input, attestation: { ...attestation, ...signerOf(vouch) } },
    { ...input, test_results: passed, vouch: { ...vouch, purpose: undefined } },
  ];
  for (const one of swapped)
    assert.is((await world.as('ada').refused('confirmReady', one as never)).status, 400);
});

const signerOf = ({ public_key, signature }: { public_key: string; signature: string }) => ({
  public_key,
  signature,
});

scenario(
  'GAT-10',
  'a workspace may demand verified commits, and says what to do',
  async (world) => {
    await startStream(world);
    const { id } = world.workspace;
    const changed = await world.as('ada').ok('changeWorkspace', { id, gate_policy: 'verified' });
    assert.is(changed.gate_policy, 'verified');
    const answer = await confirm(world, pay);
    assert.is(answer.phase, 'confirmed');
    assert.match(answer.reason ?? '', /coord gate record/);
    const refused = await unrecorded(world, { workstream_slug: stream });
    assert.is(refused.status, 409);
    assert.match(refused.message, /only verified commits.*coord gate record/);
    const vouch = voucher(world)(pay);
    const recorded = await record(world, { workstream_slug: stream, ...recordOf, vouch });
    assert.equal([recorded.verified, recorded.kind], [true, 'reported']);
  },
);

scenario('GAT-10', 'attested asks for both', async (world) => {
  await startStream(world);
  const { id } = world.workspace;
  await world.as('ada').ok('changeWorkspace', { id, gate_policy: 'attested' });
  const input = { id, workstream_slug: stream, commit_sha: sha('one'), test_results: passed };
  const vouched = { ...input, ...pay, vouch: voucher(world)(pay) };
  assert.match((await world.as('ada').refused('confirmReady', vouched)).message, /coord gate run/);
  const receipt = await receiptFor(world, { attestation: machine()(), ...pay });
  assert.match((await unrecorded(world, { receipt })).message, /only verified commits/);
  const both = { attestation: machine()(), ...pay, vouch: voucher(world)(pay) };
  const recorded = await record(world, { receipt: await receiptFor(world, both), tree: emptyTree });
  assert.equal([recorded.verified, recorded.kind], [true, 'attested']);
});

test.run();
