/** GIT-1 to GIT-3: what a repository's own settings name is not run, whichever command or operation starts Git. */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { run, start, type Running } from '../cli/support.ts';
import { Archive, places, type Remote } from './planted.ts';

interface Context {
  archive: Archive;
  daemon: Running | undefined;
}

const test = suite<Context>('programs of a repository');

test.before.each(async (context) => {
  context.archive = await Archive.make();
  context.daemon = undefined;
});
test.after.each(async ({ archive, daemon }) => {
  daemon?.stop();
  await daemon?.finished;
  await archive.remove();
});

async function startDaemon(context: Context): Promise<void> {
  const { archive } = context;
  const { sandbox, environment } = archive;
  context.daemon = start(['daemon', '--port', '0', '--json'], sandbox, { environment });
  await context.daemon.line();
}

function coord({ archive: { sandbox, environment } }: Context, ...args: string[]) {
  return run(args, sandbox, { environment });
}

async function hook({ archive }: Context, event: string, path: string): Promise<string> {
  const { sandbox, environment } = archive;
  const input = JSON.stringify({
    session_id: 'conv-1',
    cwd: archive.root,
    hook_event_name: event,
    tool_name: 'Write',
    tool_use_id: `use-${path}`,
    tool_input: { file_path: join(archive.root, path), content: 'x\n' },
  });
  return (await run(['hook', 'claude-code', event], sandbox, { input, environment })).out;
}

async function write(context: Context, path: string): Promise<void> {
  await hook(context, 'PreToolUse', path);
  context.archive.write(path, `export const name = '${path}';\n`);
  await hook(context, 'PostToolUse', path);
}

/** Everything that starts Git, as a person and an agent use it. */
async function useAll(context: Context): Promise<{ said: string; ran: string[] }> {
  const { archive } = context;
  const said: string[] = [];
  const tell = async (...args: string[]) => {
    const { out, err } = await coord(context, ...args);
    said.push(`${args.join(' ')}: ${out}${err}`);
    return out;
  };
  await tell('init', '--client', 'claude-code');
  await startDaemon(context);
  await hook(context, 'SessionStart', 'first.ts');
  for (const path of ['first.ts', 'second.ts', 'third.trap', 'built']) await write(context, path);
  await tell('workstream', 'start', 'Guests');
  const ran = archive.marked();
  archive.git('-c', 'core.hooksPath=/dev/null', 'switch', '-q', 'coord/guests');
  const quiet = [
    '-c',
    'core.hooksPath=/dev/null',
    '-c',
    'core.fsmonitor=false',
    '-c',
    'commit.gpgSign=false',
  ];
  archive.git(...quiet, 'add', 'first.ts', 'second.ts');
  archive.git(...quiet, 'commit', '-q', '-m', 'second');
  archive.forget();
  await tell('gate', 'discover', '--commit', 'HEAD');
  await tell('gate', 'run', '--workstream', 'guests', '--record', '--', 'true');
  await tell('workstream', 'join', 'guests');
  archive.write('first.ts', 'export function first() {\n  return 2;\n}\n');
  await tell('radar');
  await tell('watch', '--once');
  for (const command of ['status', 'doctor']) await tell(command);
  return { said: said.join('\n'), ran: [...new Set([...ran, ...archive.marked()])] };
}

for (const place of places)
  for (const remote of ['file', 'ssh'] as const)
    test(`GIT-1 ${place}, a remote by ${remote}: none of them runs, the user's own do`, async (context) => {
      const { archive } = context;
      archive.use(remote);
      archive.plant(place);
      const { said, ran } = await useAll(context);
      const expected = remote === 'ssh' ? ['users ssh'] : [];
      assert.equal(ran, expected, said);
      assert.match(said, /Made the branch coord\/guests .*pushed it to origin/);
      assert.match(said, /Pushed to origin\/coord\/guests/);
    });

const refusing: readonly (readonly [Remote, RegExp, readonly string[]])[] = [
  ['http', /credential\.helper = .*coord gate trust credential\.helper/, ['users helper']],
  ['git', /core\.gitproxy = .*coord gate trust .*core\.gitproxy/, []],
];

for (const [remote, words, marks] of refusing)
  test(`GIT-3 a remote by ${remote}: what is missing is named, with the command that trusts it`, async (context) => {
    const { archive } = context;
    archive.use(remote);
    const name = remote === 'http' ? 'credential.helper' : 'core.gitProxy';
    archive.git('config', name, archive.trap(name));
    await startDaemon(context);
    const { out } = await coord(context, 'workstream', 'start', 'Guests');
    assert.match(out, words);
    assert.equal(archive.marked(), marks);
  });

test('GIT-3 a setting that a person has confirmed is used, until its value changes', async (context) => {
  const { archive } = context;
  archive.use('ssh');
  const name = 'core.sshCommand';
  archive.git('config', name, `${archive.trap('first')} -x`);
  await startDaemon(context);
  const asked = await coord(context, 'gate', 'trust', name);
  assert.equal([asked.code, archive.marked()], [1, []]);
  assert.match(asked.err, `core.sshcommand = ${archive.trap('first')} -x`);
  assert.match(asked.err, 'Confirm it at a terminal, or with --yes');
  assert.is((await coord(context, 'gate', 'trust', name, '--yes')).code, 0);
  const { out } = await coord(context, 'workstream', 'start', 'Guests');
  assert.match(out, 'origin cannot be reached');
  assert.equal(archive.marked(), ['first']);
  archive.forget();
  archive.git('config', name, archive.trap('second'));
  await coord(context, 'workstream', 'start', 'Others');
  assert.equal(archive.marked(), ['users ssh']);
  const none = await coord(context, 'gate', 'trust', 'core.pager', '--yes');
  assert.match(
    none.err,
    'no setting core.pager that waits to be confirmed. They are: core.sshcommand.',
  );
});

test('GIT-3 the trust of a person counts for coord watch too', async (context) => {
  const { archive } = context;
  archive.use('ssh');
  await startDaemon(context);
  await coord(context, 'workstream', 'start', 'Guests');
  archive.git('switch', '-q', 'coord/guests');
  archive.git('commit', '-q', '--allow-empty', '-m', 'second');
  await coord(context, 'gate', 'run', '--workstream', 'guests', '--record', '--', 'true');
  archive.git('reset', '-q', '--hard', 'HEAD^');
  archive.git('config', 'core.sshCommand', archive.trap('ssh'));
  archive.forget();
  await coord(context, 'gate', 'trust', 'core.sshCommand', '--yes');
  await coord(context, 'watch', '--once');
  assert.equal(archive.marked(), ['ssh']);
});

/** Ways to lead Git to a folder that came along, whose hooks Git would run, or to a program. */
const ways: Readonly<Record<string, (archive: Archive, own: string) => void>> = {
  'a path from the repository': ({ git }) => git('config', 'remote.origin.url', '.git/own.git'),
  'a whole path': ({ git }, own) => git('config', 'remote.origin.url', own),
  'a file address': ({ git }, own) => git('config', 'remote.origin.url', `file://${own}`),
  'an address to push to': ({ git }, own) => git('config', 'remote.origin.pushurl', own),
  'a rewritten address': ({ git }, own) => {
    git('config', 'remote.origin.url', 'https://team.example/shop');
    git('config', `url.${own}.insteadOf`, 'https://team.example/shop');
  },
  'an address that is rewritten to push': ({ git, remote }, own) =>
    git('config', `url.${own}.pushInsteadOf`, remote),
  'a file of an old form': (archive, own) => {
    archive.git('config', '--unset', 'remote.origin.url');
    mkdirSync(join(archive.root, '.git', 'remotes'));
    archive.write('.git/remotes/origin', `URL: ${own}\nPush: refs/heads/main\n`);
  },
  'a link to it': ({ git, sandbox }, own) => {
    symlinkSync(own, join(sandbox.folder, 'link'));
    git('config', 'remote.origin.url', join(sandbox.folder, 'link'));
  },
  'a program as transport': ({ git, trap }) =>
    git('config', 'remote.origin.url', `ext::${trap('ext')} x`),
  'a rewritten program': ({ git, trap, remote }) =>
    git('config', `url.ext::${trap('ext')} .insteadOf`, remote),
  'a helper of the remote': (archive) => {
    archive.git('config', 'remote.origin.vcs', 'ext');
    archive.git('config', 'remote.origin.url', `${archive.trap('ext')} x`);
  },
};

for (const [way, lead] of Object.entries(ways))
  test(`GIT-2 ${way}: nothing of it runs, and the workstream starts all the same`, async (context) => {
    const { archive } = context;
    const own = join(archive.root, '.git', 'own.git');
    archive.git('clone', '-q', '--bare', archive.remote, own);
    for (const name of ['pre-receive', 'update', 'post-receive', 'post-update'])
      cpSync(archive.trap(name), join(own, 'hooks', name));
    lead(archive, own);
    await startDaemon(context);
    const { code, out } = await coord(context, 'workstream', 'start', 'Guests');
    assert.is(code, 0);
    assert.match(out, /Made the branch coord\/guests from (origin\/)?main; not pushed/);
    if (!/program|helper/.test(way))
      assert.match(out, /came along with the repository.*coord gate trust remote\.origin\.url/);
    assert.equal(archive.marked(), []);
  });

test('GIT-2 a folder of the repository as its remote is used once a person has confirmed it', async (context) => {
  const { archive } = context;
  const own = join(archive.root, '.git', 'own.git');
  archive.git('clone', '-q', '--bare', archive.remote, own);
  archive.git('config', 'remote.origin.url', own);
  await startDaemon(context);
  assert.is((await coord(context, 'gate', 'trust', 'remote.origin.url', '--yes')).code, 0);
  const { out } = await coord(context, 'workstream', 'start', 'Guests');
  assert.match(out, 'pushed it to origin');
});

test.run();
