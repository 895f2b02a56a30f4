import { dirname, join } from 'node:path';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { readPrivateFile } from '../../shared/node/disk/files.ts';
import { openOutput } from '../terminal/output.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { findDaemon } from './find-daemon.ts';
import { relayAddress } from '../../shared/node/relay-login.ts';

/**
 * LOC-6: whoever set `COORD_KEY` or `COORD_RELAY` might think that the daemon acts for that user, or at that relay.
 *
 * @param relay The address of the daemon's relay; undefined for one that is inside of the daemon.
 */
export async function noteUnusedVariables(
  terminal: Terminal,
  relay: () => Promise<string | Refusal | undefined>,
): Promise<void> {
  await noteUnusedKey(terminal);
  const given = terminal.environment['COORD_RELAY'] ?? '';
  if (given === '') return;
  const own = await relay();
  if (isRefusal(own) || (own !== undefined && relayAddress(given) === relayAddress(own))) return;
  const where = own === undefined ? 'has a relay within it' : `is connected to ${own}`;
  openOutput(terminal, { json: false }).note(
    `coord: COORD_RELAY is not used here: the daemon of this repository ${where}. To ask another relay, give it as --relay URL.`,
  );
}

async function noteUnusedKey(terminal: Terminal): Promise<void> {
  const given = terminal.environment['COORD_KEY']?.trim() ?? '';
  if (given === '') return;
  const daemon = await findDaemon(terminal);
  if (isRefusal(daemon)) return;
  const own = readPrivateFile(join(dirname(daemon.endpoint.token_file), 'key'));
  if (own === given) return;
  openOutput(terminal, { json: false }).note(
    'coord: COORD_KEY is not used here: the daemon of this repository acts for its own user. To act with that key, give it as --key-file PATH, or as --key - on standard input.',
  );
}
