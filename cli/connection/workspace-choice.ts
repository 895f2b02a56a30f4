import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endpointFolder } from '../../shared/node/endpoint.ts';
import { readPrivateFile, tryReadText, writePrivateFile } from '../../shared/node/disk/files.ts';
import {
  findWorkTree,
  ownRelayDatabase,
  repositoryState,
  type WorkTree,
} from '../../shared/node/git/repository.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { stateFolder } from '../../shared/node/state-folder.ts';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * The workspace that a repository's daemon takes when none is named: its slug as the text of this file, in the private
 * folder of the Git common directory. `coord workspace use` and `coord join` write it.
 */
const workspaceChoiceFile = 'workspace';

export function hasChoice({ commonDir }: Pick<WorkTree, 'commonDir'>): boolean {
  return tryReadText(join(commonDir, endpointFolder, workspaceChoiceFile)) !== undefined;
}

export function chooseWorkspace({ commonDir }: Pick<WorkTree, 'commonDir'>, slug: string): void {
  writePrivateFile(join(commonDir, endpointFolder, workspaceChoiceFile), `${slug}\n`);
}

/** What has been chosen for the repository that a folder lies in; undefined where nothing is, or another user may have done it. */
export function chosenWorkspace(directory: string): string | undefined {
  const repository = findWorkTree(directory);
  if (repository === undefined) return undefined;
  const slug = readPrivateFile(join(repository.commonDir, endpointFolder, workspaceChoiceFile));
  return isRefusal(slug) ? undefined : slug;
}

/**
 * The workspace of the repository that a command is run in, as its daemon takes it, for when that does not run: a slug, or
 * undefined where any will do. Refused where only that daemon has the workspace (LNK-6).
 */
export async function workspaceHere(
  terminal: Pick<Terminal, 'directory' | 'environment' | 'platform' | 'homeDirectory'>,
): Promise<string | Refusal | undefined> {
  const chosen = chosenWorkspace(terminal.directory);
  const repository = findWorkTree(terminal.directory);
  const isNamed = chosen !== undefined || Boolean(terminal.environment['COORD_RELAY']);
  if (isNamed || repository === undefined) return chosen;
  const folder = repositoryState(stateFolder(terminal), repository);
  if (!existsSync(ownRelayDatabase(folder))) return undefined;
  const { keepsOwnRelay } = await import('../../daemon/main.ts');
  return keepsOwnRelay(repository, terminal) ? onlyAtDaemon : undefined;
}

const onlyAtDaemon = refuse(
  'Unavailable',
  "This repository's workspace is kept by its own daemon, which does not run. Start it with: coord daemon   (or name another workspace with --workspace SLUG, or a relay with --relay URL)",
);
