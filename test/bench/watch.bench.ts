import { once } from 'node:events';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Bench, BenchContext } from './support/bench.ts';
import { spawnCoord, stopProcess } from './support/coord.ts';
import { alone, type Figure } from './support/report.ts';
import { commitAll, git, makeRepository, writeText } from './support/repository.ts';
import { quantile } from './support/statistics.ts';
import { callJson, startTeam, type Team } from './support/team.ts';

const commitsPerRound = 20;
const files = 300;
const slug = 'follow';
const branch = `coord/${slug}`;

/**
 * From the relay's answer to a recorded commit until `coord watch` says that another clone has it, files and all; beside it
 * what git alone needs to fetch and fast-forward the same commit in a third clone.
 */
export const bench: Bench = {
  name: 'watch',
  run: async (context) => {
    const team = await startTeam(context);
    const writer = await setUp(context, team);
    const watched = await cloneOf(writer, join(context.directory, 'watched'));
    const bare = await cloneOf(writer, join(context.directory, 'bare'));
    const moves = await startWatch(context, { team, clone: watched });
    const [movedMs, gitMs]: [number[], number[]] = [[], []];
    for (let at = -2; at < context.rounds * commitsPerRound; at += 1) {
      const commit = await commitAndPush(writer, at);
      const receipt = await confirm(team, commit);
      const moved = moves.next(commit);
      await call(team, 'sync/commit', { receipt_id: receipt, commit_sha: commit });
      const recordedAt = performance.now();
      const ms = (await moved) - recordedAt;
      const alone = await timed(() => fastForward(bare));
      if (at >= 0) [movedMs, gitMs].forEach((list, side) => list.push(side === 0 ? ms : alone));
    }
    return figuresOf(movedMs, gitMs);
  },
};

function figuresOf(movedMs: readonly number[], gitMs: readonly number[]): Figure[] {
  const note = `over ${movedMs.length} commits, ${files} files checked out`;
  const beside = movedMs.map((ms, at) => Math.max(0, ms - (gitMs[at] ?? 0)));
  return [
    alone(quantile(movedMs, 0.5), { name: 'watch: recorded until moved, p50', unit: 'ms', note }),
    alone(quantile(movedMs, 0.99), { name: 'watch: recorded until moved, p99', unit: 'ms', note }),
    alone(quantile(gitMs, 0.5), { name: 'git fetch and merge alone, p50', unit: 'ms', note }),
    alone(quantile(beside, 0.99), {
      name: "watch: beside git's own time, p99",
      unit: 'ms',
      limit: 300,
      note,
    }),
  ];
}

/** A clone with a remote, on the branch of a workstream. */
async function setUp({ directory }: BenchContext, team: Team): Promise<string> {
  const sources = Array.from({ length: files }, (_, at) => [`src/file-${at}.ts`, `${at}\n`]);
  const root = await makeRepository(join(directory, 'writer'), Object.fromEntries(sources));
  const remote = join(directory, 'remote.git');
  await git('.', 'init', '--quiet', '--bare', remote);
  await git(root, 'remote', 'add', 'origin', remote);
  await git(root, 'switch', '--quiet', '--create', branch);
  await git(root, 'push', '--quiet', '--set-upstream', 'origin', branch);
  await call(team, 'workstreams', { title: 'Follow', slug });
  return root;
}

async function cloneOf(writer: string, to: string): Promise<string> {
  const remote = join(writer, '..', 'remote.git');
  await git('.', 'clone', '--quiet', '--branch', branch, remote, to);
  return to;
}

async function commitAndPush(root: string, at: number): Promise<string> {
  await writeText(join(root, `src/file-${Math.abs(at) % files}.ts`), `changed ${at}\n`);
  await commitAll(root);
  await git(root, 'push', '--quiet');
  const { stdout } = await promisify(execFile)('git', ['-C', root, 'rev-parse', 'HEAD']);
  return stdout.trim();
}

async function confirm(team: Team, commit: string): Promise<string> {
  const { receipt_id: receipt } = await call(team, 'sync/confirm', {
    workstream_slug: slug,
    commit_sha: commit,
    test_results: [{ test_file: 'test/all.test.ts', test_name: 'all', status: 'passed' }],
  });
  return String(receipt);
}

function call({ relay, key, workspaceId }: Team, path: string, body: unknown) {
  return callJson(relay.url, {
    method: 'POST',
    path: `/workspaces/${workspaceId}/${path}`,
    key,
    body,
  });
}

async function fastForward(clone: string): Promise<void> {
  await git(clone, 'fetch', '--quiet', 'origin', branch);
  await git(clone, 'merge', '--quiet', '--ff-only', 'FETCH_HEAD');
}

/** `coord watch` in the clone; `next` resolves with the moment at which it said that the commit is there. */
async function startWatch(
  { node, directory, defer }: BenchContext,
  { team, clone }: { team: Team; clone: string },
): Promise<{ next(commit: string): Promise<number> }> {
  const child = spawnCoord(node, ['watch', '--json'], {
    home: join(directory, 'watch-home'),
    cwd: clone,
    environment: { COORD_RELAY: team.relay.url, COORD_KEY: team.key },
  });
  defer(() => stopProcess(child));
  const waiting = new Map<string, (at: number) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { outcome, commit, message } = JSON.parse(line);
    if (outcome !== 'moved') throw new Error(`watch said: ${message}`);
    waiting.get(commit)?.(performance.now());
  });
  const failed = once(child, 'exit').then(([code]): never => {
    throw new Error(`coord watch ended with ${code}`);
  });
  failed.catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, startMs));
  const next = (commit: string) => {
    const said = new Promise<number>((resolve) => waiting.set(commit, resolve));
    return Promise.race([said, failed]);
  };
  return { next };
}

/** Until then a watch that starts follows; one that does not yet catches up, only later. */
const startMs = 1_500;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
