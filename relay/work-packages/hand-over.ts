import { quoted, shownUser } from '../../shared/kernel/display.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow } from '../store/schema.ts';
import * as queries from './queries.ts';
import { packagesWith } from './rules.ts';

interface PackageAction {
  readonly id: string;
  readonly action: string;
  readonly assignee: string;
  readonly state?: string | undefined;
}

/** An action item that a person has given to somebody. */
export interface HandedItem {
  /** As it is now. */
  readonly item: PackageAction;
  /** All action items of its meeting as they are now. */
  readonly all: readonly PackageAction[];
  /** Who was to do it before: a name, empty for nobody. */
  readonly before: string;
  /** The user id of the member who is to do it now; undefined for nobody, and for who is no member. */
  readonly to: string | undefined;
  /** Whether a name means the user of this id. */
  readonly means: (name: string, userId: string) => boolean;
  /** The name of who has given it. */
  readonly by: string;
}

/**
 * PKG-4: the package of an action item goes with it from the person before to the one after, else its one open package is claimed.
 * Answers, in sentences for people, which package stays with somebody else, and why.
 */
export async function handOver(
  transaction: Transaction,
  { workspace_id: workspaceId, id: meetingId }: Pick<MeetingRow, 'workspace_id' | 'id'>,
  handed: HandedItem,
): Promise<string[]> {
  const db = transaction.connection.kysely;
  const all = await queries.selectPackagesOfMeeting(db, workspaceId, meetingId);
  const own = packagesWith(all, handed.item).filter(({ status }) => status !== 'completed');
  const [open, another] = own.filter(({ status }) => status === 'open');
  const taken = own.filter(({ status, assignee }) => status !== 'open' && assignee !== handed.to);
  const reasons = taken.map((one) => whyItStays(one, { all, handed }));
  const moving = taken.filter((_, at) => reasons[at] === undefined);
  const isClaimed = moving.length === 0 && handed.to !== undefined && another === undefined;
  for (const one of isClaimed && open !== undefined ? [open] : moving)
    await give(transaction, one, handed);
  return reasons.flatMap((reason) => reason ?? []);
}

/** Undefined when it goes with the item. */
function whyItStays(
  one: queries.WorkPackage,
  { all, handed }: { readonly all: readonly queries.WorkPackage[]; readonly handed: HandedItem },
): string | undefined {
  const { item, before, means } = handed;
  const { assignee: holder, assignee_name: name, title, status } = one;
  const stays = `The work package ${quoted(title)} stays with ${shownUser(name ?? '')}, who has`;
  if (!means(before, holder)) return `${stays} claimed it: ask them.`;
  if (status !== 'claimed') return `${stays} begun it: ask them.`;
  const keeps = handed.all.find(
    (other) =>
      other.id !== item.id &&
      other.state !== 'dropped' &&
      means(other.assignee, holder) &&
      packagesWith(all, other).includes(one),
  );
  if (keeps === undefined) return undefined;
  return `${stays} another action item of it: ${quoted(keeps.action)}. Give that to somebody else too, and it goes along.`;
}

async function give(
  { connection, nowMs, log }: Transaction,
  { workspace_id: workspaceId, id, title }: queries.WorkPackage,
  { to, by }: HandedItem,
): Promise<void> {
  const changes =
    to === undefined ? { status: 'open', assignee: '' } : { status: 'claimed', assignee: to };
  const key = { workspaceId, id };
  await queries.updatePackage(connection.kysely, key, { ...changes, updated_at: nowMs });
  log.append(workspaceId, {
    type: to === undefined ? 'work_package_changed' : 'work_package_claimed',
    work_package: { id, title, ...changes },
    user: by,
  });
}
