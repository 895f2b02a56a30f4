import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { keyIn } from '../../shared/node/relay-login.ts';
import type { Output } from './output.ts';
import { readSecret } from './read-secret.ts';
import type { Terminal } from './terminal.ts';

/** What was given on the command line. */
export interface KeyOptions {
  /** `-` stands for the first line of standard input. */
  readonly key?: string;
  /** The file of the key, or `-` as above. */
  readonly keyFile?: string;
}

const exposed =
  'coord: others on this machine can read --key in the list of processes. Give it by --key-file PATH, in COORD_KEY, or as --key - on standard input; coord login keeps it.';

/**
 * LOC-6: the key that the options give, wherever it is; undefined where they give none. Refused (ValidationError) for a file
 * that cannot be read or that has no key of one line.
 */
export async function givenKey(
  terminal: Pick<Terminal, 'input' | 'errors' | 'directory'>,
  { key, keyFile }: KeyOptions,
  { note }: Pick<Output, 'note'>,
): Promise<string | Refusal | undefined> {
  if (key !== undefined && keyFile !== undefined) {
    return refuse('ValidationError', 'Give the key by --key-file or by --key, not by both.');
  }
  if (key === '-' || keyFile === '-') {
    const typed = await readSecret(terminal, 'API key: ');
    return isRefusal(typed) ? typed : keyIn(typed, 'What was given');
  }
  if (keyFile !== undefined) return keyOfFile(resolve(terminal.directory, keyFile));
  if (key === undefined) return undefined;
  note(exposed);
  return keyIn(key, '--key');
}

/** A person names this file, so it may be a link or a pipe, unlike coord's own. */
function keyOfFile(file: string): string | Refusal {
  try {
    return keyIn(readFileSync(file, 'utf8'), file);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return refuse('ValidationError', `The key file ${file} cannot be read${why}.`);
  }
}
