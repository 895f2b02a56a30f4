import { join } from 'node:path';
import { stateFolder } from '../../../shared/node/state-folder.ts';
import { loginsFile, loginsText, readLogins, withLogin } from '../../../shared/node/logins.ts';
import { isRefusal, refuse } from '../../../shared/kernel/refusal.ts';
import { findDaemon } from '../../connection/find-daemon.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { relayAddress, toRelay } from '../../connection/connect.ts';
import { writePrivateFile } from '../../../shared/node/files.ts';
import { readSecret } from '../../terminal/read-secret.ts';

export interface LoginOptions {
  readonly relay: string;
  readonly key?: string;
}

/** `coord login`: keeps the key of a relay, once the relay has said that it is a good one. */
export async function login(
  { terminal, output }: Context,
  options: LoginOptions,
): Promise<Outcome> {
  const relay = relayAddress(options.relay);
  if (isRefusal(relay)) return relay;
  const key = options.key ?? (await readSecret(terminal, `API key for ${relay}: `));
  if (isRefusal(key)) return key;
  const answer = await toRelay({ relay, key }).client.call('validateKey', {});
  if (isRefusal(answer)) {
    return refuse(answer.error, `${relay}: ${answer.message} Check the address and try again.`);
  }
  if (!answer.valid) {
    return refuse(
      'Unauthorized',
      `${relay} does not take this key (${answer.error}). Nothing was kept.`,
    );
  }
  const folder = stateFolder(terminal);
  const known = readLogins(folder);
  if (isRefusal(known)) return known;
  writePrivateFile(join(folder, loginsFile), loginsText(withLogin(known, { relay, key })));
  const { user_id, email } = answer;
  output.show({ relay, user_id, email }, () => `Signed in to ${relay} as ${email}.`);
  if (!isRefusal(await findDaemon(terminal)))
    output.note(
      'The daemon that runs here keeps the relay and the key that it has, until that relay no longer accepts the key. For another one, stop it, and start it again: coord daemon',
    );
  return 0;
}
