import type { LogEvent, EventType } from '../../../../../shared/contract/events/events.ts';
import type { ConventionRecord, Tier } from '../../../../../shared/conventions/contract.ts';
import { statuses, tiers } from './words.ts';
import type { MustRules } from '../../../../../shared/workspaces/contract.ts';
import { asData, shownUser } from '../../../../../shared/kernel/display.ts';

/** Which rules the list shows, in the words of the interface. */
export interface ConventionFilter {
  readonly status: ConventionRecord['status'];
  readonly tier?: Tier;
  /** Only rules that match this file. */
  readonly file?: string;
}

/** DSH-58: the filter that the query of the address names; values that do not exist are left out. */
export function filterIn(query: URLSearchParams): ConventionFilter {
  const status = statuses.find((one) => one === query.get('status')) ?? 'active';
  const tier = tiers.find((one) => one === query.get('tier'));
  const file = (query.get('file') ?? '').trim();
  return { status, ...(tier !== undefined && { tier }), ...(file !== '' && { file }) };
}

/** Whether a rule belongs into the list; `matches` says whether it is about the filter's file. */
export function fits(
  rule: ConventionRecord,
  { status, tier, file }: ConventionFilter,
  matches: (globs: readonly string[], file: string) => boolean,
): boolean {
  return (
    rule.status === status &&
    (tier === undefined || rule.tier === tier) &&
    (file === undefined || matches(rule.affected_files, file))
  );
}

/** Who looks at a rule. */
export interface Viewer {
  readonly userId: string;
  readonly isAdmin: boolean;
  /** The setting of the workspace. */
  readonly mustRules: MustRules;
}

/** Why this person cannot do something; undefined when they can. The service has the last word. */
type Because = string | undefined;

export function whyNotAccept(rule: ConventionRecord, viewer: Viewer): Because {
  if (viewer.isAdmin || viewer.mustRules === 'anyone') return undefined;
  if (viewer.mustRules === 'admins') return 'Only admins accept rules in this workspace.';
  const isOwn = rule.proposed_by === viewer.userId;
  return isOwn ? 'You proposed it, so another member or an admin accepts it.' : undefined;
}

export function whyNotWithdraw(rule: ConventionRecord, viewer: Viewer): Because {
  if (viewer.isAdmin) return undefined;
  if (rule.proposed_by !== viewer.userId) return 'Only who proposed it, or an admin.';
  const { accepted_by: by } = rule;
  const isOthers = by !== undefined && by !== viewer.userId;
  return isOthers ? 'Somebody else has accepted it. An admin can retire it.' : undefined;
}

export function whyNotChange({ isAdmin }: Viewer): Because {
  return isAdmin ? undefined : 'Only admins do this.';
}

/** The events that say what happened to a rule. */
export const pastTypes: readonly EventType[] = [
  'convention_proposed',
  'convention_changed',
  'convention_retired',
];

/** DSH-58: what an event says about the rule on whose page it stands. */
export function pastSentence(event: LogEvent): string {
  switch (event.type) {
    case 'convention_proposed': {
      const { tier, status } = event.convention;
      const waits = status === 'proposed' ? '; it waited to be accepted' : '';
      return `${shownUser(event.user)} proposed it as a ${asData(tier)}${waits}.`;
    }
    case 'convention_changed':
      return `${shownUser(event.user)} made it count as a ${asData(event.convention.tier)}.`;
    case 'convention_retired':
      return `${shownUser(event.user)} retired it.`;
    default:
      return asData(event.type);
  }
}
