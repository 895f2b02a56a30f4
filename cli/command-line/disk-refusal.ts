import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { describeTrouble, diskTroubleOf } from '../../shared/node/disk/disk-trouble.ts';
import { stateFolder } from '../../shared/node/state-folder.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** DUR-8: what a command could not read or write, and what to do about it; undefined for any other error. */
export function diskRefusal(error: unknown, terminal: Terminal): Refusal | undefined {
  const trouble = diskTroubleOf(error);
  if (trouble === undefined) return undefined;
  const isState = trouble.path.startsWith(stateFolder(terminal));
  const other = isState ? ' Or name another folder for the state of coord in COORD_HOME.' : '';
  return refuse('Unavailable', `${describeTrouble(trouble)}${other}`);
}
