import { mkdtempSync, rmSync, statfsSync, statSync, watch, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import type { WatcherStatus } from '../../shared/status/contract.ts';

/** What `COORD_WATCH` asks for; undefined where it leaves the choice to the daemon. */
export type WatchSetting = WatcherStatus['by'] | undefined;

/** Which watcher tells of changes that no hook reports, and why that one. */
export type ChosenWatcher = WatcherStatus;

/** Events of one's own write come within a few milliseconds. */
const probeMs = 1_000;

/** File systems of Linux on which others write without this machine's system being told, by their numbers. */
const silentSystems = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
  [0x786f4256, 'VirtualBox'],
  [0x00c36400, 'Ceph'],
]);

/** A ValidationError for what is neither. */
export function watchSettingFrom(
  environment: Readonly<Record<string, string | undefined>>,
): WatchSetting | Refusal {
  const given = environment['COORD_WATCH'] || undefined;
  if (given === undefined || given === 'native' || given === 'poll') return given;
  return refuse('ValidationError', 'COORD_WATCH must be native or poll.');
}

/** DUR-9: the setting decides, then the kind of the file system, then whether an event comes of a file written beside `.git`'s. */
export async function chooseWatcher(
  workTree: Pick<WorkTree, 'root' | 'gitDir'>,
  setting: WatchSetting,
  tells: typeof tellsOfChanges = tellsOfChanges,
): Promise<ChosenWatcher> {
  if (setting !== undefined) return { by: setting, reason: 'COORD_WATCH says so' };
  const silent = silentSystemOf(workTree.root);
  if (silent !== undefined)
    return { by: 'poll', reason: `of changes by others ${silent} does not tell` };
  if (await tells(workTree)) return { by: 'native', reason: 'as far as it can be tried' };
  return { by: 'poll', reason: 'the file system told nothing of a file that was written' };
}

function silentSystemOf(root: string): string | undefined {
  if (platform() !== 'linux') return undefined;
  try {
    return silentSystems.get(statfsSync(root).type >>> 0);
  } catch {
    return undefined;
  }
}

/** Also where it cannot be tried. Git's folder is out of everybody's way, and mostly on the same file system. */
async function tellsOfChanges({
  root,
  gitDir,
}: Pick<WorkTree, 'root' | 'gitDir'>): Promise<boolean> {
  try {
    if (statSync(root).dev !== statSync(gitDir).dev) return true;
    const folder = mkdtempSync(join(gitDir, 'coord-watch-'));
    try {
      return await tellsOf(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    return true;
  }
}

async function tellsOf(folder: string): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const watcher = watch(folder);
  try {
    return await new Promise<boolean>((resolve, reject) => {
      late = setTimeout(() => resolve(false), probeMs);
      watcher.on('change', () => resolve(true)).on('error', reject);
      writeFileSync(join(folder, 'probe'), '');
    });
  } finally {
    clearTimeout(late);
    watcher.close();
  }
}
