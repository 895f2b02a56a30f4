import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { json, run, start, withOwnRelay, type OwnRelay } from '../cli/support.ts';

const test = suite<OwnRelay>('meeting and package commands');

withOwnRelay(test);

const transcript =
  'Ann: We decided to use JWT in src/auth.ts.\nBob: I will write the docs by 2026-12-01.\n';

test('MTG-1 a transcript is ingested, listed and shown', async ({ sandbox }) => {
  assert.match((await run(['meeting', 'list'], sandbox)).out, 'No meetings');
  await writeFile(join(sandbox.repository, 'standup.txt'), transcript);
  const ingest = ['meeting', 'ingest', 'standup.txt', '--title', 'Standup', '--date', '2026-11-02'];
  const ingested = await run(ingest, sandbox);
  assert.is(ingested.code, 0, ingested.err);
  assert.match(ingested.out, 'Standup\nmtg_');
  assert.match(ingested.out, '- Use JWT in src/auth.ts');
  assert.match(ingested.out, '- Bob: Write the docs by 2026-12-01 (until 2026-12-01)');
  assert.match(ingested.out, /pkg_\w+ +open +Use JWT in src\/auth.ts +src\/auth.ts/);
  const listed = await run(['meeting', 'list'], sandbox);
  assert.match(listed.out, /2026-11-02 +completed +Standup +1 +1/);
  const id = /mtg_\w+/.exec(listed.out)?.[0] ?? '';
  const shown = await run(['meeting', 'show', id, '--transcript'], sandbox);
  assert.match(shown.out, 'Bob: I will write the docs');
  const piped = ['meeting', 'ingest', '-', '--title', 'Piped', '--participant', 'Cleo'];
  const again = await run(piped, sandbox, { input: transcript });
  assert.match(again.out, 'Cleo');
  const missing = await run(['meeting', 'ingest', 'nothing.txt', '--title', 'x'], sandbox);
  assert.equal([missing.code, missing.out], [2, '']);
  assert.match(missing.err, 'nothing.txt cannot be read');
  assert.is((await run(['meeting', 'show', 'mtg_0'], sandbox)).code, 1);
});

test('MTG-1 a transcript in UTF-16 is read, and one in another form is refused with what to do', async ({
  sandbox,
}) => {
  const said = 'Ann: We decided to write "Grüße" in src/mail.ts.\n';
  const little = Buffer.from(`\ufeff${said}`, 'utf16le');
  const forms = { little, big: Buffer.from(little).swap16(), utf8: Buffer.from(`\ufeff${said}`) };
  for (const [name, bytes] of Object.entries(forms)) {
    await writeFile(join(sandbox.repository, name), bytes);
    const ingested = await run(['meeting', 'ingest', name, '--title', name], sandbox);
    assert.match(ingested.out, '- Write "Grüße" in src/mail.ts', name);
  }
  await writeFile(join(sandbox.repository, 'latin'), Buffer.from(said, 'latin1'));
  const refused = await run(['meeting', 'ingest', 'latin', '--title', 'x'], sandbox);
  assert.equal([refused.code, refused.out], [2, '']);
  assert.match(refused.err, 'latin is no text in UTF-8 or UTF-16. Save it as UTF-8');
});

test('MTG-8 what was dropped is marked where a meeting is shown', async ({ sandbox, url, key }) => {
  const ingest = ['meeting', 'ingest', '-', '--title', 'Standup'];
  await run(ingest, sandbox, { input: transcript });
  const [{ id = '' } = {}] = await json<{ id: string }[]>(['meeting', 'list'], sandbox);
  const meeting = ['meeting', 'show', id];
  const { decisions, action_items: items } = await json<{
    decisions: { id: string }[];
    action_items: { id: string }[];
  }>(meeting, sandbox);
  for (const result of [...decisions, ...items]) {
    await fetch(`${url}/meetings/${id}/results/${result.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"state":"dropped"}',
    });
  }
  const { out } = await run(meeting, sandbox);
  assert.match(out, '- Use JWT in src/auth.ts (dropped)');
  assert.match(out, '(until 2026-12-01, dropped)');
});

test('MTG-5 the date of a meeting is given, and a wrong one is wrong usage', async ({
  sandbox,
}) => {
  const input = 'Bob: I will write the docs by Wednesday.\n';
  const ingest = ['meeting', 'ingest', '-', '--title', 'Plan', '--date'];
  const dated = await run([...ingest, '2026-11-18'], sandbox, { input });
  assert.match(dated.out, 'Bob: Write the docs by Wednesday (until 2026-11-25)');
  const wrong = await run([...ingest, '18.11.2026'], sandbox, { input });
  assert.is(wrong.code, 2);
  assert.match(wrong.err, 'date');
});

test('MTG-20 what writes down audio is said by doctor and at the start of a relay', async ({
  sandbox,
}) => {
  const heard = { environment: { COORD_SPEECH_COMMAND: `"${process.execPath}" hears.js {}` } };
  const healthy = await run(['doctor'], sandbox, heard);
  assert.match(healthy.out, /speech +The audio of meetings is written down by the command/);
  const missing = { environment: { COORD_SPEECH_COMMAND: 'no-such-speech' } };
  const ill = await run(['doctor'], sandbox, missing);
  assert.match(ill.out, /broken +speech +COORD_SPEECH_COMMAND names no-such-speech/);
  const data = `${sandbox.folder}/other`;
  const relay = start(['relay', '--port', '0', '--data', data], sandbox, heard);
  await relay.line();
  relay.stop();
  assert.match((await relay.finished).err, 'coord relay: The audio of meetings is written down');
  const refused = await run(['relay', '--port', '0', '--data', data], sandbox, missing);
  assert.is(refused.code, 2);
  assert.match(refused.err, 'Install it, or give its whole path.');
});

test('PKG-1 PKG-2 a work package is claimed, begun and completed', async ({ sandbox }) => {
  assert.match((await run(['packages', 'list'], sandbox)).out, 'No work packages');
  const ingest = ['meeting', 'ingest', '-', '--title', 'Standup'];
  await run(ingest, sandbox, { input: transcript });
  const { packages } = await json<{ packages: { id: string }[] }>(['packages', 'list'], sandbox);
  const id = packages[0]?.id ?? '';
  const early = await run(['packages', 'start', id], sandbox);
  assert.is(early.code, 1);
  assert.match(early.err, 'Claim it first');
  const claimed = await run(['packages', 'claim', id], sandbox);
  assert.match(claimed.out, `${id} is claimed, with Ada: Use JWT in src/auth.ts`);
  assert.match((await run(['packages', 'start', id], sandbox)).out, 'is in_progress');
  assert.match((await run(['packages', 'complete', id], sandbox)).out, 'is completed');
  const listed = await run(['packages', 'list', '--status', 'completed'], sandbox);
  assert.match(listed.out, /completed +Use JWT/);
  assert.match((await run(['packages', 'list', '--status', 'open'], sandbox)).out, 'No work');
});

test.run();
