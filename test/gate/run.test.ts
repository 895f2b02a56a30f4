/** GAT-6: the daemon's own run of the tests, on a clean checkout of exactly one commit. */
import { execFileSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { attestationSigner } from '../../daemon/gate/run/attestation-signer.ts';
import { checkOut } from '../../daemon/gate/run/clean-checkout.ts';
import { chooseCommand, GateSettings, parseProposal } from '../../daemon/gate/run/gate-command.ts';
import { gitIn } from '../../daemon/git/git-in-folder.ts';
import { runCommand, type RunOptions } from '../../shared/node/processes/run-command.ts';
import { publishBranch } from '../../daemon/gate/publish-branch.ts';
import { environmentForTests } from '../../daemon/gate/run/test-environment.ts';
import { findWorkTree } from '../../shared/node/git/repository.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import { canonicalAttestation } from '../../shared/gate/statement.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { untilGone } from './until-gone.ts';

interface World {
  readonly folder: string;
  readonly root: string;
  readonly git: (...args: string[]) => string;
  readonly write: (path: string, text: string) => void;
}

const run = suite<World>('the attested run');
const runGit = gitRunner({ PATH: process.env['PATH'] });

run.before.each((world) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'coord-gate-')));
  const root = join(folder, 'shop');
  mkdirSync(root);
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  Object.assign(world, { folder, root, git, write });
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ana');
  git('config', 'user.email', 'ana@example.com');
  write('src/a.txt', 'one\n');
  write('.gitignore', 'node_modules\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
});

run.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

async function checkout({ folder, root, git }: World) {
  const workTree = findWorkTree(root);
  if (workTree === undefined) throw new Error('no work tree');
  const commitSha = git('rev-parse', 'HEAD');
  const made = await checkOut(runGit, { workTree, commitSha, folder: join(folder, 'out') });
  if (isRefusal(made)) throw new Error(made.message);
  return made;
}

function options(
  world: World,
  command: readonly string[],
  more: Partial<RunOptions> = {},
): RunOptions {
  return {
    command,
    folder: world.folder,
    environment: { PATH: process.env['PATH'] },
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    onOutput: () => undefined,
    ...more,
  };
}

run('GAT-6: the checkout has the commit and nothing that is not committed', async (world) => {
  world.write('src/a.txt', 'changed\n');
  world.write('src/new.txt', 'new\n');
  const { folder, remove } = await checkout(world);
  assert.is(readFileSync(join(folder, 'src/a.txt'), 'utf8'), 'one\n');
  assert.not.ok(existsSync(join(folder, 'src/new.txt')));
  const status = execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' });
  assert.is(status, '');
  assert.is(statSync(folder).mode & 0o777, 0o700);
  remove();
  assert.not.ok(existsSync(folder));
});

run('GAT-6: what the tests do to refs stays in the checkout', async (world) => {
  const { folder } = await checkout(world);
  const before = world.git('for-each-ref');
  execFileSync('git', ['update-ref', 'refs/heads/main', 'HEAD'], { cwd: folder });
  execFileSync('git', ['tag', 'planted'], { cwd: folder });
  assert.is(world.git('for-each-ref'), before);
  assert.is(world.git('worktree', 'list').split('\n').length, 1);
});

run('GAT-6: no hook and no filter of the repository is run', async (world) => {
  const mark = join(world.folder, 'ran');
  world.write('.gitattributes', '*.txt filter=evil\n');
  world.git('add', '-A');
  world.git('commit', '-q', '-m', 'attributes');
  for (const key of [
    'filter.evil.smudge',
    'filter.evil.clean',
    'filter.evil.process',
    'core.fsmonitor',
  ])
    world.git('config', key, `touch ${mark}; cat`);
  world.git('config', 'filter.evil.required', 'true');
  for (const name of ['post-checkout', 'post-index-change', 'reference-transaction']) {
    const hook = join(world.root, '.git/hooks', name);
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\ntouch ${mark}\n`);
    chmodSync(hook, 0o755);
  }
  const { folder } = await checkout(world);
  assert.is(readFileSync(join(folder, 'src/a.txt'), 'utf8'), 'one\n');
  assert.not.ok(existsSync(mark));
});

run(
  'GAT-6: installed packages are linked, and packages of the repository are those of the commit',
  async (world) => {
    world.write('package.json', '{}');
    world.write('packages/core/package.json', '{}');
    world.git('add', '-A');
    world.git('commit', '-q', '-m', 'packages');
    world.write('node_modules/dep/index.js', 'module.exports = 1;\n');
    mkdirSync(join(world.root, 'node_modules/@own'));
    symlinkSync('../../packages/core', join(world.root, 'node_modules/@own/core'));
    const { folder, notes } = await checkout(world);
    assert.is(
      readFileSync(join(folder, 'node_modules/dep/index.js'), 'utf8'),
      'module.exports = 1;\n',
    );
    assert.is(realpathSync(join(folder, 'node_modules/@own/core')), join(folder, 'packages/core'));
    assert.match(notes.join(), /node_modules/);
    writeFileSync(join(folder, 'node_modules/.cache'), '');
    assert.not.ok(existsSync(join(world.root, 'node_modules/.cache')));
  },
);

run('GAT-6: arguments are taken as they are, and no shell reads them', async (world) => {
  const words = ['a b', "it's", '"; touch x', '$(touch x)', '*', '', '`id`'];
  const script = 'console.log(JSON.stringify(process.argv.slice(1)))';
  let text = '';
  const outcome = await runCommand(
    options(world, [process.execPath, '-e', script, '--', ...words], {
      onOutput: (chunk) => (text += String(chunk)),
    }),
  );
  assert.is(outcome.kind === 'ended' && outcome.exitCode, 0);
  assert.equal(JSON.parse(text), words);
  assert.not.ok(readdirSync(world.folder).includes('x'));
});

run('GAT-6: the exit code, the end and the digest of the output are reported', async (world) => {
  const outcome = await runCommand(
    options(world, [process.execPath, '-e', 'process.stdout.write("ab"); process.exitCode = 3']),
  );
  assert.is(outcome.kind, 'ended');
  if (outcome.kind !== 'ended') return;
  assert.is(outcome.exitCode, 3);
  assert.is(outcome.tail.toString(), 'ab');
  assert.is(outcome.digest, 'fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603');
  const absent = await runCommand(options(world, ['no-such-program-here']));
  assert.is(absent.kind, 'not_started');
});

const grandchild = (file: string) =>
  `require('child_process').spawn(process.execPath, ['-e', 'require("fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => 0, 1000)'], {stdio: 'inherit'})`;

run('GAT-6: when the time is up, what the command has started ends with it', async (world) => {
  const file = join(world.folder, 'pid');
  const script = `${grandchild(file)}; setInterval(() => 0, 1000)`;
  const ready = new AbortController();
  const outcome = await runCommand(
    options(world, [process.execPath, '-e', script], { timeoutMs: 4_000, signal: ready.signal }),
  );
  assert.is(outcome.kind === 'ended' && outcome.isOverdue, true);
  assert.is(outcome.kind === 'ended' && outcome.exitCode, 124);
  await untilGone(file);
});

run(
  'GAT-6: nothing of a command outlives it, and nothing goes on after it was cancelled',
  async (world) => {
    const file = join(world.folder, 'pid');
    const wait = `const t = setInterval(() => { if (require('fs').existsSync(${JSON.stringify(file)})) process.exit(0) }, 20)`;
    const outcome = await runCommand(
      options(world, [process.execPath, '-e', `${grandchild(file)}; ${wait}`]),
    );
    assert.is(outcome.kind === 'ended' && outcome.exitCode, 0);
    await untilGone(file);
    const stop = new AbortController();
    const cancelled = runCommand(
      options(world, [process.execPath, '-e', 'console.log(1); setInterval(() => 0, 1000)'], {
        signal: stop.signal,
        onOutput: () => stop.abort(),
      }),
    );
    assert.is((await cancelled).kind, 'cancelled');
  },
);

run('GAT-6: no command is run that nobody has given, kept or confirmed', (world) => {
  const file = join(world.folder, 'settings.json');
  const settings = new GateSettings(file);
  const proposed = parseProposal('{"command": ["make", "test"]}');
  const none = chooseCommand({ given: undefined, settings, proposed: undefined });
  assert.match(isRefusal(none) ? none.message : '', /coord gate set/);
  const untrusted = chooseCommand({ given: undefined, settings, proposed });
  assert.match(isRefusal(untrusted) ? untrusted.message : '', /make test.*coord gate trust/);
  settings.trust(['make', 'test']);
  assert.equal(chooseCommand({ given: undefined, settings, proposed }), ['make', 'test']);
  const changed = chooseCommand({ given: undefined, settings, proposed: ['make', 'test', 'x'] });
  assert.ok(isRefusal(changed));
  settings.keep(['npm', 'test']);
  assert.equal(chooseCommand({ given: undefined, settings: new GateSettings(file), proposed }), [
    'npm',
    'test',
  ]);
  assert.equal(chooseCommand({ given: ['x'], settings, proposed }), ['x']);
  assert.is(statSync(file).mode & 0o777, 0o600);
  assert.ok(isRefusal(parseProposal('{"command": "rm -rf /"}')));
  assert.ok(isRefusal(parseProposal('{"command": [""]}')));
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), command: [''] }));
  assert.is(settings.command, undefined, 'an earlier version kept an empty one');
  assert.ok(settings.trusts(['make', 'test']));
});

run(
  "GAT-6: the tests see neither coord's secrets nor where git was when the daemon was started",
  () => {
    const inherited = {
      PATH: '/bin',
      COORD_KEY: 'secret',
      COORD_HOME: '/x',
      GIT_DIR: '/y',
      coord_key: 'z',
    };
    assert.equal(environmentForTests(inherited), { PATH: '/bin' });
  },
);

run('GAT-6: the statement is signed with a key of the daemon, which stays', (world) => {
  const file = join(world.folder, 'signing-key');
  const sha = 'a'.repeat(40);
  const statement = {
    commit_sha: sha,
    tree: sha,
    command: ['npm', 'test'],
    exit_code: 0,
    duration_ms: 5,
    output_digest: 'b'.repeat(64),
    machine: 'laptop',
    at: new Date(0).toISOString(),
  };
  const { signature, ...fields } = attestationSigner(file).sign(statement);
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: fields.public_key },
    format: 'jwk',
  });
  const said = Buffer.from(canonicalAttestation(fields));
  assert.ok(verify(null, said, key, Buffer.from(signature, 'base64url')));
  assert.is(attestationSigner(file).publicKey, fields.public_key);
  assert.is(statSync(file).mode & 0o777, 0o600);
});

run(
  'WST-1: a recorded commit goes to the branch on the remote, forward only, and no hook runs',
  async (world) => {
    const { git, folder, root, write } = world;
    const here = gitIn(runGit, root);
    const first = git('rev-parse', 'HEAD');
    const publish = (commitSha: string) => publishBranch(here, { branch: 'coord/pay', commitSha });
    const nowhere = await publish(first);
    assert.match(nowhere.git, /no remote/);
    assert.is(nowhere.pushed, undefined);
    execFileSync('git', ['init', '-q', '--bare', join(folder, 'bare')]);
    git('remote', 'add', 'origin', join(folder, 'bare'));
    writeFileSync(join(root, '.git/hooks/pre-push'), `#!/bin/sh\ntouch ${folder}/ran\nexit 1\n`, {
      mode: 0o755,
    });
    git('branch', 'coord/pay');
    write('src/a.txt', 'two\n');
    git('commit', '-q', '-am', 'second');
    const second = git('rev-parse', 'HEAD');
    const pushed = await publish(second);
    assert.match(pushed.git, /^Pushed to origin\/coord\/pay\. .*moved forward\.$/);
    assert.is(pushed.pushed, true);
    assert.is(git('rev-parse', 'coord/pay'), second);
    assert.is(git('ls-remote', 'origin', 'refs/heads/coord/pay').split('\t')[0], second);
    const before = await publish(first);
    assert.match(before.git, /^origin\/coord\/pay has it already\. .*left alone/);
    assert.is(before.pushed, true);
    git('checkout', '-q', '-b', 'beside', first);
    git('commit', '-q', '--allow-empty', '-m', 'beside');
    const beside = await publish(git('rev-parse', 'HEAD'));
    assert.match(beside.git, /^Not pushed.*left alone/);
    assert.is(beside.pushed, false);
    assert.is(git('rev-parse', 'coord/pay'), second);
    assert.not.ok(existsSync(join(folder, 'ran')));
  },
);

run(
  'WST-1: a branch that is checked out, or that a rebase is about, is left alone',
  async (world) => {
    const { git, folder, root, write } = world;
    const here = gitIn(runGit, root);
    git('branch', 'coord/pay');
    git('worktree', 'add', '-q', join(folder, 'other'), 'coord/pay');
    write('src/a.txt', 'two\n');
    git('commit', '-q', '-am', 'second');
    const before = git('rev-parse', 'coord/pay');
    await publishBranch(here, { branch: 'coord/pay', commitSha: git('rev-parse', 'HEAD') });
    assert.is(git('rev-parse', 'coord/pay'), before);
    execFileSync('git', ['checkout', '-q', '--detach'], { cwd: join(folder, 'other') });
    mkdirSync(join(root, '.git/worktrees/other/rebase-merge'));
    writeFileSync(
      join(root, '.git/worktrees/other/rebase-merge/head-name'),
      'refs/heads/coord/pay\n',
    );
    await publishBranch(here, { branch: 'coord/pay', commitSha: git('rev-parse', 'HEAD') });
    assert.is(git('rev-parse', 'coord/pay'), before);
  },
);

run.run();
