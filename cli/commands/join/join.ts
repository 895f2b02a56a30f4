import type { Output as Answer } from '../../../shared/api/operations.ts';
import { invitationPrefix } from '../../../shared/invitations/contract.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { findWorkTree } from '../../../shared/node/git/repository.ts';
import { gitRunner } from '../../../shared/node/git/run.ts';
import { gitUser } from '../../../shared/node/git/user.ts';
import {
  keepLogin,
  loginFor,
  readLogins,
  tryToKeep,
  type Login,
} from '../../../shared/node/logins.ts';
import { stateFolder } from '../../../shared/node/state-folder.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { diskRefusal } from '../../command-line/disk-refusal.ts';
import { connectToDaemon, toRelay, withoutKey } from '../../connection/connect.ts';
import { daemonCommand } from '../../connection/daemon-command.ts';
import { keyOfEnvironment, relayAddress } from '../../../shared/node/relay-login.ts';
import { namingService } from '../../connection/service-away.ts';
import { fitToKeep, type Kept } from '../../connection/fit-to-keep.ts';
import { chooseWorkspace } from '../../connection/workspace-choice.ts';
import { askLine, gaveUp } from '../../terminal/is-confirmed.ts';
import { readSecret } from '../../terminal/read-secret.ts';
import { shellQuoted } from '../../terminal/shell-quoted.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface JoinOptions {
  readonly relay: string;
  readonly invitation?: string;
  readonly name?: string;
  readonly daemon: boolean;
  readonly port?: number;
}

type Joined = Answer<'acceptInvitation'>;

/** `coord join`: an account where there is none, the login, and the daemon of the repository (INV-6). */
export async function join(context: Context, options: JoinOptions): Promise<Outcome> {
  const { terminal, output } = context;
  const relay = relayAddress(options.relay);
  if (isRefusal(relay)) return relay;
  const strayKey = keyOfAnotherRelay(terminal.environment, relay);
  if (strayKey !== undefined) return strayKey;
  const invitation =
    options.invitation ?? (await readSecret(terminal, 'Invitation: ', 'invitation'));
  if (isRefusal(invitation)) return invitation;
  if (!invitation.startsWith(invitationPrefix))
    return refuse(
      'ValidationError',
      `An invitation begins with ${invitationPrefix}. Paste the whole line that you were given.`,
    );
  const joined = await accept(terminal, { relay, invitation, name: options.name });
  if (isRefusal(joined)) return joined;
  const { api_key: _secret, key_id: _key, ...answer } = joined;
  const { email, name, role, workspace } = joined;
  output.show(
    { relay, ...answer },
    () =>
      `Signed in to ${relay} as ${asData(name)} <${email}>, and ${role} of ${workspace.slug} now.`,
  );
  return goOn(context, { ...options, relay, slug: workspace.slug });
}

/** INV-6: the line names the relay, and may come from anybody: a key of the environment goes only to the relay that stands beside it. */
function keyOfAnotherRelay(
  { COORD_KEY: key, COORD_RELAY: itsRelay }: Terminal['environment'],
  relay: string,
): Refusal | undefined {
  if (!key?.trim() || (itsRelay && relayAddress(itsRelay) === relay)) return undefined;
  return refuse(
    'ValidationError',
    `COORD_KEY is set, and nothing says that it is a key of ${relay}. Unset it to join with a login of that relay or a new account; if it is that relay's, set COORD_RELAY=${relay} too.`,
  );
}

interface Accepting {
  readonly relay: string;
  readonly invitation: string;
  readonly name: string | undefined;
}

/** With the key of this relay where there is one: another user's login is never replaced. */
async function accept(terminal: Terminal, accepting: Accepting): Promise<Joined | Refusal> {
  const known = readLogins(stateFolder(terminal));
  if (isRefusal(known)) return known;
  const given = keyOfEnvironment(terminal.environment);
  if (isRefusal(given)) return given;
  if (given !== undefined) return acceptWith(given, accepting);
  const login = loginFor(known, accepting.relay);
  if (login !== undefined) return acceptAs(terminal, login, accepting);
  if (accepting.name !== undefined) return acceptAnew(terminal, accepting);
  const name = await ownName(terminal);
  if (name === undefined)
    return refuse('ValidationError', 'Say how the others will see you: --name NAME');
  // A person takes minutes to answer, and may have signed in elsewhere meanwhile.
  return accept(terminal, { ...accepting, name });
}

/** With a new account, whose key is told once: the place that keeps it must take a write before the invitation is used up. */
async function acceptAnew(
  terminal: Terminal,
  { relay, invitation, name }: Accepting,
): Promise<Joined | Refusal> {
  const folder = stateFolder(terminal);
  const refusal = await tryToKeep(folder);
  if (refusal !== undefined) return refusal;
  const client = withoutKey(relay);
  const answer = namingService(await client.call('acceptInvitation', { invitation, name }), {
    relay,
    isWrite: true,
  });
  const joined = fitToKeep(relay, answer, keptOf);
  if (isRefusal(joined)) return withLoginHint(joined, relay);
  const { api_key: key } = joined;
  if (key === undefined) return joined;
  const lost = await keepLogin(folder, { relay, key }).catch((error: unknown) => {
    const trouble = diskRefusal(error, terminal);
    if (trouble === undefined) throw error;
    return trouble;
  });
  return lost === undefined ? joined : withKeyHint(lost, joined, relay);
}

/** Whoever joins goes on at this relay, so its login is the latest from now on. */
async function acceptAs(
  terminal: Terminal,
  login: Login,
  accepting: Accepting,
): Promise<Joined | Refusal> {
  const joined = await acceptWith(login.key, accepting);
  if (isRefusal(joined)) return joined;
  return (await keepLogin(stateFolder(terminal), login)) ?? joined;
}

async function acceptWith(
  key: string,
  { relay, invitation }: Accepting,
): Promise<Joined | Refusal> {
  const { client } = toRelay({ relay, key });
  const answer = namingService(await client.call('acceptInvitation', { invitation }), {
    relay,
    isWrite: true,
  });
  const joined = fitToKeep(relay, answer, keptOf);
  if (!isRefusal(joined)) return joined;
  if (joined.error === 'Forbidden')
    return refuse(
      'Forbidden',
      `${joined.message} You are signed in to ${relay} with it. For another person on this machine, set COORD_HOME to a folder of theirs.`,
    );
  return withLoginHint(joined, relay);
}

function keptOf({ api_key, key_id, user_id, workspace }: Joined): Kept {
  return [
    ['API key', api_key],
    ['short name of a workspace', workspace.slug],
    ...[key_id, user_id, workspace.id].map((id) => ['id', id] as const),
  ];
}

function withLoginHint(refusal: Refusal, relay: string): Refusal {
  if (refusal.error !== 'Unauthorized') return refusal;
  return refuse('Unauthorized', `${refusal.message} For this relay: coord login --relay ${relay}`);
}

/** The invitation is used up, so trying again does not help. */
function withKeyHint(refusal: Refusal, { email }: Joined, relay: string): Refusal {
  const text = `${refusal.message} The account ${asData(email)} is made, and its key is lost. Have an operator of the relay make another one with: coord relay user key --email ${shellQuoted(email)}   and keep it with: coord login --relay ${relay}`;
  return refuse(refusal.error, text);
}

/** As a person answers, who is offered what git knows; without a person, what git knows. */
async function ownName(terminal: Terminal): Promise<string | undefined> {
  const git = gitRunner(terminal.environment, { timeoutMs: 5_000 });
  const { name } = await gitUser(git, terminal.directory);
  const said = await askLine(terminal, 'Your name, as the others will see it', name);
  return said === gaveUp ? undefined : said;
}

interface Next extends JoinOptions {
  readonly slug: string;
}

/** The daemon of the repository that the person stands in, or what to do to have one. */
async function goOn(context: Context, { relay, slug, daemon, port }: Next): Promise<Outcome> {
  const { terminal, output } = context;
  const repository = findWorkTree(terminal.directory);
  const start = daemonCommand(terminal, { relay, workspace: slug });
  if (repository === undefined) {
    output.note(`Next, in your clone of the repository: ${start}`);
    return 0;
  }
  if (!isRefusal(await connectToDaemon(terminal))) {
    output.note(`A daemon runs here already. For ${slug}, stop it, and start it again: ${start}`);
    return 0;
  }
  chooseWorkspace(repository, slug);
  if (!daemon) {
    output.note(`Next: ${daemonCommand(terminal, { relay })}`);
    return 0;
  }
  const { daemon: run } = await import('../daemon/daemon.ts');
  return run(context, {
    relay,
    workspace: slug,
    isJoining: true,
    ...(port !== undefined && { port }),
  });
}
