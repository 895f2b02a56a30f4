import { limits } from '../../shared/contract/fields.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { Role } from '../../shared/contract/fields.ts';
import type { userOperations } from '../../shared/users/contract.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import type { Handlers } from '../kernel/handlers.ts';
import { selectWorkspacesOf } from '../access/queries.ts';

/** `validateKey` is answered by the transport, which alone sees the key. */
export function userService({
  database,
}: Pick<ServiceDependencies, 'database'>): Handlers<
  Exclude<keyof typeof userOperations, 'validateKey'>
> {
  return {
    async profile(_input, { caller }) {
      const page = { limit: limits.pageMax, after: undefined };
      const workspaces = await selectWorkspacesOf(database.reader, caller.userId, page);
      return {
        id: caller.userId,
        email: caller.email,
        name: caller.name,
        created_at: toTimestamp(caller.createdAt),
        workspaces: workspaces.map(({ id, slug, name, role }) => ({
          id,
          slug,
          name,
          role: role as Role,
        })),
      };
    },
  };
}
