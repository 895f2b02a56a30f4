import { GlobCache } from './glob-cache.ts';
import type { conventionOperations } from '../../shared/conventions/contract.ts';
import { globsOf } from '../../shared/conventions/rules.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { momentCursor, momentOf } from '../kernel/cursor.ts';
import { fileOf } from '../kernel/files.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import {
  acceptConvention,
  changeConvention,
  noSuchConvention,
  withdrawConvention,
  maxStanding,
  propose,
} from './change.ts';
import * as queries from './queries.ts';
import { toRecord } from './records.ts';

export function conventionService({
  database,
  commandRunner,
}: Pick<ServiceDependencies, 'database' | 'commandRunner'>): Handlers<
  keyof typeof conventionOperations
> {
  const db = database.reader;
  const globs = new GlobCache();
  return {
    async proposeConvention(input, call) {
      const patterns = globsOf(input.affected_files);
      if (isRefusal(patterns)) return patterns;
      return commandRunner.run(call, { id: input.id }, 'member', (transaction, scope) =>
        propose(transaction, scope, { ...input, globs: patterns }),
      );
    },
    async listConventions({ id, status, file, before, ...wanted }) {
      const moment = momentOf(before);
      if (isRefusal(moment)) return moment;
      const path = fileOf(file);
      if (isRefusal(path)) return path;
      const list = { ...wanted, path };
      const page = await pageOf(id, { ...list, status: status ?? 'active', before: moment });
      const isFirst = status === undefined && moment === undefined;
      const waiting = isFirst ? (await pageOf(id, { ...list, status: 'proposed' })).rows : [];
      return {
        conventions: [...page.rows],
        ...(waiting.length > 0 && { proposed: [...waiting] }),
        next_cursor: page.nextCursor,
      };
    },
    async getConvention({ id, cid }) {
      const found = await queries.selectConvention(db, id, cid);
      return found === undefined ? noSuchConvention() : toRecord(found);
    },
    changeConvention: ({ id, ...change }, call) =>
      commandRunner.run(call, { id }, 'admin', (transaction, scope) =>
        changeConvention(transaction, scope, change),
      ),
    acceptConvention: ({ id, cid }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        acceptConvention(transaction, scope, cid),
      ),
    withdrawConvention: ({ id, cid }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        withdrawConvention(transaction, scope, cid),
      ),
  };
  /** There are few, so those of a file are picked from all; the page is cut afterwards. */
  async function pageOf(workspaceId: string, { path, limit, ...wanted }: Wanted) {
    const readLimit = path === undefined ? limit + 1 : maxStanding * 4;
    const found = await queries.selectConventions(db, workspaceId, { ...wanted, limit: readLimit });
    const records = found.map(toRecord);
    const fitting =
      path === undefined
        ? records
        : records.filter(({ affected_files: patterns }) => globs.compile(patterns)(path));
    return cutPage(fitting, limit, ({ id, created_at }) =>
      momentCursor({ createdAt: Date.parse(created_at), id }),
    );
  }
}

type Wanted = Parameters<typeof queries.selectConventions>[2] & {
  /** Undefined for those of all files. */
  readonly path: string | undefined;
};
