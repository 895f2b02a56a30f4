import { isRefusal } from '../../shared/kernel/refusal.ts';
import { loginFor, readLogins } from '../../shared/node/logins.ts';
import { stateFolder } from '../../shared/node/state-folder.ts';
import { shellQuoted } from '../terminal/shell-quoted.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { relayAddress } from '../../shared/node/relay-login.ts';

/** What starts a daemon at a relay: it names the relay where `coord daemon` alone would take another one. */
export function daemonCommand(
  terminal: Terminal,
  { relay, workspace }: { readonly relay: string; readonly workspace?: string | undefined },
): string {
  const at = relay === usualRelay(terminal) ? [] : ['--relay', shellQuoted(relay)];
  const of = workspace === undefined ? [] : ['--workspace', workspace];
  return ['coord daemon', ...at, ...of].join(' ');
}

/** That of the environment, or of the latest login. */
function usualRelay(terminal: Terminal): string | undefined {
  const given = terminal.environment['COORD_RELAY'] ?? '';
  if (given !== '') {
    const address = relayAddress(given);
    return isRefusal(address) ? undefined : address;
  }
  const logins = readLogins(stateFolder(terminal));
  return isRefusal(logins) ? undefined : loginFor(logins, undefined)?.relay;
}
