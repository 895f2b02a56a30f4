import type { Logger } from '../kernel/logger.ts';
import type { Identity, StoredContents } from '../replica/store.ts';

/** Which relay a daemon has, and whether what it has kept is of the workspace that it is in now. */

/** Where the relay is. */
export type RelayChoice =
  | {
      readonly kind: 'remote';
      readonly url: string;
      readonly key: string;
      /** Nobody named it: it is the relay of the latest login. */
      readonly byLogin?: boolean;
    }
  | { readonly kind: 'embedded' };

/** Stands for the address of the embedded relay, which changes with every start. */
export const embeddedRelayName = 'inside';

/** The name under which the state of this relay is kept. */
export function relayName({ relay }: { readonly relay: RelayChoice }): string {
  return relay.kind === 'embedded' ? embeddedRelayName : relay.url;
}

/** Whether two names may mean one relay, or relays of one database: not so where one of them runs inside this daemon. */
export function mayBeOneRelay(one: string, other: string): boolean {
  return one === other || ![one, other].includes(embeddedRelayName);
}

/** Says what is dropped with the workspace that it was for. */
export function warnOfUnsent(
  logger: Logger,
  { identity, commands }: Pick<StoredContents, 'identity' | 'commands'>,
): void {
  if (identity === undefined || commands.length === 0) return;
  const { relay, workspace } = identity;
  logger.warn(
    `What the relay ${relay} was not told is dropped (${commands.length} in the outbox): this repository was in its workspace ${workspace.slug}, and is in another one now.`,
  );
}

/** One workspace, also at another address: several relays may have one database. */
export function isSameWorkspace(one: Identity, other: Identity): boolean {
  return (
    mayBeOneRelay(one.relay, other.relay) &&
    one.userId === other.userId &&
    one.workspace.id === other.workspace.id
  );
}
