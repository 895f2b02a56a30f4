import type { LogEvent } from '../../../../../shared/contract/events/events.ts';
import type { ConventionRecord, Tier } from '../../../../../shared/conventions/contract.ts';
import { statuses, tiers } from './words.ts';

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

/** The ids of the rules that an event changes. */
export function changedBy(event: LogEvent): readonly string[] {
  switch (event.type) {
    case 'convention_proposed':
    case 'convention_changed':
    case 'convention_retired':
      return [event.convention.id];
    default:
      return [];
  }
}
