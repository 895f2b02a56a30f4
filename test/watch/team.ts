import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { makeSandbox, start, type Sandbox, type Running } from '../cli/support.ts';
import { World } from '../support/harness.ts';

/** What the command tells of a branch. */
export interface Line {
  readonly outcome: string;
  readonly branch: string;
  readonly commit: string;
  readonly reason?: string;
  readonly advice?: string;
  readonly message: string;
}

/** Ada records what she pushed; Bob's clone is watched. */
export class Team {
  readonly branch = 'coord/two-factors';

  private constructor(
    readonly sandbox: Sandbox,
    readonly world: World,
    readonly ada: string,
    readonly bob: string,
  ) {}

  async startWorkstream(): Promise<void> {
    const { id } = this.world.workspace;
    const about = { title: 'Two factors', slug: 'two-factors' };
    const { branch } = await this.world.as('ada').ok('startWorkstream', { id, ...about });
    assert.is(branch, this.branch);
  }

  /** Not started, the workstream is still to come; its branch is there. */
  static async gather({ isStarted = true } = {}): Promise<Team> {
    const sandbox = await makeSandbox();
    const world = await World.start({ transport: 'relay', database: 'sqlite' });
    const [ada, bob] = [sandbox.repository, join(sandbox.folder, 'bob')];
    const team = new Team(sandbox, world, ada, bob);
    if (isStarted) await team.startWorkstream();
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
    const receipt = await this.confirm(commit);
    await this.world.as('ada').ok('recordCommit', { id, commit_sha: commit, receipt_id: receipt });
    return receipt;
  }

  /** As `record`, but the commit is not recorded. */
  async confirm(commit: string): Promise<string> {
    const { id } = this.world.workspace;
    const person = this.world.as('ada');
    const about = { id, workstream_slug: 'two-factors', commit_sha: commit };
    const results = [{ test_file: 'a.test.ts', test_name: 'a', status: 'passed' as const }];
    const confirmed = await person.ok('confirmReady', {
      ...about,
      touched_files: ['a.txt'],
      test_results: results,
    });
    return confirmed.receipt_id ?? '';
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
