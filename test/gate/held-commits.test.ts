import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { receiptFor, record, sha, startStream, unrecorded } from './steps.ts';

scenario('GAT-8', 'a commit over what another session holds is refused, named', async (world) => {
  await startStream(world);
  const bob = world.as('bob').agent();
  const bobs = await bob.start('Rework the login');
  const ada = world.as('ada').agent();
  const session_id = await ada.start('Billing');
  await ada.edit('src/a.ts', ['pay']);
  await bob.edit('src/a.ts', ['login']);
  const receipt = await receiptFor(world, { session_id });
  const free = { receipt, session_id, files: ['src/a.ts'], symbols_changed: ['src/a.ts#login'] };
  const held = await unrecorded(world, free);
  assert.is(held.status, 409);
  assert.match(
    held.message,
    /^src\/a\.ts#login is held by bob \(task: “Rework the login”\), 10 minutes remaining\. /,
  );
  assert.is(held.body['holder'], 'bob');
  assert.is(held.body['holder_session_id'], bobs);
  assert.is(held.body['symbol_id'], 'src/a.ts#login');
  const whole = await unrecorded(world, { receipt, session_id, files: ['SRC/A.ts'] });
  assert.match(whole.message, /is held by bob/);
  await world.as('bob').agent('bob-2').edit('src/b.ts', ['cart']);
  const both = { ...free, files: ['src/a.ts', 'src/b.ts'], symbols_changed: ['src/a.ts#login'] };
  const { message } = await unrecorded(world, both);
  assert.match(message, /^src\/a\.ts#login is held .* Also held: src\/b\.ts#cart \(bob\)\.$/);
  const recorded = await record(world, { ...free, symbols_changed: ['src/a.ts#pay'] });
  assert.equal(recorded.symbols, ['src/a.ts#pay'], 'a symbol beside it is nobody else\u2019s');
});

relayScenario('GAT-8', 'whose lines alone count refuses no commit', async (world) => {
  await startStream(world);
  const { id } = world.workspace;
  const bob = world.as('bob').agent();
  const lines = [{ start: 3, end: 5 }];
  const write = (name: string) =>
    bob.send({
      event: 'postToolUse',
      file_path: 'src/a.ts',
      symbol_ids: [`src/a.ts#${name}`],
      changes: { base: 'a'.repeat(40), parts: [{ symbol_id: `src/a.ts#${name}`, lines }] },
    });
  await write('Session.open');
  await write('~');
  const receipt = await receiptFor(world);
  const commit = { receipt, symbols_changed: ['src/a.ts#Session'] };
  assert.match(
    (await unrecorded(world, commit)).message,
    /^src\/a\.ts#Session\.open is held by bob/,
  );
  await world.as('ada').ok('changeWorkspace', { id, conflict_policy: 'lines' });
  await record(world, commit);
});

scenario('GAT-8', 'what the gate was sent counts when the commit names nothing', async (world) => {
  await startStream(world);
  await world.as('bob').agent().edit('src/a.ts', ['login']);
  const receipt = await receiptFor(world, { touched_symbols: ['src/a.ts#login'] });
  assert.match((await unrecorded(world, { receipt })).message, /is held by bob/);
  await world.as('bob').agent().end();
  const { files, symbols } = await record(world, { receipt });
  assert.equal([files, symbols], [['src/a.ts'], ['src/a.ts#login']]);
});

scenario('GAT-8', 'another session of the same person stands against it too', async (world) => {
  await startStream(world);
  const other = world.as('ada').agent('ada-2');
  const otherId = await other.start('Login');
  await other.edit('src/a.ts', ['login']);
  const session_id = await world.as('ada').agent().start('Billing');
  const receipt = await receiptFor(world, { session_id });
  const held = await unrecorded(world, { receipt, session_id, files: ['src/a.ts'] });
  assert.match(held.message, /is held by ada/);
  const unnamed = await unrecorded(world, { receipt, files: ['src/a.ts'] });
  assert.match(unnamed.message, /If that session is yours, give its session_id/);
  assert.match(unnamed.message, `(\`coord gate\`: --session ${otherId})`);
});

scenario('GAT-8', 'who slept through the lease cannot slip past the gate', async (world) => {
  await startStream(world);
  const ada = world.as('ada').agent();
  const session_id = await ada.start('Billing');
  await ada.edit('src/a.ts', ['login']);
  const receipt = await receiptFor(world, { session_id });
  await world.pass(minutes(10));
  const bob = world.as('bob').agent();
  await bob.edit('src/a.ts', ['login']);
  await bob.end();
  await world.quiet();
  const late = { receipt, session_id, symbols_changed: ['src/a.ts#login'] };
  const refused = await unrecorded(world, late);
  assert.is(refused.status, 409);
  assert.match(refused.message, /^src\/a\.ts was changed by bob after your receipt/);
  assert.match(refused.message, /run the gate again/);
  await record(world, { ...late, symbols_changed: ['src/a.ts#pay'] });
  const again = await receiptFor(world, { session_id, commit_sha: sha('two') });
  await record(world, { ...late, receipt: again, commit_sha: sha('two') });
});

scenario('GAT-8', 'the very first grant after the receipt counts', async (world) => {
  await startStream(world);
  const bob = world.as('bob').agent();
  await bob.start('Rework the login');
  const receipt = await receiptFor(world);
  await bob.edit('src/a.ts', ['login']);
  await bob.end();
  await world.quiet();
  const refused = await unrecorded(world, { receipt, symbols_changed: ['src/a.ts#login'] });
  assert.is(refused.status, 409);
  assert.match(refused.message, /^src\/a\.ts was changed by bob after your receipt/);
});

test.run();
