import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Approval } from '../../cli/watch/rules.ts';
import { begin, isBranchName, makeLocal, makeRemote } from './branches.ts';
import { soil, touchedPaths } from './dirt.ts';
import { placeOf, type Plan } from './plan.ts';
import { plantProgram, sow } from './plants.ts';
import { git, type Stage, type Templates } from './templates.ts';

export interface Case {
  readonly plan: Plan;
  readonly folder: string;
  /** Where the watch is started. */
  readonly here: string;
  readonly clone: string;
  readonly remote: string;
  readonly workTrees: readonly string[];
  /** What is planted leaves a file here when it runs. */
  readonly markers: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly stages: readonly Stage[];
  readonly approvals: readonly Approval[];
  /** Nothing stands in the way: the branch has to move to this commit. */
  readonly mustReach: string | undefined;
}

/** Builds the repository of a plan, with its remote, in a folder of its own. */
export async function build(plan: Plan, templates: Templates): Promise<Case> {
  const stages = templates.chains[plan.chain];
  const at = (position: number) => stages[position]?.commit ?? '';
  const folder = join(templates.folder, `case-${plan.seed}`);
  const [clone, remote, markers] = ['clone', 'remote.git', 'markers'].map((one) =>
    join(folder, one),
  ) as [string, string, string];
  await mkdir(markers, { recursive: true });
  const template = await templates.clone(plan.chain, plan.localAt, plan.shallow);
  await promisify(execFile)('cp', ['-a', template, clone]);
  await promisify(execFile)('cp', ['-a', templates.remote, remote]);
  await git(clone, ['config', 'remote.origin.url', remote]);
  const isName = await isBranchName(clone, plan.name);
  const ref = `refs/heads/${plan.name}`;
  const given = { plan, clone, remote, ref, at };
  const workTrees = isName ? await makeLocal(given) : [clone];
  const [place = clone] = placeOf(plan, workTrees);
  if (isName) await makeRemote(given);
  if (isName) await begin(plan, place);
  const touched = await touchedPaths(at(plan.localAt), templates, plan);
  for (const dirt of plan.dirt) await soil(dirt, place, touched).catch(ignoreMissing);
  const planted = { markers, program: await plantProgram(markers) };
  for (const plant of plan.planted) await sow(plant, given, planted);
  return {
    plan,
    folder,
    clone,
    remote,
    workTrees,
    markers,
    stages,
    here: plan.place === 'main_worktree_from_linked' ? (workTrees[1] ?? clone) : clone,
    environment: plan.misled
      ? { GIT_DIR: join(folder, 'nowhere'), GIT_INDEX_FILE: join(markers, 'index') }
      : {},
    approvals: approvalsOf(plan, at),
    mustReach: mustReach(plan, isName, at),
  };
}

function approvalsOf(plan: Plan, at: (position: number) => string): Approval[] {
  return plan.approved.map((position, order): Approval => {
    const known = { workstream: 'work', branch: plan.name, commit: at(position), at: 0 };
    const seq = 10 + order;
    return plan.retracted.includes(position)
      ? { ...known, seq, retractedAt: 100 }
      : { ...known, seq };
  });
}

function mustReach(
  plan: Plan,
  isName: boolean,
  at: (position: number) => string,
): string | undefined {
  const target = plan.approved.filter((one) => !plan.retracted.includes(one)).at(-1);
  const harmless = [
    'changed_elsewhere',
    'staged_elsewhere',
    'untracked_elsewhere',
    'ignored_elsewhere',
  ];
  const stops = ['vcs', 'tracking_link', 'worktree', 'instead_of', 'filter', 'ssh', 'alternates'];
  const isPlain =
    isName &&
    target !== undefined &&
    target > plan.localAt &&
    ['coord/work', ';id', 'ünï/work', "a'b"].includes(plan.name) &&
    plan.chain === 'plain' &&
    plan.retracted.length === 0 &&
    ['here', 'elsewhere', 'linked', 'main_worktree_from_linked', 'detached_other'].includes(
      plan.place,
    ) &&
    plan.local === 'behind' &&
    plan.operation === 'none' &&
    ['normal', 'further'].includes(plan.remote) &&
    plan.dirt.every((one) => harmless.includes(one)) &&
    !plan.planted.some((one) => stops.includes(one));
  return isPlain ? at(target) : undefined;
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (!['ENOENT', 'EEXIST', 'ENOTDIR', 'EISDIR'].includes(error.code ?? '')) throw error;
}
