import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { idKinds } from '../../cli/connection/id-lists.ts';
import { wholeIdAmong } from '../../cli/connection/whole-ids.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { shortIds } from '../../cli/terminal/short-ids.ts';
import { displayWidth } from '../../cli/terminal/table.ts';
import { json, run, withOwnRelay, type OwnRelay } from './support.ts';

const test = suite<OwnRelay>('short ids');
withOwnRelay(test);

interface Record {
  readonly id: string;
  readonly title: string;
}

test('CMD-4: the beginning of an id names the record, with and without its type', async ({
  sandbox,
}) => {
  const made = await json<Record>(['decide', 'Sessions live in Redis'], sandbox);
  const rest = made.id.slice('dec_'.length);
  for (const given of [
    made.id,
    rest,
    made.id.slice(0, 10),
    rest.slice(0, 4),
    rest.slice(0, 7).toUpperCase(),
  ]) {
    const found = await json<Record>(['decisions', 'show', given], sandbox);
    assert.is(found.id, made.id, given);
  }
});

test('CMD-4: a beginning is taken wherever a record is named', async ({ sandbox }) => {
  const begin = (id: string) => id.slice(0, id.indexOf('_') + 9);
  const decision = await json<Record>(['decide', 'One'], sandbox);
  const newer = await json<Record & { ended: string[] }>(
    ['decide', 'Two', '--supersedes', begin(decision.id)],
    sandbox,
  );
  assert.equal(newer.ended, [decision.id]);
  const rule = await json<Record>(['conventions', 'propose', 'Tabs'], sandbox);
  const ended = ['conventions', 'retire', begin(rule.id)];
  assert.is((await json<Record>(ended, sandbox)).id, rule.id);
  // One that has ended is named in the same way.
  assert.is((await json<Record>(ended, sandbox)).id, rule.id);
  const key = await json<Record>(['key', 'create', '--name', 'other'], sandbox);
  assert.is((await json<Record>(['key', 'revoke', begin(key.id)], sandbox)).id, key.id);
  await run(['workstream', 'start', 'Shop', '--slug', 'shop'], sandbox);
  const add = ['tasks', 'add', 'First', '--workstream', 'shop'];
  const first = await json<Record>(add, sandbox);
  const second = await json<Record & { depends_on: string[] }>(
    ['tasks', 'add', 'Second', '--workstream', 'shop', '--after', begin(first.id)],
    sandbox,
  );
  assert.equal(second.depends_on, [first.id]);
  for (const move of ['claim', 'done'])
    assert.is((await json<Record>(['tasks', move, begin(first.id)], sandbox)).id, first.id);
});

test('CMD-4: the last key is asked about, also when its id is not typed whole', async ({
  sandbox,
}) => {
  const { keys } = await json<{ keys: Record[] }>(['key', 'list'], sandbox);
  const [only] = keys;
  const { code, err } = await run(['key', 'revoke', only?.id.slice(4, 10) ?? ''], sandbox);
  assert.is(code, 1);
  assert.match(err, 'is your last key');
  assert.match(err, 'Not revoked');
});

test('CMD-4: an ambiguous beginning lists what it can mean, with titles', () => {
  const all = [
    { id: 'tsk_abcdefg1000000000000', title: 'Write the docs' },
    { id: 'tsk_abcdefg2000000000000', title: 'Read the docs' },
    { id: 'tsk_bbcdefg2000000000000', title: 'Print the docs' },
  ];
  const found = wholeIdAmong(all, idKinds.task, 'abcd');
  assert.ok(isRefusal(found));
  assert.is(found.error, 'Conflict');
  assert.is(
    found.message,
    [
      'abcd is the beginning of 2 tasks. Give more of the one that you mean:',
      '  tsk_abcdefg1  Write the docs',
      '  tsk_abcdefg2  Read the docs',
    ].join('\n'),
  );
  assert.is(wholeIdAmong(all, idKinds.task, 'tsk_bbcd'), 'tsk_bbcdefg2000000000000');
});

test('CMD-4: a commit may be named as Git names it, also where a relay is asked', async ({
  sandbox,
}) => {
  const git = async (...args: string[]) => {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    const made = await promisify(execFile)('git', ['-C', sandbox.repository, ...identity, ...args]);
    return made.stdout.trim();
  };
  await git('commit', '--quiet', '--allow-empty', '-m', 'First');
  const sha = await git('rev-parse', 'HEAD');
  for (const given of [sha, sha.slice(0, 7), 'HEAD', 'main']) {
    const { err } = await run(['gate', 'record', given], sandbox);
    assert.not.match(err, 'whole name', given);
  }
  assert.match(
    (await run(['gate', 'record', 'nope'], sandbox)).err,
    '<commit> must be the whole name',
  );
});

test('CMD-4: what cannot name a record is refused with the reason', async ({ sandbox }) => {
  const short = await run(['decisions', 'show', 'dec_a'], sandbox);
  assert.is(short.code, 1);
  assert.match(short.err, 'coord: dec_a: give at least 4 characters after dec_.');
  const none = await run(['decisions', 'show', 'zzzz'], sandbox);
  assert.is(none.code, 1);
  assert.match(none.err, 'No such decision: zzzz. See: coord decisions list');
  const other = await run(['decisions', 'show', 'tsk_00000000000000000000'], sandbox);
  assert.is(other.code, 1);
  assert.match(other.err, 'No such decision: tsk_00000000000000000000. See: coord decisions list');
});

test('CMD-5: ids of a table are as long as it takes to tell them apart, at least six characters', () => {
  const ids = ['dec_aaaaaa1x', 'dec_aaaaaa2x', 'dec_b123456789', 'dec_b1', 'unknown'];
  const short = shortIds([...ids, 'dec_b123456789']);
  assert.is(short.get('dec_aaaaaa1x'), 'dec_aaaaaa1');
  assert.is(short.get('dec_aaaaaa2x'), 'dec_aaaaaa2');
  assert.is(short.get('dec_b123456789'), 'dec_b12345');
  assert.is(short.get('dec_b1'), 'dec_b1');
});

const tables = [
  'decisions list',
  'conventions list',
  'tasks list',
  'key list',
  'workstream list',
  'workspace list',
  'workspace members',
];

test('CMD-5: tables fit 80 columns with short ids, and --wide shows all of everything', async ({
  sandbox,
}) => {
  const title =
    'All sessions of the shop live in Redis, so that every server can read them at any time, 1';
  const made = await json<Record>(['decide', title], sandbox);
  await run(['conventions', 'propose', title, '--file', 'src/very/long/path/**/*.ts'], sandbox);
  await run(['workstream', 'start', 'Shop', '--slug', 'a-workstream-with-a-long-name'], sandbox);
  await run(['tasks', 'add', title, '--workstream', 'a-workstream-with-a-long-name'], sandbox);
  for (const words of tables) {
    const { code, out, err } = await run(words.split(' '), sandbox, { live: true });
    assert.is(code, 0, err);
    assert.ok(out.trim().split('\n').length > 1, words);
    for (const line of out.split('\n'))
      assert.ok(displayWidth(plain(line)) <= 80, `${words}: ${line}`);
    assert.not.match(out, /\b(dec|cnv|tsk|key|ws|usr)_\w{20}/, words);
  }
  const narrow = await run(['tasks', 'list'], sandbox, { live: true });
  const [, row = ''] = narrow.out.split('\n').map(plain);
  assert.ok((/All sessions[^…]*…/.exec(row)?.[0].length ?? 0) >= 24, row);
  const wide = await run(['decisions', 'list', '--wide'], sandbox, { live: true });
  assert.match(wide.out, made.id);
  assert.match(wide.out, title);
});

function plain(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/\u001b\[\d+m/g, '');
}

test.run();
