import type { Scene, Stage } from '../stage.ts';
import { branches } from '../story/branches.ts';

/** What the watching commands of the team report. */
export function branchScenes(stage: Stage): Scene[] {
  return branches.flatMap((one): Scene[] => {
    const held: Scene = [one.minute, () => report(stage, one, 'held')];
    if (one.movedAfter === undefined) return [held];
    return [held, [one.minute + one.movedAfter, () => report(stage, one, 'moved')]];
  });
}

async function report(
  { workspace: { id }, accounts }: Stage,
  { who, machine, workstream, reason }: (typeof branches)[number],
  outcome: 'held' | 'moved',
): Promise<void> {
  const branch = `coord/${workstream}`;
  const why = outcome === 'held' ? { reason } : {};
  await accounts[who].caller.call('reportBranch', { id, branch, machine, outcome, ...why });
}
