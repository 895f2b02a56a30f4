import type { branchOperations, HeldBranch } from '../../shared/branches/contract.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { cursorOfSeq, seqOf } from '../kernel/cursor.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import { readerOf } from '../workstream-branches/hidden-queries.ts';
import { selectHeldPage, type Held } from './queries.ts';
import { reportBranch } from './report.ts';

/** WAT-19: what `coord watch` could not move, wherever it runs. */
export function branchService({
  authorizer,
  commandRunner,
  database,
}: ServiceDependencies): Handlers<keyof typeof branchOperations> {
  return {
    reportBranch: ({ id, ...report }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        reportBranch(transaction, scope, report),
      ),
    async listHeldBranches({ id, limit, before }, call) {
      const beforeSeq = seqOf(before);
      if (isRefusal(beforeSeq)) return beforeSeq;
      const scope = await authorizer.enter(call, { id }, 'member');
      if (isRefusal(scope)) return scope;
      const page = { reader: readerOf(scope), beforeSeq, limit: limit + 1 };
      const found = await selectHeldPage(database.reader, id, page);
      const { rows, nextCursor } = cutPage(found, limit, ({ seq }) => cursorOfSeq(seq));
      return { branches: rows.map(toHeld), next_cursor: nextCursor };
    },
  };
}

function toHeld(row: Held): HeldBranch {
  const { branch, workstream, user_id, user_name, machine, reason, commit_sha, since } = row;
  const who = { user_id, user_name, machine };
  return { branch, workstream, ...who, reason, commit_sha, since: toTimestamp(since) };
}
