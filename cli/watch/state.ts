import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { stateFolder } from '../../shared/node/state-folder.ts';
import { writePrivateFile } from '../../shared/node/disk/files.ts';
import { tryReadText } from '../../shared/node/disk/files.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** How far the watch of one repository has read one workspace's log. */
const watchState = z.object({ workspace_id: z.string(), repository: z.string(), seq: z.number() });

export interface WatchState {
  /** The last seq that was read; undefined before the first time. */
  readonly seq: number | undefined;
  save(seq: number): Promise<void>;
}

/** WAT-19: by which commit and reason branches are held here, as the relay was told. */
const toldState = z.object({
  workspace_id: z.string(),
  repository: z.string(),
  held: z.record(z.string(), z.string()),
});

export interface ToldBranches {
  /** What was last told of it; undefined when it is told of as following, or was never told of. */
  lastOf(branch: string): string | undefined;
  /** With undefined the branch follows. */
  save(branch: string, told: string | undefined): void;
}

/** What the relay was told of a repository's branches, from a private file. */
export function openTold(
  terminal: Terminal,
  repository: string,
  workspaceId: string,
): ToldBranches {
  const path = stateFile(terminal, repository, `${workspaceId}\0held`);
  const found = toldState.safeParse(parse(tryReadText(path)));
  const held = new Map(Object.entries(found.success ? found.data.held : {}));
  return {
    lastOf: (branch) => held.get(branch),
    save(branch, told) {
      if (told === undefined) held.delete(branch);
      else held.set(branch, told);
      const state = { workspace_id: workspaceId, repository, held: Object.fromEntries(held) };
      writePrivateFile(path, `${JSON.stringify(state)}\n`);
    },
  };
}

function stateFile(terminal: Terminal, repository: string, subject: string): string {
  const name = createHash('sha256').update(`${repository}\0${subject}`).digest('hex');
  return join(stateFolder(terminal), 'watch', `${name.slice(0, 32)}.json`);
}

/** The state of a repository (by its top folder) in a workspace, from a private file. */
export async function openState(
  terminal: Terminal,
  repository: string,
  workspaceId: string,
): Promise<WatchState> {
  const path = stateFile(terminal, repository, workspaceId);
  const found = watchState.safeParse(parse(tryReadText(path)));
  let writing: Promise<void> = Promise.resolve();
  let highest = 0;
  return {
    seq: found.success ? found.data.seq : undefined,
    save(seq) {
      if (seq <= highest) return writing;
      highest = seq;
      const text = JSON.stringify({ workspace_id: workspaceId, repository, seq });
      writing = writing.then(() => writePrivateFile(path, `${text}\n`));
      return writing;
    },
  };
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
