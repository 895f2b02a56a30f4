import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connect } from '../../cli/connection/connect.ts';
import { allReservations, allSessions } from '../../cli/connection/live-lists.ts';
import type { Terminal } from '../../cli/terminal/terminal.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { loginsFile, parseLogins, type Login } from '../../shared/node/logins.ts';
import { json, run, withOwnRelay, type OwnRelay, type Sandbox } from './support.ts';

const test = suite<OwnRelay>('the status of many');
withOwnRelay(test);

async function accessOf({ home }: Sandbox): Promise<Login> {
  const [login = { relay: '', key: '' }] = parseLogins(
    await readFile(join(home, loginsFile), 'utf8'),
  );
  return login;
}

async function write({ relay, key }: Login, agent: number, file: string): Promise<void> {
  const response = await fetch(`${relay}/workspaces/sessions/hook`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      event: 'postToolUse',
      workspace_slug: 'shop',
      agent_type: agent % 2 === 0 ? 'codex' : 'cursor',
      conversation_id: `conv-${agent}`,
      file_path: file,
    }),
  });
  assert.is(response.status, 200);
}

const agents = 9;

test('CMD-6: every page of what is live is asked for', async ({ sandbox }) => {
  const access = await accessOf(sandbox);
  for (let agent = 0; agent < agents; agent += 1) await write(access, agent, `src/${agent}.ts`);
  const terminal = {
    environment: { COORD_HOME: sandbox.home },
    platform: process.platform,
    homeDirectory: sandbox.folder,
    directory: sandbox.folder,
    errors: process.stderr,
    output: process.stdout,
  } as unknown as Terminal;
  const connection = await connect(terminal, {});
  assert.not(isRefusal(connection));
  if (isRefusal(connection)) return;
  const { workspaces } = await json<{ workspaces: { id: string }[] }>(
    ['workspace', 'list'],
    sandbox,
  );
  const id = workspaces[0]?.id ?? '';
  for (const limit of [1, 4, 9, 100]) {
    const sessions = await allSessions(connection.client, id, limit);
    const reservations = await allReservations(connection.client, id, limit);
    assert.ok(!isRefusal(sessions) && !isRefusal(reservations));
    if (isRefusal(sessions) || isRefusal(reservations)) return;
    assert.is(new Set(sessions.map((one) => one.id)).size, agents, `${limit}`);
    assert.is(new Set(reservations.map((one) => one.file_path)).size, agents, `${limit}`);
  }
});

test('CMD-6: status chooses by person, path and agent, for people and machines', async ({
  sandbox,
}) => {
  const access = await accessOf(sandbox);
  for (let agent = 0; agent < 4; agent += 1) await write(access, agent, `src/${agent}.ts`);
  const chosen = async (...words: string[]) =>
    (await json<{ reservations: unknown[] }>(['status', ...words], sandbox)).reservations.length;
  assert.is(await chosen(), 4);
  assert.is(await chosen('--mine'), 4);
  assert.is(await chosen('--agent', 'codex'), 2);
  assert.is(await chosen('--path', 'src/3.ts'), 1);
  assert.is(await chosen('--path', 'lib'), 0);
  const { out } = await run(['status', '--agent', 'cursor'], sandbox);
  assert.match(out, '1 person, 2 agents, 2 reservations');
});

test('CMD-6: a watch that is asked once says so when there is nothing to do', async ({
  sandbox,
}) => {
  for (const words of [
    ['watch', '--once'],
    ['watch', '--once', '--dry-run'],
  ]) {
    const { code, out, err } = await run(words, sandbox);
    assert.is(code, 0, err);
    assert.is(
      out,
      'Nothing to do: no workstream is active. Start one: coord workstream start TITLE; or join one of: coord workstream list\n',
    );
  }
  await run(['workstream', 'start', 'Guest checkout'], sandbox);
  const { out } = await run(['watch', '--once'], sandbox);
  assert.is(out, 'Nothing to do on 1 active branch: no approved commit is new there.\n');
});

test('CMD-3: the status of a workspace that there is not names those that there are', async ({
  sandbox,
}) => {
  const { code, out, err } = await run(['status', '--workspace', 'nope'], sandbox);
  assert.is(code, 1);
  assert.is(out, '');
  assert.match(err, 'You are in no workspace nope. Yours are: shop.');
});

test.run();
