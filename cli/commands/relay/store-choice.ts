import { join, resolve } from 'node:path';
import { stateFolder } from '../../../shared/node/state-folder.ts';
import type { Output } from '../../terminal/output.ts';
import { shellQuoted } from '../../terminal/shell-quoted.ts';
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

/** The options that name the same store again, each after a space. An address of a database may have a password, and is left out. */
export function storeWords({ data, database }: StoreChoice): string {
  const folder = data === undefined ? '' : ` --data ${shellQuoted(resolve(data))}`;
  return database === undefined ? folder : `${folder} --database URL`;
}

export function storeOf(terminal: Terminal, { data, database }: StoreChoice) {
  return { data: data ?? join(stateFolder(terminal), 'relay'), database };
}
