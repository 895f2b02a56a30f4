import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { json, run, withOwnRelay, type OwnRelay } from './support.ts';

const test = suite<OwnRelay>('knowledge commands');

withOwnRelay(test);

test('SIM-1 SIM-3 a search shows how near each decision is, and nothing when nothing fits', async ({
  sandbox,
}) => {
  await json(['decide', 'Argon2id hashes stored credentials'], sandbox);
  await json(['decide', 'Card payments go through Stripe'], sandbox);
  await json(['decide', 'Logs are JSON lines with a request id'], sandbox);
  const found = await run(['search', 'how do we keep passwords safe'], sandbox);
  assert.match(found.out, /^Argon2id hashes stored credentials\n0\.\d\d · /);
  const nonsense = ['search', 'banana umbrella carpet tuesday'];
  const nothing = await run(nonsense, sandbox);
  assert.is(nothing.code, 0);
  assert.is(nothing.out, 'Nothing fits. With --all the nearest are shown all the same.\n');
  const answer = await json<{ results: unknown[]; note: string }>(nonsense, sandbox);
  assert.equal(answer.results, []);
  assert.match(answer.note, /^Nothing fits\..* min_similarity 0 /);
  for (const more of [['--all'], ['--min-similarity', '0']]) {
    const all = await json<{ results: { similarity: number }[] }>([...nonsense, ...more], sandbox);
    assert.is(all.results.length > 0, true, more.join(' '));
    for (const { similarity } of all.results) assert.ok(similarity < 0.25, `${similarity}`);
  }
  assert.match((await run([...nonsense, '--all'], sandbox)).out, /^.+\n0\.\d\d weak · /);
  for (const wrong of [
    ['--min-similarity', '2'],
    ['--all', '--min-similarity', '0'],
  ])
    assert.is((await run([...nonsense, ...wrong], sandbox)).code, 2, wrong.join(' '));
});

interface Decided {
  id: string;
  files: string[];
  ended: string[];
}

test('DEC-1 a decision is recorded, listed, shown and found', async ({ sandbox }) => {
  assert.match((await run(['search', 'zebra'], sandbox)).out, 'No decision was recorded yet');
  const made = await json<Decided>(
    [
      'decide',
      'Sessions live in Redis',
      '--type',
      'architecture',
      '--rationale',
      'They are shared',
    ].concat(['--file', 'src/a.ts', '--file', 'src/b.ts']),
    sandbox,
  );
  assert.equal(made.files, ['src/a.ts', 'src/b.ts']);
  const listed = await run(['decisions', 'list', '--type', 'architecture'], sandbox);
  assert.match(listed.out, made.id.slice(0, 10));
  assert.match(listed.out, /fresh +Ada/);
  const shown = await run(['decisions', 'show', made.id], sandbox);
  assert.match(shown.out, 'They are shared');
  assert.match(shown.out, 'files: src/a.ts, src/b.ts');
  const found = await run(['search', 'sessions shared', '--limit', '3'], sandbox);
  assert.match(found.out, /^Sessions live in Redis\n/);
  const { results } = await json<{ results: { id: string }[] }>(['search', 'redis'], sandbox);
  assert.is(results[0]?.id, made.id);
});

test('DEC-5 a decision ends the one that it supersedes', async ({ sandbox }) => {
  const about = ['--file', 'src/one.ts', '--force'];
  const first = await json<Decided>(['decide', 'One', ...about], sandbox);
  const second = await run(['decide', 'Two', '--supersedes', first.id], sandbox);
  assert.is(second.code, 0);
  assert.match(second.out, `It ends ${first.id}`);
  assert.match(second.out, `It is about what ${first.id} was about: src/one.ts`, 'DEC-20');
  const late = await run(['decide', 'Three', '--supersedes', first.id], sandbox);
  assert.is(late.code, 1);
  assert.match(late.err, 'superseded');
});

/** Publishes `src/a.ts` with one function, as a daemon does. */
async function publisher({ sandbox, url, key }: OwnRelay) {
  const { workspaces } = await json<{ workspaces: { id: string }[] }>(
    ['workspace', 'list'],
    sandbox,
  );
  return async (meaning: string, signature_hash = 's') => {
    const symbol = {
      name: 'login',
      kind: 'function',
      start_line: 1,
      end_line: 2,
      signature: 'login()',
      exported: true,
      meaning_hash: meaning,
      signature_hash,
    };
    const response = await fetch(`${url}/workspaces/${workspaces[0]?.id}/symbols`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ files: [{ path: 'src/a.ts', parsed: true, symbols: [symbol] }] }),
    });
    assert.is(response.status, 200, await response.text());
  };
}

test('DEC-9 a decision about a file as a whole says in plain words why it is stale', async (context) => {
  const { sandbox } = context;
  const publish = await publisher(context);
  await publish('one');
  const { id } = await json<Decided>(['decide', 'Short names', '--file', 'src/a.ts'], sandbox);
  assert.match((await run(['decisions', 'show', id], sandbox)).out, 'symbols: src/a.ts\n');
  await publish('two', 'other');
  const shown = await run(['decisions', 'show', id], sandbox);
  assert.match(shown.out, 'state: stale: the signatures of src/a.ts have changed\n');
  assert.not.match((await run(['decisions', 'stale'], sandbox)).out, 'top level');
});

test('DEC-2 DEC-4 a stale decision is listed and reaffirmed', async (context) => {
  const { sandbox } = context;
  const publish = await publisher(context);
  await publish('one');
  const { id } = await json<Decided>(['decide', 'login is slow', '--file', 'src/a.ts'], sandbox);
  assert.match((await run(['decisions', 'stale'], sandbox)).out, 'No decision is stale');
  await publish('two');
  const stale = await run(['decisions', 'stale', '--file', 'src/a.ts'], sandbox);
  assert.match(stale.out, id.slice(0, 10));
  assert.match(stale.out, 'src/a.ts#login');
  assert.match((await run(['decisions', 'show', id], sandbox)).out, 'state: stale: src/a.ts#login');
  const again = await run(['decisions', 'reaffirm', id, '--note', 'same thing'], sandbox);
  assert.is(again.code, 0);
  assert.match(again.out, 'fresh again');
  assert.is((await run(['decisions', 'reaffirm', 'dec_nothing'], sandbox)).code, 1);
  assert.is((await run(['decisions', 'accept', id], sandbox)).code, 1);
});

test('CNV-4 a convention is proposed, listed and retired', async ({ sandbox }) => {
  const made = await json<{ id: string; affected_files: string[] }>(
    ['conventions', 'propose', 'Generated code is not edited', '--tier', 'must', '--file', 'gen/'],
    sandbox,
  );
  assert.equal(made.affected_files, ['gen/**']);
  const about = ['conventions', 'list', '--file', 'gen/a/b.ts'];
  assert.match((await run(about, sandbox)).out, /must +Generated/);
  assert.match((await run([...about.slice(0, 3), 'src/a.ts'], sandbox)).out, 'No conventions');
  const retired = await run(['conventions', 'retire', made.id], sandbox);
  assert.is(retired.code, 0);
  assert.match((await run(['conventions', 'list'], sandbox)).out, 'No conventions');
  assert.match((await run(['conventions', 'list', '--retired', '--wide'], sandbox)).out, made.id);
  const wrong = await run(['conventions', 'propose', 'T', '--file', '../x'], sandbox);
  assert.is(wrong.code, 2);
  assert.match(wrong.err, 'coord: --file: ');
});

test('CNV-6 a rule that blocks writes says which files', async ({ sandbox }) => {
  const none = await run(['conventions', 'propose', 'none', '--tier', 'must'], sandbox);
  assert.is(none.code, 2);
  assert.match(none.err, 'needs to say for which files; give --file GLOB');
});

test('what is typed wrongly is wrong usage, with the choices', async ({ sandbox }) => {
  const typed = await run(['decide', 'T', '--type', 'guess'], sandbox);
  assert.is(typed.code, 2);
  assert.match(typed.err, 'architecture');
  assert.is((await run(['decide'], sandbox)).code, 2);
  assert.is((await run(['search', 'x', '--limit', 'many'], sandbox)).code, 2);
  for (const command of ['decide', 'search', 'decisions list', 'conventions propose']) {
    const help = await run([...command.split(' '), '--help'], sandbox);
    assert.is(help.code, 0);
    assert.match(help.out, `Example:\n  coord ${command}`);
  }
});

test.run();
