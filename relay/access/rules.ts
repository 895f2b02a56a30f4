import type { Role } from '../../shared/contract/fields.ts';
import type { Access } from '../../shared/contract/operation.ts';

const rank = { member: 1, admin: 2, owner: 3 } as const satisfies Record<Role, number>;

/** ACC-3: whether a role is enough for an operation. */
export function reaches(role: Role, access: Access): boolean {
  if (access === 'public' || access === 'user') return true;
  return rank[role] >= rank[access];
}
