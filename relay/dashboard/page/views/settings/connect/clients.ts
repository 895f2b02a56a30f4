import type { AgentClient } from '../../../../../../shared/clients/client.ts';
import { clients } from '../../../../../../shared/clients/registry.ts';

/** One client that `coord init` sets up, as the page shows it. */
export type ClientGuide = Pick<AgentClient, 'name' | 'title' | 'start' | 'asks'>;

/** In the order of the command line. */
export const clientGuides: readonly ClientGuide[] = clients;

/** The client of this name, or the first. */
export function guideOf(name: string | null): ClientGuide {
  const [first] = clientGuides as readonly [ClientGuide];
  return clientGuides.find((guide) => guide.name === name) ?? first;
}
