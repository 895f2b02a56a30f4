import { Daemons } from '../../support/daemons.ts';
import { Callers } from './caller.ts';
import type { Demo } from './start-demo.ts';
import { DemoAgent, type Place } from './team/agent.ts';
import { people } from './team/people.ts';
import { agentPlans } from './team/plans.ts';

const who = 'jonas';

/** What an agent of the daemon's user does there; some of it is denied. */
const edits: readonly Place[] = [
  { file: 'web/components/Rating.tsx', symbols: ['Rating'] },
  { file: 'web/components/Dialog.tsx', symbols: ['Dialog'] },
  { file: 'src/catalog/part.ts', symbols: ['parsePartNumber'] },
  { file: 'src/payments/gateway.ts', symbols: ['PaymentGateway'] },
  { file: 'CHANGELOG.md', symbols: [] },
];

/** The same demo as somebody sees it at their own daemon, with an agent that has asked it. */
export async function atDaemon(demo: Demo): Promise<Demo> {
  const { workspace, clock, stop } = demo;
  const key = demo.keys[who] ?? '';
  const daemons = new Daemons({ relayUrl: () => demo.url, clock, workspaceSlug: workspace.slug });
  const { email } = people[who];
  const url = await daemons.urlOf({ id: demo.accounts[who]?.id ?? '', name: who, email, key });
  const callers = new Callers(url);
  const agent = new DemoAgent({
    caller: callers.of(key),
    workspaceSlug: workspace.slug,
    plan: { ...agentPlans.facets, files: [] },
    conversation: 'rating',
    now: () => clock.now(),
  });
  await agent.start('Show the rating of a part beside its price');
  for (const place of edits) await agent.edit(place);
  await agent.prompt('Leave the dialog alone and put the rating into a tooltip');
  await agent.edit({ file: 'web/components/PriceTag.tsx', symbols: ['PriceTag'] });
  return {
    ...demo,
    url,
    key,
    async stop() {
      await callers.close();
      await daemons.close();
      await stop();
    },
  };
}
