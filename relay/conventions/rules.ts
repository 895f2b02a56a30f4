import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Tier } from '../../shared/conventions/contract.ts';
import type { MustRules } from '../../shared/workspaces/contract.ts';

/** Who proposes, accepts or withdraws a rule. */
export interface Member {
  readonly userId: string;
  readonly isAdmin: boolean;
}

/** CNV-6: a rule that blocks says which files. */
export function refuseWithoutFiles(tier: Tier, globs: readonly string[]): Refusal | undefined {
  if (tier !== 'must' || globs.length > 0) return undefined;
  return refuse(
    'ValidationError',
    'affected_files: a rule that blocks writes (must) needs to say for which files, such as src/auth/**. ' +
      'A rule that only tells people is a should.',
    { field: 'affected_files' },
  );
}

/** CNV-5: what a new rule begins as. Refused with Forbidden where only admins propose a `must`. */
export function firstStatus(
  tier: Tier,
  setting: MustRules,
  { isAdmin }: Member,
): 'active' | 'proposed' | Refusal {
  if (tier !== 'must' || isAdmin || setting === 'anyone') return 'active';
  if (setting === 'reviewed') return 'proposed';
  return refuse(
    'Forbidden',
    'In this workspace only admins propose rules that block writes (must). Propose it as a should, or ask an admin.',
  );
}

/** CNV-5: why this member cannot make a proposed rule count; undefined when they can. */
export function refuseAcceptance(
  proposedBy: string,
  setting: MustRules,
  { userId, isAdmin }: Member,
): Refusal | undefined {
  if (isAdmin || setting === 'anyone') return undefined;
  if (setting === 'admins') {
    return refuse(
      'Forbidden',
      'In this workspace only admins accept rules that block writes (must). Ask one of them.',
    );
  }
  if (userId !== proposedBy) return undefined;
  return refuse(
    'Forbidden',
    'You proposed this rule yourself, so another member or an admin accepts it. Ask one of them.',
  );
}

/** CNV-5: why this member cannot take a rule back; undefined when they can. */
export function refuseWithdrawal(
  { proposedBy, acceptedBy }: { proposedBy: string; acceptedBy: string | null },
  { userId, isAdmin }: Member,
): Refusal | undefined {
  if (isAdmin) return undefined;
  if (userId !== proposedBy) {
    return refuse(
      'Forbidden',
      'Only who proposed this rule takes it back. An admin of the workspace can retire it.',
    );
  }
  if (acceptedBy === null || acceptedBy === userId) return undefined;
  return refuse(
    'Forbidden',
    'Somebody else has accepted this rule, so you cannot take it back. An admin of the workspace can retire it.',
  );
}

/** CNV-5: what who proposed a rule that waits is told. */
export function waitingMessage({ id }: { id: string }): string {
  return (
    'This rule is proposed and denies nothing yet. An admin or any other member accepts it with ' +
    `\`coord conventions accept ${id}\`. ` +
    `You take it back with \`coord conventions withdraw ${id}\`.`
  );
}
