import type { Tier } from '../shared/contract/tiers.ts';
import { newId } from '../shared/node/random-ids.ts';
import { systemClock } from '../shared/node/time/system-clock.ts';
import { shownId } from '../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../shared/kernel/refusal.ts';
import { makeKey } from './keys/service.ts';
import type { Database } from './store/database.ts';
import { openDatabase } from './store/open.ts';
import { GroupCommitter, type Handler, type Transaction } from './store/group-committer.ts';
import type { UserRow } from './store/schema.ts';
import { insertUser, userByEmail } from './users/queries.ts';
import { workspaceIdOf } from './access/queries.ts';
import { selectTiers, setTier, type WorkspaceTier } from './usage/queries.ts';
import { insertWorkspace } from './workspaces/create-workspace.ts';

export interface BootstrapRequest {
  readonly email: string;
  readonly name: string;
  readonly workspaceSlug: string;
  readonly workspaceName: string;
}

export interface Bootstrap {
  readonly userId: string;
  readonly workspaceId: string;
  /** Shown only here; the store keeps its hash. */
  readonly key: string;
}

/** Makes the user and the workspace where they are missing, and a new key. */
export async function bootstrap(
  { committer, defaultTier: tier }: { committer: GroupCommitter; defaultTier: Tier },
  request: BootstrapRequest,
): Promise<Bootstrap> {
  const { userId, workspaceId } = await committer.submit(makeFirst, { ...request, tier });
  const { secret } = await committer.submit(makeKey, { userId, name: 'daemon' });
  return { userId, workspaceId, key: secret };
}

interface FirstRequest extends BootstrapRequest {
  readonly tier: Tier;
}

const makeFirst: Handler<FirstRequest, { userId: string; workspaceId: string }> = async (
  transaction,
  requests,
) => {
  const made = [];
  for (const request of requests) made.push(await makeUserAndWorkspace(transaction, request));
  return made;
};

async function makeUserAndWorkspace(transaction: Transaction, request: FirstRequest) {
  const db = transaction.connection.kysely;
  const email = request.email.toLowerCase();
  let user = await userByEmail(db, email);
  if (user === undefined) {
    user = newUser({ ...request, email }, transaction.nowMs);
    await insertUser(db, user);
  }
  const known = await workspaceIdOf(db, request.workspaceSlug);
  if (known !== undefined) return { userId: user.id, workspaceId: known };
  const { workspaceName: name, workspaceSlug: slug, tier } = request;
  const workspace = await insertWorkspace(transaction, { name, slug, tier }, user.id);
  if (isRefusal(workspace)) throw new Error(workspace.message);
  return { userId: user.id, workspaceId: workspace.id };
}

function newUser({ email, name }: { email: string; name: string }, nowMs: number): UserRow {
  const account = { id: newId('user'), email, name, tier: 'team', created_at: nowMs };
  return { ...account, identity: null, invited_by: null };
}

export interface NewUserRequest {
  /** `postgres://...`, or the path of the SQLite file. */
  readonly database: string;
  readonly email: string;
  readonly name: string;
}

export interface UserKey {
  readonly user_id: string;
  readonly email: string;
  /** Shown only here; the store keeps its hash. */
  readonly key: string;
}

/** Makes a user and a key on the store directly, for an operator. Refused with a Conflict when the address is taken. */
export function addUser(request: NewUserRequest): Promise<UserKey | Refusal> {
  return withStore(request.database, async (committer) => {
    const user = await committer.submit(makeUser, request);
    return isRefusal(user) ? user : keyFor(committer, { user, name: 'first' });
  });
}

/** Makes another key of a user on the store directly, for an operator. Refused with NotFound when nobody has the address. */
export function addKey({
  database,
  email: given,
}: Pick<NewUserRequest, 'database' | 'email'>): Promise<UserKey | Refusal> {
  const email = given.toLowerCase();
  return withStore(database, async (committer, { reader }) => {
    const user = await userByEmail(reader, email);
    return user === undefined
      ? refuse(
          'NotFound',
          `There is no user ${email}. Make one with: coord relay user add, and the same --data or --database`,
        )
      : keyFor(committer, { user, name: 'operator' });
  });
}

/** What an operator asks about tiers: of one workspace, by slug or id, or of all. */
export interface TierRequest {
  readonly database: string;
  readonly workspace?: string | undefined;
  /** To be set, for the one workspace; undefined only asks. */
  readonly tier?: Tier | undefined;
}

/** LIM-1: sets a workspace's tier on the store directly, or answers the tiers that are set. NotFound for an unknown workspace. */
export function tiersOnStore({
  database,
  workspace,
  tier,
}: TierRequest): Promise<readonly WorkspaceTier[] | Refusal> {
  return withStore(database, async (committer, { reader }) => {
    if (workspace !== undefined && tier !== undefined)
      await committer.submit(setTiers, { workspace, tier });
    const found = await selectTiers(reader, workspace);
    if (workspace === undefined || found.length > 0) return found;
    return refuse(
      'NotFound',
      `There is no workspace ${shownId(workspace)}. For all: coord relay tier, and the same --data or --database`,
    );
  });
}

const setTiers: Handler<{ workspace: string; tier: Tier }, void> = async (
  { connection },
  requests,
) => {
  for (const { workspace, tier } of requests) await setTier(connection.kysely, workspace, tier);
  return requests.map(() => undefined);
};

async function keyFor(
  committer: GroupCommitter,
  { user, name }: { user: UserRow; name: string },
): Promise<UserKey> {
  const { secret } = await committer.submit(makeKey, { userId: user.id, name });
  return { user_id: user.id, email: user.email, key: secret };
}

/** Throws `ServerUnusable`, which says what to do, where the server lets the command in and then refuses it. */
async function withStore<T>(
  address: string,
  use: (committer: GroupCommitter, database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(address);
  const committer = new GroupCommitter(database, systemClock, () => undefined);
  try {
    return await use(committer, database);
  } catch (error) {
    throw database.trouble(error) ?? error;
  } finally {
    await committer.close();
    await database.close();
  }
}

const makeUser: Handler<NewUserRequest, UserRow | Refusal> = async (
  { connection, nowMs },
  requests,
) => {
  const answers: (UserRow | Refusal)[] = [];
  for (const request of requests) {
    const email = request.email.toLowerCase();
    if ((await userByEmail(connection.kysely, email)) !== undefined) {
      answers.push(
        refuse(
          'Conflict',
          `There is already a user ${email}. For another key of theirs: coord relay user key --email ${email}, and the same --data or --database`,
        ),
      );
      continue;
    }
    const user = newUser({ ...request, email }, nowMs);
    await insertUser(connection.kysely, user);
    answers.push(user);
  }
  return answers;
};
