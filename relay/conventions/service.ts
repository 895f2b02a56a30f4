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
    async listConventions({ id, tier, status, file, limit, before }) {
      const moment = momentOf(before);
      if (isRefusal(moment)) return moment;
      const path = fileOf(file);
      if (isRefusal(path)) return path;
      // There are few, so those of a file are picked from all; the page is cut afterwards.
      const readLimit = path === undefined ? limit + 1 : maxStanding * 4;
      const found = await queries.selectConventions(db, id, {
        tier,
        status,
        limit: readLimit,
        before: moment,
      });
      const records = found.map(toRecord);
      const wanted =
        path === undefined
          ? records
          : records.filter(({ affected_files: patterns }) => globs.compile(patterns)(path));
      const page = cutPage(wanted, limit, ({ id, created_at }) =>
        momentCursor({ createdAt: Date.parse(created_at), id }),
      );
      return { conventions: [...page.rows], next_cursor: page.nextCursor };
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
}
