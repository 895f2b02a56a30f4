import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { slugOf } from '../../../shared/kernel/slug.ts';
import { findWorkTree } from '../../../shared/node/git/repository.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { connect, relayOf, type ConnectOptions } from '../../connection/connect.ts';
import { daemonCommand } from '../../connection/daemon-command.ts';
import { fitToKeep } from '../../connection/fit-to-keep.ts';
import { chooseWorkspace, hasChoice } from '../../connection/workspace-choice.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** `coord workspace create`: makes one; the caller owns it. */
export async function createWorkspace(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly name: string; readonly slug?: string },
): Promise<Outcome> {
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const { name, slug = slugOf(name) } = options;
  if (slug === '') return noSlug;
  const answer = await connection.client.call('createWorkspace', { name, slug });
  const made = fitToKeep(connection.target.url, answer, ({ id, slug: short }) => [
    ['id', id],
    ['short name of a workspace', short],
  ]);
  if (isRefusal(made)) return made;
  const isChosen = connection.kind !== 'daemon' && chooseFirst(terminal.directory, made.slug);
  const next =
    connection.kind === 'daemon'
      ? `This repository's daemon stays in its workspace. For the new one: coord workspace use ${made.slug}`
      : nextStep(terminal, { relay: connection.target.url, slug: made.slug, isChosen });
  const relay = output.json ? undefined : await relayOf(connection);
  const others = `Let the others in: coord invite EMAIL --workspace ${made.slug}`;
  output.show(made, () =>
    [
      `Made the workspace ${made.slug} (${made.id})${whereMade(relay)}.`,
      next,
      ...(relay === undefined ? [] : [others]),
    ].join('\n'),
  );
  return 0;
}

interface Made {
  readonly relay: string;
  readonly slug: string;
  /** Whether the repository's daemon takes it by itself. */
  readonly isChosen: boolean;
}

function nextStep(terminal: Terminal, { relay, slug, isChosen }: Made): string {
  return isChosen
    ? `Next: ${daemonCommand(terminal, { relay })}`
    : `Next, in your clone: ${daemonCommand(terminal, { relay, workspace: slug })}`;
}

const noSlug = refuse(
  'ValidationError',
  'This name has no letters from a to z, so it gives no short name. Give one: --slug my-team',
);

/** Whoever named no relay may have meant another one. */
function whereMade(relay: string | Refusal | undefined): string {
  if (isRefusal(relay)) return '';
  if (relay !== undefined) return ` at ${relay}`;
  return " in the relay inside of this repository's daemon, which nobody else reaches. For one at the team's relay: --relay URL";
}

/** Who makes a workspace in a clone that has none yet means it for that. */
function chooseFirst(directory: string, slug: string): boolean {
  const repository = findWorkTree(directory);
  if (repository === undefined || hasChoice(repository)) return false;
  chooseWorkspace(repository, slug);
  return true;
}
