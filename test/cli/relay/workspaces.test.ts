/** Workspaces are chosen for a repository, and their feed and status are shown. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { json, run } from '../support.ts';
import { addUser, signIn, relaySuite } from './support.ts';

const test = relaySuite('workspaces');

test('ACC-3 who is no member yet is told what to ask for, with their id', async (context) => {
  await signIn(context);
  const { sandbox, ada } = context;
  const named = await run(['daemon', '--port', '0', '--workspace', 'web-shop'], sandbox);
  assert.is(named.code, 1);
  const ask = `Ask an admin of it to run: coord workspace add-member ${ada.user_id}`;
  assert.match(named.err, `You are in no workspace web-shop. ${ask} --workspace web-shop`);
  const unnamed = await run(['daemon', '--port', '0'], sandbox);
  assert.match(unnamed.err, ask);
});

test('workspaces are made, chosen for a repository, and have members', async (context) => {
  await signIn(context);
  const { sandbox } = context;
  const bo = await addUser(sandbox, 'Bo');
  assert.match((await run(['workspace', 'members'], sandbox)).err, 'workspace create');
  const made = await json<{ id: string; slug: string }>(
    ['workspace', 'create', 'The Shop!'],
    sandbox,
  );
  assert.is(made.slug, 'the-shop');
  assert.match((await run(['workspace', 'list'], sandbox)).out, /the-shop +The Shop! +owner/);
  await run(['workspace', 'add-member', bo.user_id, '--role', 'admin'], sandbox);
  assert.match((await run(['workspace', 'members'], sandbox)).out, /Bo +bo@example.com +admin/);
  const removed = await run(['workspace', 'remove-member', bo.user_id], sandbox);
  assert.is(removed.code, 0);
  assert.not.match((await run(['workspace', 'members'], sandbox)).out, 'bo@example.com');
  assert.match((await run(['workspace', 'set'], sandbox)).out, 'members');
  await run(['workspace', 'set', '--conflict-policy', 'lines'], sandbox);
  assert.match((await run(['workspace', 'set'], sandbox)).out, 'lines');
  assert.is((await run(['workspace', 'use', 'the-shop'], sandbox)).code, 0);
  const chosen = join(sandbox.repository, '.git', 'coord', 'workspace');
  assert.is((await readFile(chosen, 'utf8')).trim(), 'the-shop');
  assert.is((await run(['workspace', 'use', 'other'], sandbox)).code, 1);
});

test('CMD-4 a member is named by the id as the list of members prints it', async (context) => {
  await signIn(context);
  const { sandbox } = context;
  const bo = await addUser(sandbox, 'Bo');
  await run(['workspace', 'create', 'Shop'], sandbox);
  const short = bo.user_id.slice(0, 'usr_'.length + 6);
  const unknown = await run(['workspace', 'add-member', short], sandbox);
  assert.is(unknown.code, 1);
  assert.match(unknown.err, `No such member: ${short}.`);
  await run(['workspace', 'add-member', bo.user_id], sandbox);
  assert.match((await run(['workspace', 'members'], sandbox)).out, short);
  const again = await run(['workspace', 'add-member', short], sandbox);
  assert.match(again.out, 'Bo is member of shop already.', again.err);
  const changed = await run(['workspace', 'add-member', short, '--role', 'admin'], sandbox);
  assert.is(changed.out, 'Bo is admin of shop.\n', changed.err);
  const bare = short.slice('usr_'.length);
  const back = await run(['workspace', 'add-member', bare, '--role', 'member'], sandbox);
  assert.is(back.out, 'Bo is member of shop.\n', back.err);
  const removed = await run(['workspace', 'remove-member', short], sandbox);
  assert.is(removed.code, 0, removed.err);
});

test('with several workspaces the command asks which, and takes the one that is named', async (context) => {
  await signIn(context);
  const { sandbox } = context;
  // A repository has one of them.
  const outside = { directory: sandbox.folder };
  await run(['workspace', 'create', 'one'], sandbox, outside);
  await run(['workspace', 'create', 'two'], sandbox, outside);
  const unclear = await run(['workspace', 'members'], sandbox, outside);
  assert.is(unclear.code, 2);
  assert.match(unclear.err, /--workspace SLUG.*one, two/);
  assert.is((await run(['workspace', 'members', '--workspace', 'two'], sandbox)).code, 0);
});

test('FED-2 the feed shows what was, resumes after a seq, and ends when asked not to follow', async (context) => {
  await signIn(context);
  const { sandbox, url, ada } = context;
  await run(['workspace', 'create', 'shop'], sandbox);
  for (const conversation of ['conv_1', 'conv_2']) {
    await post(`${url}/workspaces/sessions/hook`, ada.key, {
      event: 'sessionStart',
      agent_type: 'codex',
      workspace_slug: 'shop',
      conversation_id: conversation,
    });
  }
  const shown = await run(['feed', '--no-follow'], sandbox);
  assert.is(shown.code, 0);
  assert.match(shown.out, /Ada started codex\n/);
  const all = await run(['feed', '--no-follow', '--since', '0', '--all', '--json'], sandbox);
  const seqs = all.out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { seq: number }).seq);
  assert.equal(
    seqs,
    seqs.map((_, at) => at + 1),
  );
  const rest = await run(['feed', '--no-follow', '--since', '1', '--all', '--json'], sandbox);
  assert.is(rest.out.trim().split('\n').length, seqs.length - 1);
});

test('the status of a workspace can be asked of the relay, and the environment names it', async (context) => {
  const { sandbox, url, ada } = context;
  const environment = { COORD_RELAY: `${url}/`, COORD_KEY: ada.key };
  await run(['workspace', 'create', 'shop'], sandbox, { environment });
  const shown = await run(['status'], sandbox, { environment });
  assert.is(shown.code, 0, shown.err);
  assert.match(shown.out, /shop +relay live/);
});

async function post(url: string, key: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.is(response.status, 200);
  await response.arrayBuffer();
}

test.run();
