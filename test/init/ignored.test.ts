import { execFile } from 'node:child_process';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { json, makeSandbox, run, type Sandbox } from '../cli/support.ts';

const test = suite<{ sandbox: Sandbox }>('init: what another clone gets');
const git = (folder: string, ...args: string[]) =>
  promisify(execFile)('git', [
    '-C',
    folder,
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@b.c',
    ...args,
  ]);
const claude = ['init', '--client', 'claude-code', '--client', 'opencode'];

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
});
test.after.each(({ sandbox }) => sandbox.remove());

async function forOthers(sandbox: Sandbox): Promise<string[]> {
  interface Report {
    findings: { check: string; state: string; detail: string }[];
  }
  const { out } = await run(['doctor', '--json'], sandbox);
  const { findings } = JSON.parse(out) as Report;
  return findings.flatMap(({ check, state, detail }) =>
    check === 'for others' ? [`${state}: ${detail}`] : [],
  );
}

test('INI-10 where the folder is ignored, init names the rule and the exact lines, and not to commit', async ({
  sandbox,
}) => {
  const { repository } = sandbox;
  await writeFile(join(repository, '.gitignore'), '.claude/\n.opencode\n');
  const shown = await run(claude, sandbox);
  assert.is(shown.code, 0, shown.err);
  assert.not.match(shown.out, 'Commit these files');
  assert.match(shown.out, '.claude/settings.json  (.gitignore:1: .claude/)');
  assert.match(shown.out, 'everybody else runs coord init in theirs');
  const { exception } = await json<{ exception: string[] }>(claude, sandbox);
  const ofClaude = exception.filter((line) => line.includes('.claude'));
  assert.equal(ofClaude, ['!/.claude/', '/.claude/*', '!/.claude/settings.json']);
  assert.match(
    (await forOthers(sandbox))[0] ?? '',
    /^warning: Git ignores .*\.claude\/settings\.json/,
  );
  await appendFile(join(repository, '.gitignore'), `${exception.join('\n')}\n`);
  await writeFile(join(repository, '.claude/settings.local.json'), '{}');
  await git(repository, 'add', '-A');
  const { stdout } = await git(repository, 'ls-files');
  assert.match(stdout, '.claude/settings.json\n');
  assert.match(stdout, '.opencode/plugins/coord.js\n');
  assert.not.match(stdout, 'settings.local.json');
  assert.match((await run(claude, sandbox)).out, /Everything is in place already\.\n$/);
});

test('INI-12 a clone that has not pulled the hooks is told to, and makes none', async ({
  sandbox,
}) => {
  const { repository } = sandbox;
  await writeFile(join(repository, 'a.txt'), 'a');
  await git(repository, 'add', '-A');
  await git(repository, 'commit', '-qm', 'One');
  await git(repository, 'branch', 'theirs');
  await git(repository, 'branch', '-u', 'theirs');
  await git(repository, 'checkout', '-q', 'theirs');
  await run(claude, sandbox);
  await git(repository, 'add', '-A');
  await git(repository, 'commit', '-qm', 'Hooks');
  await git(repository, 'checkout', '-q', '-');
  const told = await run(claude, sandbox);
  assert.is(told.code, 1);
  assert.match(told.err, 'git pull');
  assert.is((await git(repository, 'status', '--short')).stdout, '');
  assert.match(
    (await forOthers(sandbox))[0] ?? '',
    'The upstream branch has what coord init makes',
  );
  await git(repository, 'branch', '--unset-upstream');
  await run(claude, sandbox);
  await git(repository, 'branch', '-u', 'theirs');
  const both = await forOthers(sandbox);
  assert.is(both.length, 1, 'what the pull brings is not to be committed');
  await run([...claude, '--undo'], sandbox);
  await git(repository, 'merge', '-q', 'theirs');
  assert.is((await run(claude, sandbox)).code, 0);
});

test('INI-11 doctor says what another clone would lack, until it is committed as it is', async ({
  sandbox,
}) => {
  const { repository } = sandbox;
  assert.match((await run(claude, sandbox)).out, 'Commit these files');
  assert.match((await forOthers(sandbox))[0] ?? '', /^warning: Not committed: .*\.coord\/hook/);
  await git(repository, 'add', '-A');
  await git(repository, 'commit', '-qm', 'hooks');
  assert.equal(await forOthers(sandbox), ['ok: the last commit has what coord init wrote']);
  const settings = join(repository, '.claude/settings.json');
  await writeFile(settings, '{}\n');
  await git(repository, 'commit', '-qam', 'older');
  await run(claude, sandbox);
  const different = await forOthers(sandbox);
  assert.match(
    different[0] ?? '',
    /^warning: Committed in another form than here: .*settings\.json/,
  );
});

test('INI-1 init in a second clone adds nothing to what the first one committed', async ({
  sandbox,
}) => {
  const { repository, folder } = sandbox;
  await run(claude, sandbox);
  await git(repository, 'add', '-A');
  await git(repository, 'commit', '-qm', 'hooks');
  const clone = join(folder, 'second');
  await git(folder, 'clone', '-q', repository, clone);
  const again = await run(claude, sandbox, { directory: clone });
  assert.match(again.out, 'Everything is in place already.');
  assert.is((await git(clone, 'status', '--porcelain')).stdout, '');
});

test.run();
