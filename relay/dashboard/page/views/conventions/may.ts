import type { ConventionRecord } from '../../../../../shared/conventions/contract.ts';
import type { MustRules } from '../../../../../shared/workspaces/contract.ts';

/** Who looks at a rule. */
export interface Viewer {
  readonly userId: string;
  readonly isAdmin: boolean;
  /** The setting of the workspace. */
  readonly mustRules: MustRules;
}

/** Why this person cannot do something; undefined when they can. The service has the last word. */
export type Because = string | undefined;

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
