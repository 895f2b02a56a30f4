import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  AffectedTestFinder,
  type AffectedTests,
  type ChangeQuery,
} from '../../daemon/gate/discovery/affected-test-finder.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import { RepositoryIndex } from '../../daemon/index/repository-index.ts';
import { openIndexStore } from '../../daemon/index/store.ts';
import { systemClock } from '../../shared/node/time/system-clock.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';

export type Files = Readonly<Record<string, string>>;

/** A real repository with an index over it. */
export class Project {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'coord-discovery-')));
  private readonly storeFile = join(mkdtempSync(join(tmpdir(), 'coord-index-')), 'index.db');
  private readonly store = openIndexStore(this.storeFile);
  private readonly runGit = gitRunner({ PATH: process.env['PATH'], HOME: this.root });
  readonly index = new RepositoryIndex({ root: this.root, store: this.store, git: this.runGit });
  private readonly discoverer = new AffectedTestFinder({
    index: this.index,
    git: (folder, args, options) =>
      this.failing(args)
        ? Promise.resolve({ exitCode: 128, stdout: '', stderr: 'fatal: unable to read tree' })
        : this.runGit(folder, args, options),
    clock: systemClock,
  });

  /** Calls of Git that fail while something is found out. */
  failing: (args: readonly string[]) => boolean = () => false;

  static async of(files: Files): Promise<Project> {
    const project = new Project();
    project.git('init', '-q', '-b', 'main');
    project.git('config', 'user.name', 'Ana');
    project.git('config', 'user.email', 'ana@example.com');
    project.write(files);
    project.commit('first');
    project.index.start();
    await project.index.ready;
    return project;
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.root, encoding: 'utf8' }).trim();
  }

  write(files: Files): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), text);
    }
  }

  delete(path: string): void {
    rmSync(join(this.root, path));
  }

  commit(message: string): string {
    this.git('add', '-A');
    this.git('commit', '-q', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  /** Changes files and asks what that affects. */
  async after(files: Files, question: Partial<ChangeQuery> = {}): Promise<AffectedTests> {
    this.write(files);
    await this.index.refresh(Object.keys(files));
    return this.ask(question);
  }

  async ask(question: Partial<ChangeQuery> = {}): Promise<AffectedTests> {
    const answer = await this.discoverer.find({ bases: ['refs/heads/main'], ...question });
    if (isRefusal(answer)) throw new Error(answer.message);
    return answer;
  }

  touchedSince(commit: string, base: string) {
    return this.discoverer.touchedSince({ commit, bases: [base] });
  }

  async remove(): Promise<void> {
    await this.index.close();
    this.store.close();
    rmSync(this.root, { recursive: true, force: true });
    rmSync(dirname(this.storeFile), { recursive: true, force: true });
  }
}
