import type { WorkspaceTier } from '../../../relay/main.ts';
import { isTier, requestsPerDay, type Tier } from '../../../shared/contract/tiers.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { Output } from '../../terminal/output.ts';
import { listing } from '../../terminal/table.ts';
import { sayExposed, storeOf, type StoreChoice } from './store-choice.ts';

export interface TierOptions extends StoreChoice {
  readonly workspace?: string;
  readonly tier?: Tier;
}

/** `coord relay tier`: the tiers of the workspaces (LIM-1), after that of one was set where a tier is given. */
export async function relayTier(
  { terminal, output }: Context,
  options: TierOptions,
): Promise<Outcome> {
  sayExposed(output, options);
  const { runTier } = await import('../../../relay/main.ts');
  const { workspace, tier } = options;
  const found = await runTier({ ...storeOf(terminal, options), workspace, tier });
  if (isRefusal(found)) return found;
  const shown = found.map((one) => ({ ...one, requests_per_day: perDay(one) ?? null }));
  output.show({ workspaces: shown }, () => lines(output, found));
  if (tier !== undefined && !output.json)
    output.note('A relay that runs goes by it within some two seconds.');
  return 0;
}

function perDay({ tier }: WorkspaceTier): number | undefined {
  return isTier(tier) ? requestsPerDay[tier] : undefined;
}

function lines(output: Output, found: readonly WorkspaceTier[]): string {
  if (found.length === 0) return 'No workspaces yet.';
  return listing(output, found, [
    { title: 'WORKSPACE', flexible: true, cell: (one) => one.slug },
    { title: 'TIER', cell: (one) => one.tier },
    {
      title: 'REQUESTS A DAY',
      cell: (one) => perDay(one)?.toLocaleString('en-US') ?? 'unlimited',
    },
  ]);
}
