/** WAT-19: what `coord watch` could not move is told to the relay: the built command, real git, a bare remote and two clones. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Client } from '../../shared/api/client.ts';
import { refuse } from '../../shared/kernel/refusal.ts';
import { BranchReports } from '../../cli/watch/branch-reports.ts';
import type { BranchReport } from '../../cli/watch/follower.ts';
import { branchItem } from '../../relay/dashboard/page/views/inbox/model/items.ts';
import { isAbout, settledBy } from '../../relay/dashboard/page/views/inbox/model/settled.ts';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import { World } from '../support/harness.ts';
import { eventually } from '../support/waiting.ts';
import { builtCoord } from '../support/built-coord.ts';

const test = suite('branches that watch could not move');
const execute = promisify(execFile);

/** Ada records what she pushed; Bob's clone, below his home folder, is watched. */
class Clones {
  private constructor(
    readonly world: World,
    readonly home: string,
    readonly branch: string,
  ) {}

  static async make(visibility: 'team' | 'private' = 'team'): Promise<Clones> {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'coord-held-')));
    const world = await World.start({ transport: 'relay', database: 'sqlite' });
    const { id } = world.workspace;
    const started = { id, title: 'Pay', visibility };
    const { branch, slug } = await world.as('ada').ok('startWorkstream', started);
    const user_id = world.as('bob').id;
    if (visibility === 'private') await world.as('ada').ok('joinWorkstream', { id, slug, user_id });
    const clones = new Clones(world, home, branch);
    await clones.git('.', 'init', '-q', '--bare', 'remote.git');
    await clones.git('.', 'clone', '-q', join(home, 'remote.git'), 'ada');
    await clones.git('ada', 'checkout', '-q', '-b', branch);
    await clones.commit('ada', 'a.txt', 'one\n');
    await clones.git('ada', 'push', '-q', 'origin', branch);
    await clones.git('.', 'clone', '-q', '-b', branch, join(home, 'remote.git'), 'bob');
    return clones;
  }

  async git(folder: string, ...args: string[]): Promise<string> {
    const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    const { stdout } = await execute('git', [...person, ...args], { cwd: join(this.home, folder) });
    return stdout.trim();
  }

  async commit(folder: string, path: string, text: string): Promise<string> {
    await writeFile(join(this.home, folder, path), text);
    await this.git(folder, 'add', path);
    await this.git(folder, 'commit', '-q', '-m', `write ${path}`);
    return this.git(folder, 'rev-parse', 'HEAD');
  }

  /** Ada commits, pushes and passes the gate. */
  async approve(text: string): Promise<string> {
    const commit_sha = await this.commit('ada', 'a.txt', text);
    await this.git('ada', 'push', '-q', 'origin', this.branch);
    const { id } = this.world.workspace;
    const ada = this.world.as('ada');
    const test_results = [{ test_file: 'a.test.ts', test_name: 'a', status: 'passed' as const }];
    const about = { id, workstream_slug: 'pay', commit_sha };
    const { receipt_id } = await ada.ok('confirmReady', { ...about, test_results });
    await ada.ok('recordCommit', { id, commit_sha, receipt_id, files: ['a.txt'] });
    return commit_sha;
  }

  private arguments(...options: string[]): string[] {
    const { world } = this;
    const to = ['--relay', world.relay.url, '--key', world.as('bob').account.key];
    return [builtCoord, 'watch', ...to, '--workspace', world.workspace.slug, ...options];
  }

  private get place() {
    const environment = { PATH: process.env['PATH'], HOME: this.home };
    const env = { ...environment, COORD_HOME: join(this.home, 'state') };
    return { cwd: join(this.home, 'bob'), env };
  }

  async once(...options: string[]): Promise<number> {
    const args = this.arguments('--once', ...options);
    const child = spawn(process.execPath, args, { ...this.place, stdio: 'ignore' });
    return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  }

  follow() {
    return spawn(process.execPath, this.arguments(), { ...this.place, stdio: 'ignore' });
  }

  async held(name = 'cleo') {
    const { id } = this.world.workspace;
    return (await this.world.as(name).ok('listHeldBranches', { id })).branches;
  }

  /** The events that the team was sent. */
  async told(): Promise<string[]> {
    const rows = await this.world.database.rows
      .selectFrom('events')
      .select('type')
      .where('type', 'in', ['branch_held', 'branch_moved'])
      .orderBy('seq')
      .execute();
    return rows.map(({ type }) => type);
  }

  async leave(): Promise<void> {
    await this.world.close();
    await rm(this.home, { recursive: true, force: true });
  }
}

test('WAT-19 a dirty clone is told of once, as long as it is held, and again when it follows', async () => {
  const clones = await Clones.make();
  const commit = await clones.approve('two\n');
  await writeFile(join(clones.home, 'bob', 'a.txt'), 'mine\n');
  assert.is(await clones.once('--dry-run'), 1);
  assert.equal(await clones.held(), [], 'a dry run tells nobody');
  assert.is(await clones.once(), 1);
  const [one, ...more] = await clones.held();
  assert.equal(more, []);
  assert.equal(
    [one?.branch, one?.user_name, one?.workstream, one?.commit_sha],
    [clones.branch, 'bob', 'pay', commit],
  );
  assert.match(
    one?.reason ?? '',
    /^uncommitted changes in a\.txt\. Commit or stash them, then: git/,
  );
  assert.ok((one?.machine.length ?? 0) > 0);
  assert.is(await clones.once(), 1);
  assert.equal(await clones.told(), ['branch_held'], 'the same reason is told once');
  await clones.git('bob', 'checkout', '-q', '--', 'a.txt');
  assert.is(await clones.once(), 0);
  assert.equal(await clones.held(), []);
  assert.is(await clones.once(), 0);
  assert.equal(await clones.told(), ['branch_held', 'branch_moved']);
  await clones.leave();
});

test('WAT-19 a watch that runs tells of a branch that diverged, and of a fetch that fails, without the home folder', async () => {
  const clones = await Clones.make();
  await clones.commit('bob', 'own.txt', 'own\n');
  const watch = clones.follow();
  const ended = new Promise((resolve) => watch.once('exit', resolve));
  await clones.approve('two\n');
  await eventually('the relay knows that it diverged', async () =>
    (await clones.held())[0]?.reason.startsWith('you have commits') ? true : undefined,
  );
  await clones.git('bob', 'remote', 'set-url', 'origin', join(clones.home, 'gone.git'));
  await clones.approve('three\n');
  const reason = await eventually('the relay knows that the fetch failed', async () => {
    const [held] = await clones.held();
    return held?.reason.startsWith('origin cannot be reached') ? held.reason : undefined;
  });
  assert.not.match(reason, clones.home);
  assert.match(reason, '~/gone.git');
  watch.kill('SIGTERM');
  await ended;
  await clones.leave();
});

test('WAT-19, DSH-53 that a branch of a private workstream follows again is told without the machine, and the Inbox knows which it was', async () => {
  const clones = await Clones.make('private');
  await clones.approve('two\n');
  await writeFile(join(clones.home, 'bob', 'a.txt'), 'mine\n');
  assert.is(await clones.once(), 1);
  assert.equal(await clones.held(), [], 'who is no member hears of none');
  const [held] = await clones.held('bob');
  assert.ok(held !== undefined && held.machine !== '');
  await clones.git('bob', 'checkout', '-q', '--', 'a.txt');
  assert.is(await clones.once(), 0);
  assert.equal(await clones.held('bob'), []);
  const { id } = clones.world.workspace;
  const type = ['branch_moved' as const];
  const { events } = await clones.world.as('bob').ok('listEvents', { id, type });
  const [moved] = events as LogEvent[];
  assert.ok(moved?.type === 'branch_moved' && moved.machine === '');
  const [settled] = settledBy(moved);
  assert.ok(settled !== undefined && isAbout(settled, 'branch', branchItem(held).id));
  const other = branchItem({ ...held, branch: 'coord/other' });
  assert.not(isAbout(settled, 'branch', other.id));
  await clones.leave();
});

test('WAT-19 what the relay does not take now is told at the next look, and a refusal is not repeated', async () => {
  const answers = [
    refuse('Unavailable', 'The relay is not reachable.'),
    { branch: 'coord/pay', outcome: 'held', changed: true },
    refuse('NotFound', 'There is no such route.'),
    { branch: 'coord/pay', outcome: 'held', changed: false },
  ];
  const sent: string[] = [];
  const call = async (_: unknown, input: { branch: string; outcome: string }) => {
    sent.push(`${input.branch} ${input.outcome}`);
    return answers.shift();
  };
  const held = new Map<string, string | undefined>();
  const reports = new BranchReports({
    client: { call } as unknown as Client,
    workspaceId: 'ws_1',
    machine: 'laptop',
    homeDirectory: '/home/bob',
    told: { lastOf: (branch) => held.get(branch), save: (branch, why) => held.set(branch, why) },
  });
  const newsOf = (branch: string, digit = 'a'): BranchReport => ({
    kind: 'refused',
    target: { workstream: 'pay', branch, commit: digit.repeat(40), seq: 1, at: 0 },
    refused: { kind: 'refuse', reason: 'busy', why: 'git is at work', advice: 'Wait.' },
    mayCome: false,
  });
  reports.note(newsOf('coord/pay'));
  await reports.flush();
  assert.equal([...held], []);
  await reports.flush();
  assert.equal([...held], [['coord/pay', `${'a'.repeat(40)} git is at work. Wait.`]]);
  reports.note(newsOf('coord/pay'));
  reports.note(newsOf('coord/old'));
  await reports.flush();
  await reports.flush();
  assert.equal(sent, ['coord/pay held', 'coord/pay held', 'coord/old held']);
  // A daemon may have told meanwhile that it follows.
  reports.note(newsOf('coord/pay', 'b'));
  await reports.flush();
  assert.is(sent.at(-1), 'coord/pay held');
  assert.is(sent.length, 4);
});

test.run();
