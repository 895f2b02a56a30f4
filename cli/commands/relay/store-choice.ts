import { join } from 'node:path';
import { stateFolder } from '../../../shared/node/state-folder.ts';
import type { Output } from '../../terminal/output.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Which store of a relay a command is about. */
export interface StoreChoice {
  readonly data?: string;
  readonly database?: string;
}

/** LOC-6 */
export function sayExposed(output: Output, { database = '' }: StoreChoice): void {
  if (!URL.canParse(database) || new URL(database).password === '') return;
  output.note(
    'coord: others on this machine can read the password in --database in the list of processes. Leave it out there, and give it in PGPASSWORD or in the file ~/.pgpass.',
  );
}

export function storeOf(terminal: Terminal, { data, database }: StoreChoice) {
  return { data: data ?? join(stateFolder(terminal), 'relay'), database };
}
