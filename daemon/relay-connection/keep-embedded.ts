import { existsSync } from 'node:fs';
import { asData } from '../../shared/kernel/display.ts';
import type { DaemonOptions, StatePaths } from '../config.ts';
import type { Identity } from '../replica/store.ts';
import { embeddedRelayName } from './identify.ts';

/**
 * LNK-6: the options of a daemon that goes on with the data of its own, where only a login speaks for another relay. Whoever
 * started it is told.
 */
export function keepEmbedded(
  options: DaemonOptions,
  { relayDatabase }: Pick<StatePaths, 'relayDatabase'>,
  stored: Identity | undefined,
): DaemonOptions {
  const { relay, workspaceSlug, onNotice } = options;
  if (relay.kind === 'embedded' || relay.byLogin !== true || workspaceSlug !== undefined)
    return options;
  if (stored !== undefined && stored.relay !== embeddedRelayName) return options;
  if (!existsSync(relayDatabase)) return options;
  onNotice?.(
    `This repository goes on with the relay inside its daemon, whose data are in ${asData(relayDatabase)}. ` +
      `To leave them there and join ${relay.url}, stop it, and start it again: coord daemon --relay ${relay.url}`,
  );
  return { ...options, relay: { kind: 'embedded' }, newKey: undefined };
}
