/** `coord watch` from end to end: a relay, a bare remote, two clones of it. */
import { execFile } from 'node:child_process';
import { appendFile, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeSandbox, run, start, type Sandbox, type Running } from '../cli/support.ts';
import { World } from '../support/harness.ts';
import { eventually } from '../support/waiting.ts';

const test = suite('coord watch');

interface Line {
  readonly outcome: string;
  readonly branch: string;
  readonly commit: string;
  readonly reason?: string;
  readonly advice?: string;
  readonly message: string;
}

/** Ada records what she pushed; Bob's clone is watched. */
class Team {
  private constructor(
    readonly sandbox: Sandbox,
    readonly world: World,
    readonly ada: string,
    readonly bob: string,
    readonly branch: string,
  ) {}

  static async gather(): Promise<Team> {
    const sandbox = await makeSandbox();
    const world = await World.start({ transport: 'relay', database: 'sqlite' });
    const [ada, bob] = [sandbox.repository, join(sandbox.folder, 'bob')];
    const started = await world.as('ada').ok('startWorkstream', {
      id: world.workspace.id,
      title: 'Two factors',
      slug: 'two-factors',
    });
    const team = new Team(sandbox, world, ada, bob, started.branch);
    await promisify(execFile)('git', ['init', '-q', '--bare', join(sandbox.folder, 'remote.git')]);
    await team.git(ada, 'remote', 'add', 'origin', join(sandbox.folder, 'remote.git'));
    await team.git(ada, 'checkout', '-q', '-b', team.branch);
    await team.commit('a.txt', 'one\n');
    await team.push();
    await team.git(
      sandbox.folder,
      'clone',
      '-q',
      '-b',
      team.branch,
      join(sandbox.folder, 'remote.git'),
      bob,
    );
    return team;
  }

  async git(folder: string, ...args: string[]): Promise<string> {
    const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    const { stdout } = await promisify(execFile)('git', [...person, ...args], { cwd: folder });
    return stdout.trim();
  }

  async commit(path: string, text: string): Promise<string> {
    await writeFile(join(this.ada, path), text);
    await this.git(this.ada, 'add', path);
    await this.git(this.ada, 'commit', '-q', '-m', `write ${path}`);
    return this.git(this.ada, 'rev-parse', 'HEAD');
  }

  push(): Promise<string> {
    return this.git(this.ada, 'push', '-q', 'origin', this.branch);
  }

  /** Through the gate; gives the receipt. */
  async record(commit: string): Promise<string> {
    const { id } = this.world.workspace;
    const person = this.world.as('ada');
    const about = { id, workstream_slug: 'two-factors', commit_sha: commit };
    const results = [{ test_file: 'a.test.ts', test_name: 'a', status: 'passed' as const }];
    const confirmed = await person.ok('confirmReady', {
      ...about,
      touched_files: ['a.txt'],
      test_results: results,
    });
    const receipt = confirmed.receipt_id ?? '';
    await person.ok('recordCommit', { id, commit_sha: commit, receipt_id: receipt });
    return receipt;
  }

  watch(...options: string[]): Running {
    const { url } = this.world.relay;
    const to = ['--relay', url, '--key', this.world.as('bob').account.key];
    const workspace = ['--workspace', this.world.workspace.slug];
    return start(['watch', '--json', ...to, ...workspace, ...options], this.sandbox, {
      directory: this.bob,
    });
  }

  async once(...options: string[]): Promise<{ code: number; lines: Line[] }> {
    const { code, out } = await this.watch('--once', ...options).finished;
    return {
      code,
      lines: out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line),
    };
  }

  at(folder: string): Promise<string> {
    return this.git(folder, 'rev-parse', `refs/heads/${this.branch}`);
  }

  async leave(): Promise<void> {
    await this.world.close();
    await this.sandbox.remove();
  }
}

async function next(watch: Running): Promise<Line> {
  return JSON.parse(await watch.line()) as Line;
}

test('GAT-5 WAT-4 a recorded commit arrives in the other clone, with its files, while both go on', async () => {
  const team = await Team.gather();
  await writeFile(join(team.bob, 'notes.txt'), 'mine\n');
  const watch = team.watch();
  await eventually('the watch follows', async () =>
    (await stateFiles(team.sandbox)).length > 0 ? true : undefined,
  );
  // The event comes before the push, as it does when a daemon records.
  const second = await team.commit('a.txt', 'two\n');
  await team.record(second);
  await team.push();
  const moved = await next(watch);
  assert.is(moved.outcome, 'moved');
  assert.is(moved.commit, second);
  assert.is(await team.at(team.bob), second);
  assert.is(await readFile(join(team.bob, 'a.txt'), 'utf8'), 'two\n');
  assert.is(await readFile(join(team.bob, 'notes.txt'), 'utf8'), 'mine\n');
  assert.is(await team.git(team.bob, 'status', '--porcelain'), '?? notes.txt');

  await appendFile(join(team.bob, 'a.txt'), 'not committed\n');
  const third = await team.commit('a.txt', 'three\n');
  await team.push();
  const receipt = await team.record(third);
  const refused = await next(watch);
  assert.is(refused.reason, 'uncommitted_changes');
  assert.match(refused.message, 'a.txt');
  assert.is(await team.at(team.bob), second);
  assert.is(await readFile(join(team.bob, 'a.txt'), 'utf8'), 'two\nnot committed\n');

  const { id } = team.world.workspace;
  await team.world.as('ada').ok('retractReceipt', { id, receipt_id: receipt, reason: 'it leaks' });
  const retracted = await next(watch);
  assert.is(retracted.outcome, 'retracted');
  assert.match(retracted.message, 'it leaks');
  watch.stop();
  assert.is((await watch.finished).code, 0);
  await team.leave();
});

test('WAT-12 a retraction offers the command that undoes it, and does nothing', async () => {
  const team = await Team.gather();
  const second = await team.commit('a.txt', 'two\n');
  await team.push();
  const receipt = await team.record(second);
  assert.equal(
    (await team.once()).lines.map(({ outcome }) => outcome),
    ['moved'],
  );
  const { id } = team.world.workspace;
  await team.world.as('ada').ok('retractReceipt', { id, receipt_id: receipt });
  const { code, lines } = await team.once();
  assert.is(code, 0);
  assert.is(lines[0]?.outcome, 'retracted');
  assert.match(lines[0]?.message ?? '', `git revert --no-edit ${second}`);
  assert.is(await team.at(team.bob), second);
  assert.equal((await team.once()).lines, [], 'it is reported once');
  await team.leave();
});

test('WAT-3 it catches up after an absence; --dry-run only says so; what is up to date is said to who asks', async () => {
  const team = await Team.gather();
  await team.git(team.bob, 'checkout', '-q', '-b', 'own');
  const first = await team.at(team.bob);
  await team.record(await team.commit('a.txt', 'two\n'));
  const last = await team.commit('b.txt', 'three\n');
  await team.push();
  await team.record(last);
  const dry = await team.once('--dry-run');
  assert.equal(
    dry.lines.map(({ outcome, commit }) => [outcome, commit]),
    [['would_move', last]],
  );
  assert.is(await team.at(team.bob), first);
  assert.equal(
    (await team.once()).lines.map(({ outcome }) => outcome),
    ['moved'],
  );
  assert.is(await team.at(team.bob), last);
  assert.is(await team.git(team.bob, 'rev-parse', 'HEAD'), first);
  const again = await team.once();
  assert.is(again.code, 0);
  assert.equal(
    again.lines.map(({ outcome }) => outcome),
    ['up_to_date'],
  );
  await team.leave();
});

test('WAT-9 --once exits with 1 when a branch could not follow', async () => {
  const team = await Team.gather();
  await writeFile(join(team.bob, 'own.txt'), 'own\n');
  await team.git(team.bob, 'add', 'own.txt');
  await team.git(team.bob, 'commit', '-q', '-m', 'own');
  const own = await team.at(team.bob);
  const second = await team.commit('a.txt', 'two\n');
  await team.push();
  await team.record(second);
  const { code, lines } = await team.once();
  assert.is(code, 1);
  assert.equal(
    lines.map(({ reason }) => reason),
    ['diverged'],
  );
  assert.is(await team.at(team.bob), own);
  await team.leave();
});

test('WAT-2 a branch that is not here is named, with how to get it, and is no failure', async () => {
  const team = await Team.gather();
  await team.git(team.bob, 'checkout', '-q', '--detach');
  await team.git(team.bob, 'branch', '-q', '-D', team.branch);
  const second = await team.commit('a.txt', 'two\n');
  await team.push();
  await team.record(second);
  const { code, lines } = await team.once();
  assert.is(code, 0);
  assert.equal(
    lines.map(({ reason }) => reason),
    ['not_here'],
  );
  assert.match(lines[0]?.advice ?? '', 'coord workstream join two-factors');
  await team.leave();
});

test('its state is private', async () => {
  const team = await Team.gather();
  await team.once();
  const [file = ''] = await stateFiles(team.sandbox);
  assert.is((await stat(file)).mode & 0o777, 0o600);
  assert.is((await stat(join(team.sandbox.home, 'watch'))).mode & 0o777, 0o700);
  await team.leave();
});

test('outside a repository it says so', async () => {
  const team = await Team.gather();
  await mkdir(join(team.sandbox.folder, 'nothing'));
  const to = ['--relay', team.world.relay.url, '--key', team.world.as('bob').account.key];
  const { code, err } = await run(
    ['watch', '--once', ...to, '--workspace', team.world.workspace.slug],
    team.sandbox,
    {
      directory: join(team.sandbox.folder, 'nothing'),
    },
  );
  assert.is(code, 1);
  assert.match(err, 'is not inside a Git repository');
  await team.leave();
});

async function stateFiles(sandbox: Sandbox): Promise<string[]> {
  const folder = join(sandbox.home, 'watch');
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
}

test.run();
