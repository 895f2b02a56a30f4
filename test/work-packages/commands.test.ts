import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toRelay } from '../../cli/connection/connect.ts';
import { fileOf } from '../support/symbols.ts';
import { json, run, withOwnRelay, type OwnRelay } from '../cli/support.ts';

const test = suite<OwnRelay>('package commands');

withOwnRelay(test);

test('PKG-5, PKG-6 a package is shown by the beginning of its id, with its files or that it is not file-scoped, and a move that is refused names the next', async ({
  sandbox,
}) => {
  const input =
    'Ann: We decided to use JWT in src/auth.ts.\nBob: We decided to answer mail within a day.\n';
  await run(['meeting', 'ingest', '-', '--title', 'Plan'], sandbox, { input });
  const { packages } = await json<{ packages: { id: string; files: string[] }[] }>(
    ['packages', 'list'],
    sandbox,
  );
  const idOf = (count: number) => packages.find(({ files }) => files.length === count)?.id ?? '';
  const scoped = await run(['packages', 'show', idOf(1).slice(0, 12)], sandbox);
  assert.is(scoped.code, 0, scoped.err);
  assert.match(scoped.out, `${idOf(1)} · open`);
  assert.match(scoped.out, 'Files\n- src/auth.ts (named)');
  assert.match(scoped.out, 'Follows from\n- ');
  for (const [words, next] of [
    [['start'], 'claim'],
    [['claim', 'claim'], 'start'],
    [['start', 'claim'], 'complete'],
  ] as const) {
    const said = [];
    for (const word of words) said.push((await run(['packages', word, idOf(1)], sandbox)).err);
    assert.match(said.at(-1) ?? '', `coord packages ${next} ${idOf(1)}`);
  }
  const other = await run(['packages', 'show', idOf(0)], sandbox);
  assert.match(other.out, 'No files were named; it is not file-scoped.');
  assert.match((await run(['packages', 'list'], sandbox)).out, '(not file-scoped)');
  assert.is((await run(['packages', 'show', 'pkg_00000000000000000000'], sandbox)).code, 1);
});

test('DEC-16 a package shows which of its files are not in the repository’s index', async ({
  sandbox,
  url,
  key,
}) => {
  const input = 'Ann: We decided to use JWT in src/auth.ts and src/jwt.ts.\n';
  await run(['meeting', 'ingest', '-', '--title', 'Plan'], sandbox, { input });
  const { packages } = await json<{ packages: { id: string }[] }>(['packages', 'list'], sandbox);
  const show = ['packages', 'show', packages[0]?.id ?? ''];
  assert.not.match((await run(show, sandbox)).out, 'index', 'where there is none');
  const { workspaces } = await json<{ workspaces: { id: string }[] }>(
    ['workspace', 'list'],
    sandbox,
  );
  const files = [fileOf('src/auth.ts', ['login'])];
  const published = { id: workspaces[0]?.id ?? '', files };
  await toRelay({ relay: url, key }).client.call('publishSymbols', published);
  const { out } = await run(show, sandbox);
  assert.match(out, /- src\/auth\.ts \(named\)\n/);
  assert.match(out, /- src\/jwt\.ts \(named\) · not in the repository’s index\n/);
  assert.match(out, '\nWhat is not in the index has still to be made, or was named otherwise');
});

test('packages are listed of a user by address or by id', async ({ sandbox }) => {
  const input = 'Ann: We decided to use JWT in src/auth.ts.\n';
  await run(['meeting', 'ingest', '-', '--title', 'Plan'], sandbox, { input });
  const list = (user: string) =>
    json<{ packages: { id: string }[] }>(['packages', 'list', '--assignee', user], sandbox);
  const me = await json<{ user_id: string; email: string }>(['whoami'], sandbox);
  const { packages } = await json<{ packages: { id: string }[] }>(
    ['packages', 'list', '--status', 'open'],
    sandbox,
  );
  const id = packages[0]?.id ?? '';
  const isMine = async (user: string) => (await list(user)).packages.some((one) => one.id === id);
  assert.is(await isMine(me.email), false);
  await run(['packages', 'claim', id], sandbox);
  assert.is(await isMine(me.email), true);
  assert.is(await isMine(me.user_id), true);
  const { code, err } = await run(
    ['packages', 'list', '--assignee', 'nobody@example.com'],
    sandbox,
  );
  assert.is(code, 1);
  assert.match(err, 'coord workspace members');
});

test.run();
