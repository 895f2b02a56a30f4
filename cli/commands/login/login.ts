import { stateFolder } from '../../../shared/node/state-folder.ts';
import { keepLogin } from '../../../shared/node/logins.ts';
import { isRefusal, refuse } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { connectToDaemon, daemonStatus, toRelay } from '../../connection/connect.ts';
import { keyIn, relayAddress } from '../../../shared/node/relay-login.ts';
import { fitToKeep } from '../../connection/fit-to-keep.ts';
import { asData } from '../../../shared/kernel/display.ts';
import type { Terminal } from '../../terminal/terminal.ts';
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
  const given = options.key ?? (await readSecret(terminal, `API key for ${relay}: `));
  const key = isRefusal(given) ? given : keyIn(given, 'What was given');
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
  const { user_id, email } = answer;
  const unfit = fitToKeep(relay, answer, () => [['id', user_id]]);
  if (isRefusal(unfit)) return unfit;
  const refusal = await keepLogin(stateFolder(terminal), { relay, key });
  if (refusal !== undefined) return refusal;
  const note = await noteOnDaemon(terminal, { relay, userId: user_id });
  const next = note === undefined && !output.json ? [await nextStep(relay, key)] : [];
  const signedIn = `Signed in to ${relay} as ${email} (${user_id}).`;
  output.show({ relay, user_id, email }, () => [signedIn, ...next].join('\n'));
  if (note !== undefined) output.note(note);
  return 0;
}

/** What is left to do until this person's agents are in a workspace. */
async function nextStep(relay: string, key: string): Promise<string> {
  const answer = await toRelay({ relay, key }).client.call('profile', {});
  // What stands in a command is pasted.
  const profile = fitToKeep(relay, answer, ({ workspaces }) =>
    workspaces.map(({ slug }) => ['short name of a workspace', slug] as const),
  );
  if (isRefusal(profile)) return `Next, in your clone: coord daemon --relay ${relay}`;
  const [only, another] = profile.workspaces;
  if (only === undefined)
    return `You are in no workspace yet. Make one: coord workspace create NAME. Or have an admin of one add you: coord workspace add-member ${profile.email}`;
  const slug = another === undefined ? only.slug : 'SLUG';
  const which = another === undefined ? '' : '   (which: coord workspace list)';
  return `Next, in your clone: coord daemon --workspace ${slug}${which}`;
}

const restart = 'stop it, and start it again: coord daemon';

/** LNK-5: what becomes of the daemon that runs here; undefined without one. */
async function noteOnDaemon(
  terminal: Terminal,
  { relay, userId }: { readonly relay: string; readonly userId: string },
): Promise<string | undefined> {
  const daemon = await connectToDaemon(terminal);
  const status = isRefusal(daemon) ? daemon : await daemonStatus(daemon);
  if (isRefusal(daemon) || isRefusal(status)) return undefined;
  const { url, state, problem } = status.relay;
  if (url !== relay)
    return `The daemon that runs here uses another relay. For this one, ${restart} --relay ${relay}`;
  if (problem !== undefined)
    return 'The daemon that runs here looks for the new key every two seconds, and goes on by itself with one that its relay accepts.';
  if (state !== 'live')
    return `The daemon that runs here does not reach the relay now. When it does, it goes on by itself; with the new key where the old one is no longer accepted.`;
  const profile = await daemon.client.call('profile', {});
  if (!isRefusal(profile) && profile.id !== userId)
    return `The daemon that runs here works for ${asData(profile.email)}. For the new user, ${restart}`;
  return 'The daemon that runs here goes on as it is. It takes the new key by itself once the old one is no longer accepted.';
}
