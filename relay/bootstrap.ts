import { newId } from '../shared/node/random-ids.ts';
import { systemClock } from '../shared/node/system-clock.ts';
import { isRefusal, refuse, type Refusal } from '../shared/kernel/refusal.ts';
import { makeKey } from './keys/service.ts';
import type { Database } from './store/database.ts';
import { openDatabase } from './store/open.ts';
import { GroupCommitter, type Handler, type Transaction } from './store/group-committer.ts';
import type { UserRow } from './store/schema.ts';
import { insertUser, userByEmail } from './users/queries.ts';
import { workspaceIdOf } from './access/queries.ts';
import { insertWorkspace } from './workspaces/service.ts';

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
  committer: GroupCommitter,
  request: BootstrapRequest,
): Promise<Bootstrap> {
  const { userId, workspaceId } = await committer.submit(makeFirst, request);
  const { secret } = await committer.submit(makeKey, { userId, name: 'daemon' });
  return { userId, workspaceId, key: secret };
}

const makeFirst: Handler<BootstrapRequest, { userId: string; workspaceId: string }> = async (
  transaction,
  requests,
) => {
  const made = [];
  for (const request of requests) made.push(await makeUserAndWorkspace(transaction, request));
  return made;
};

async function makeUserAndWorkspace(transaction: Transaction, request: BootstrapRequest) {
  const db = transaction.connection.kysely;
  const email = request.email.toLowerCase();
  let user = await userByEmail(db, email);
  if (user === undefined) {
    user = newUser({ ...request, email }, transaction.nowMs);
    await insertUser(db, user);
  }
  const known = await workspaceIdOf(db, request.workspaceSlug);
  if (known !== undefined) return { userId: user.id, workspaceId: known };
  const { workspaceName: name, workspaceSlug: slug } = request;
  const workspace = await insertWorkspace(transaction, { name, slug }, user.id);
  if (isRefusal(workspace)) throw new Error(workspace.message);
  return { userId: user.id, workspaceId: workspace.id };
}

function newUser({ email, name }: { email: string; name: string }, nowMs: number): UserRow {
  return { id: newId('user'), email, name, tier: 'team', identity: null, created_at: nowMs };
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
      ? refuse('NotFound', `There is no user ${email}. Make one with: coord relay user add`)
      : keyFor(committer, { user, name: 'operator' });
  });
}

async function keyFor(
  committer: GroupCommitter,
  { user, name }: { user: UserRow; name: string },
): Promise<UserKey> {
  const { secret } = await committer.submit(makeKey, { userId: user.id, name });
  return { user_id: user.id, email: user.email, key: secret };
}

async function withStore<T>(
  address: string,
  use: (committer: GroupCommitter, database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(address);
  const committer = new GroupCommitter(database, systemClock, () => undefined);
  try {
    return await use(committer, database);
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
          `There is already a user ${email}. For another key of theirs: coord relay user key --email ${email}`,
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
