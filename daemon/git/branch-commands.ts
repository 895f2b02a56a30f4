import { branchRef, remoteRef } from '../../shared/node/git/safe.ts';
import { asData } from '../../shared/kernel/display.ts';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import type { GitResult } from '../../shared/node/git/git-calls.ts';

/** Where branches are pushed to: `origin`, or the only remote. */
type Remote =
  | { readonly kind: 'none' }
  | { readonly kind: 'several' }
  | { readonly kind: 'named'; readonly name: string };

/** The remote, after it was asked for some branches. */
export type AskedRemote =
  | Exclude<Remote, { kind: 'named' }>
  | { readonly kind: 'away'; readonly name: string; readonly problem: string }
  | {
      readonly kind: 'reached';
      readonly name: string;
      /** Those of the branches that it has; they are fetched. */
      readonly has: ReadonlySet<string>;
    };

const localMs = 10_000;
const networkMs = 30_000;
const usualBases = ['main', 'master'];

/** The few things that coord does to branches. Names go to git as full refs, so none can be an option or a range. */
export class Branches {
  constructor(
    private readonly git: RunGit,
    private readonly folder: string,
    private readonly signal: AbortSignal,
  ) {}

  /** The commit that a full ref leads to. */
  async commitOf(ref: string): Promise<string | undefined> {
    const found = await this.run(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
    return found.exitCode === 0 ? found.stdout.trim() : undefined;
  }

  /** Whether there is a commit on the branch here, or on the remote as it was when it was last asked. */
  async isKnown(branch: string): Promise<boolean> {
    return (await this.commitOf(branchRef(branch))) !== undefined || this.wasPushed(branch);
  }

  /** Whether the remote had the branch when it was last asked. */
  async wasPushed(branch: string): Promise<boolean> {
    const remote = await this.remote();
    if (remote.kind !== 'named') return false;
    return (await this.commitOf(remoteRef(remote.name, branch))) !== undefined;
  }

  /** Asks the remote for the branches and brings here those that it has. */
  async ask(branches: readonly string[]): Promise<AskedRemote> {
    const remote = await this.remote();
    if (remote.kind !== 'named') return remote;
    const { name } = remote;
    const heads = await this.network(['ls-remote', '--', name, ...branches.map(branchRef)]);
    if (heads.exitCode !== 0) return { kind: 'away', name, problem: reasonOf(heads) };
    const listed = new Set(heads.stdout.split('\n').map((line) => line.split('\t')[1] ?? ''));
    const has = new Set(branches.filter((branch) => listed.has(branchRef(branch))));
    if (has.size > 0) await this.fetch(name, [...has]);
    return { kind: 'reached', name, has };
  }

  /** Only where there is none of that name yet; the empty text says so to git. */
  create(branch: string, commit: string): Promise<GitResult> {
    return this.run(['update-ref', '-m', 'coord: workstream', branchRef(branch), commit, '']);
  }

  /** As a new branch or a fast-forward; never forced. */
  push(branch: string, remote: string): Promise<GitResult> {
    const ref = branchRef(branch);
    const options = ['--no-verify', '--no-follow-tags', '--no-signed', '--no-recurse-submodules'];
    return this.network(['push', '--quiet', ...options, '--', remote, `${ref}:${ref}`]);
  }

  /** So that a plain `git pull` and `git push` know where to. */
  async follow(branch: string, remote: string): Promise<void> {
    await this.run(['config', '--local', `branch.${branch}.remote`, remote]);
    await this.run(['config', '--local', `branch.${branch}.merge`, branchRef(branch)]);
  }

  async usualBase(): Promise<string | undefined> {
    const remote = await this.remote();
    if (remote.kind === 'named') {
      const prefix = remoteRef(remote.name, '');
      const head = await this.run(['symbolic-ref', '--quiet', `${prefix}HEAD`]);
      const target = head.stdout.trim();
      if (head.exitCode === 0 && target.startsWith(prefix)) return target.slice(prefix.length);
    }
    for (const base of usualBases) {
      if (remote.kind === 'named' && (await this.commitOf(remoteRef(remote.name, base))))
        return base;
      if (await this.commitOf(branchRef(base))) return base;
    }
    return undefined;
  }

  private async remote(): Promise<Remote> {
    const { stdout } = await this.run(['remote']);
    const names = stdout.split('\n').filter((name) => name !== '');
    const [only, another] = names;
    if (only === undefined) return { kind: 'none' };
    const name = names.includes('origin') ? 'origin' : another === undefined ? only : undefined;
    return name === undefined ? { kind: 'several' } : { kind: 'named', name };
  }

  private fetch(remote: string, branches: readonly string[]): Promise<GitResult> {
    const refspecs = branches.map((name) => `+${branchRef(name)}:${remoteRef(remote, name)}`);
    // The remote's own rules for names could lead to a branch of the person's.
    const names = ['--no-tags', '--no-prune', '--refmap='];
    const options = [...names, '--no-write-fetch-head', '--no-recurse-submodules'];
    return this.network(['fetch', '--quiet', ...options, '--', remote, ...refspecs]);
  }

  private run(args: readonly string[]): Promise<GitResult> {
    return this.git(this.folder, args, { timeoutMs: localMs, signal: this.signal });
  }

  private network(args: readonly string[]): Promise<GitResult> {
    return this.git(this.folder, args, { timeoutMs: networkMs, signal: this.signal });
  }
}

/** Why git did not write a ref, and what to do about a lock: its path is cut off in git's own line. */
export function reasonOfWrite(result: GitResult): string {
  const lock = /Unable to create '([^'\n]+\.lock)'/.exec(result.stderr)?.[1];
  if (lock === undefined) return `${reasonOf(result)}.`;
  return `git's lock ${asData(lock)} is there. When no git is at work, remove that file.`;
}

/** Why git did not do it, and what of the repository's settings was not used for it (GIT-3). */
export function reasonOf(result: GitResult): string {
  const { notUsed } = result;
  return notUsed === undefined ? saidBy(result) : `${saidBy(result)}. ${notUsed}`;
}

/** The line of git's own words that says most, without a password of an address in it. */
function saidBy({ exitCode, stderr }: GitResult): string {
  if (exitCode === -1) return 'git did not answer in time, or could not be started';
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const said =
    lines.find((line) => /^(fatal|error|remote: error|\s*! )/.test(line)) ?? lines.at(-1);
  return asData((said ?? '').replace(/\/\/[^/@\s]+@/g, '//'), 160) || `git ended with ${exitCode}`;
}
