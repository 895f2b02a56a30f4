import { dirname, join } from 'node:path';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { readPrivateFile } from '../../shared/node/disk/files.ts';
import { openOutput } from '../terminal/output.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { findDaemon } from './find-daemon.ts';

/** LOC-6: whoever set `COORD_KEY` might think that the daemon acts with it, for another user than its own. */
export async function noteUnusedKey(terminal: Terminal): Promise<void> {
  const given = terminal.environment['COORD_KEY'] ?? '';
  if (given === '') return;
  const daemon = await findDaemon(terminal);
  if (isRefusal(daemon)) return;
  const own = readPrivateFile(join(dirname(daemon.endpoint.token_file), 'key'));
  if (own === given) return;
  openOutput(terminal, { json: false }).note(
    'coord: COORD_KEY is not used here: the daemon of this repository acts for its own user. To act with that key, give it as --key-file PATH, or as --key - on standard input.',
  );
}
