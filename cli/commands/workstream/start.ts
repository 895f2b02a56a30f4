import type { Request } from '../../../shared/api/client.ts';
import { invalidInput } from '../../../shared/contract/invalid.ts';
import { asExact } from '../../../shared/kernel/display.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import { gitRunner } from '../../../shared/node/git/run.ts';
import { branchRef, remoteRef } from '../../../shared/node/git/safe.ts';
import { slugOfTitle } from '../../../shared/workstreams/rules.ts';
import { workstreamOperations } from '../../../shared/workstreams/contract.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { connectToDaemon, type ConnectOptions } from '../../connection/connect.ts';
import { showAnswer } from '../../connection/in-workspace.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { gitTimeoutMs, lines } from './branch-texts.ts';

export interface StartOptions extends ConnectOptions {
  readonly title: string;
  readonly slug?: string;
  readonly description: string;
  readonly base?: string;
  readonly private?: boolean;
  readonly session?: string;
}

/** `coord workstream start`: a unit of work with a branch of its own. */
export async function startWorkstream(context: Context, options: StartOptions): Promise<Outcome> {
  const { terminal, output } = context;
  const wanted = wantedBy(options);
  if (isRefusal(wanted)) return wanted;
  const slug = options.slug ?? slugOfTitle(options.title);
  if (isRefusal(slug)) return slug;
  return showAnswer(context, options, {
    ask: async (client, id) => {
      const isFree = isRefusal(await client.call('getWorkstream', { id, slug }));
      const pushes = isFree ? await pushedTo(terminal, options) : undefined;
      if (pushes !== undefined && !output.json)
        output.note(`The daemon is asked to make its branch and push it to ${asExact(pushes)}.`);
      return client.call('startWorkstream', { ...wanted, id }, { timeoutMs: gitTimeoutMs });
    },
    text: (started) =>
      lines(`${started.slug} is started on the branch ${started.branch}`, started.git),
  });
}

type Wanted = Omit<Request<'startWorkstream'>, 'id'>;

/** What is asked for, checked before anything is asked or said, so that a person reads one error alone. */
function wantedBy(options: StartOptions): Wanted | Refusal {
  const { title, slug, description, base: base_branch, session: session_id } = options;
  const visibility = options.private === true ? ('private' as const) : ('team' as const);
  const wanted = { title, slug, description, visibility, base_branch, session_id };
  const read = workstreamOperations.startWorkstream.input.safeParse({ ...wanted, id: 'any' });
  return read.success ? wanted : invalidInput(read.error, wanted);
}

/**
 * Where the daemon pushes branches: `origin`, or the only remote; undefined where it pushes none, and for a base that is not known
 * here, which the daemon may refuse.
 */
async function pushedTo(
  terminal: Terminal,
  { relay, key, base }: StartOptions,
): Promise<string | undefined> {
  if (relay !== undefined || key !== undefined) return undefined;
  if (isRefusal(await connectToDaemon(terminal))) return undefined;
  const run = gitRunner(terminal.environment, { timeoutMs: 5_000 });
  const git = (...args: string[]) => run(terminal.directory, args);
  const remotes = (await git('remote')).stdout.split('\n').filter(Boolean);
  const [only, another] = remotes;
  const remote = remotes.includes('origin') ? 'origin' : another === undefined ? only : undefined;
  if (remote === undefined || base === undefined) return remote;
  const refs = [branchRef(base), remoteRef(remote, base)];
  return (await git('for-each-ref', '--count=1', ...refs)).stdout === '' ? undefined : remote;
}
