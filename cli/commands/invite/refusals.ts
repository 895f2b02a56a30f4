import type { Role } from '../../../shared/contract/fields.ts';
import type { Refusal } from '../../../shared/kernel/refusal.ts';
import { shellQuoted } from '../../terminal/shell-quoted.ts';

/** Nobody on the relay has the address. */
export function isUnknownUser({ error, details }: Refusal): boolean {
  return error === 'NotFound' && details['field'] === 'email';
}

/** INV-5 */
export function isNotVouchedFor({ error, details }: Refusal): boolean {
  return error === 'Conflict' && details['field'] === 'email';
}

/** The command that invites them, as it is typed. */
export function inviteLine(email: string, role: Role): string {
  const named = role === 'member' ? '' : ` --role ${role}`;
  return `coord invite ${shellQuoted(email)}${named}`;
}
