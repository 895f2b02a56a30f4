import { asData, asExact } from '../../../shared/kernel/display.ts';
import type { Role } from '../../../shared/contract/fields.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { chooseWorkspace } from '../../connection/workspace-choice.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { connect, workspaceOf, type ConnectOptions } from '../../connection/connect.ts';
import { inviteLine, isNotVouchedFor, isUnknownUser } from '../invite/refusals.ts';
import { showAnswer } from '../../connection/in-workspace.ts';
import { memberNamed, userIdOf } from '../../connection/members.ts';
import { idColumn, listing } from '../../terminal/table.ts';
import type { Output as Answer } from '../../../shared/api/operations.ts';
import type { GatePolicy, MustRules, TestGaps } from '../../../shared/workspaces/contract.ts';
import type { ConflictPolicy } from '../../../shared/reservations/collisions.ts';
import { requireWorkTree } from '../../../shared/node/git/ownership.ts';

/** `coord workspace list`: those that the key's owner is a member of. */
export async function listWorkspaces(
  { terminal, output }: Context,
  options: ConnectOptions,
): Promise<Outcome> {
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const answer = await connection.client.call('listWorkspaces', { limit: 500 });
  if (isRefusal(answer)) return answer;
  output.show(answer, () => {
    if (answer.workspaces.length === 0)
      return 'You are in no workspace. Make one: coord workspace create NAME';
    return listing(output, answer.workspaces, [
      { title: 'SLUG', cell: (one) => one.slug },
      { title: 'NAME', flexible: true, main: true, cell: (one) => one.name },
      { title: 'ROLE', cell: (one) => one.role },
      idColumn,
    ]);
  });
  return 0;
}

/** `coord workspace use`: which workspace this repository's daemon takes from its next start. */
export async function useWorkspace(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly slug: string },
): Promise<Outcome> {
  const repository = await requireWorkTree(terminal.directory, terminal.environment);
  if (isRefusal(repository)) return repository;
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const workspace = await workspaceOf(connection, options.slug);
  if (isRefusal(workspace)) return workspace;
  chooseWorkspace(repository, workspace.slug);
  const { id, slug, name } = workspace;
  output.show({ id, slug, name }, () => `${asExact(repository.root)} now belongs to ${slug}.`);
  if (connection.kind === 'daemon') output.note('The running daemon takes it at its next start.');
  return 0;
}

/** What `coord workspace set` changes. */
export interface WorkspaceSettings {
  /** RSV-12 */
  readonly conflictPolicy?: ConflictPolicy;
  /** GAT-10 */
  readonly gatePolicy?: GatePolicy;
  /** GAT-11 */
  readonly testGaps?: TestGaps;
  /** CNV-5 */
  readonly mustRules?: MustRules;
}

/** `coord workspace set`: changes the workspace's settings, or shows them when none is given. */
export function setWorkspace(
  context: Context,
  options: ConnectOptions & WorkspaceSettings,
): Promise<Outcome> {
  const { conflictPolicy: conflict_policy, gatePolicy: gate_policy } = options;
  const { testGaps: test_gaps, mustRules: must_rules } = options;
  const changes = { conflict_policy, gate_policy, test_gaps, must_rules };
  const isAsking = Object.values(changes).every((value) => value === undefined);
  return showAnswer(context, options, {
    ask: (client, id) =>
      isAsking
        ? client.call('getWorkspace', { id })
        : client.call('changeWorkspace', { id, ...changes }),
    text: settingsLines,
  });
}

function settingsLines(workspace: Answer<'getWorkspace'>): string {
  const { conflict_policy: collides, gate_policy: takes, test_gaps: gaps } = workspace;
  const { must_rules: whose } = workspace;
  return [
    `conflict-policy: ${collides} (${conflictTexts[collides]})`,
    `gate-policy: ${takes} (${gateTexts[takes]})`,
    ...(gaps === undefined ? [] : [`test-gaps: ${gaps} (${gapTexts[gaps]})`]),
    ...(whose === undefined ? [] : [`must-rules: ${whose} (${mustRulesTexts[whose]})`]),
  ].join('\n');
}

const conflictTexts: Readonly<Record<ConflictPolicy, string>> = {
  symbols: 'two agents in one symbol collide, also at other lines of it',
  members: 'two agents in one member of a class or object collide',
  lines: 'only changes to lines that touch collide',
};

const gateTexts: Readonly<Record<GatePolicy, string>> = {
  reported: 'the gate takes what an agent reports',
  verified: 'the gate takes commits whose files a daemon vouches for',
  attested: 'the gate takes verified commits whose tests a daemon ran itself',
};

const gapTexts: Readonly<Record<TestGaps, string>> = {
  refused: 'results have to cover every test that the commit can affect',
  allowed: 'results may leave out tests that the commit can affect',
};

const mustRulesTexts: Readonly<Record<MustRules, string>> = {
  reviewed: "a member's counts when an admin or a second member accepts it",
  admins: 'only admins propose and accept them',
  anyone: 'whoever proposes one, it counts at once',
};

/** `coord workspace members`. */
export function listMembers(context: Context, options: ConnectOptions): Promise<Outcome> {
  return showAnswer(context, options, {
    ask: (client, id) => client.call('listMembers', { id, limit: 500 }),
    text: ({ members }) =>
      listing(context.output, members, [
        { title: 'NAME', flexible: true, cell: (one) => one.name },
        { title: 'EMAIL', flexible: true, main: true, cell: (one) => one.email },
        { title: 'ROLE', cell: (one) => one.role },
        { title: 'USER ID', id: true, cell: (one) => one.user_id },
      ]),
  });
}

/** `coord workspace add-member`: adds a user, or gives a member another role. */
export function addMember(
  context: Context,
  options: ConnectOptions & { readonly user: string; readonly role?: Role },
): Promise<Outcome> {
  const { user, role = 'member' } = options;
  let isMember = false;
  return showAnswer(context, options, {
    ask: async (client, id) => {
      const known = await memberNamed(client, id, user);
      if (isRefusal(known)) return isNoId(known, user) ? namesNobody(user) : known;
      // A role that nobody named is none to give to who has one.
      isMember = known !== undefined && options.role === undefined;
      if (known !== undefined && isMember) return known;
      const named = user.includes('@') ? { email: user } : { user_id: known?.user_id ?? user };
      const added = await client.call('addMember', { id, ...named, role });
      return isRefusal(added) && user.includes('@') ? withInvitation(added, { user, role }) : added;
    },
    text: (one, { slug }) =>
      `${asData(one.name)} is ${one.role} of ${slug}${isMember ? ' already. For another role: --role' : '.'}`,
  });
}

/** A name was given in the place of an id. */
function isNoId({ error }: Refusal, user: string): boolean {
  return error === 'NotFound' && !user.startsWith('usr_');
}

function namesNobody(user: string): Refusal {
  return refuse(
    'ValidationError',
    `${user} is neither an e-mail address nor a user id. Name the user by address, or by the id that they see with: coord whoami`,
  );
}

/** Who cannot be added by address can be invited. */
function withInvitation(
  refusal: Refusal,
  { user, role }: { readonly user: string; readonly role: Role },
): Refusal {
  const invite = `Invite them: ${inviteLine(user, role)}`;
  if (isUnknownUser(refusal))
    return refuse('NotFound', `No user of this relay has the address ${user}. ${invite}`);
  return isNotVouchedFor(refusal) ? refuse('Conflict', `${refusal.message} ${invite}`) : refusal;
}

/** `coord workspace remove-member`: their sessions and reservations end with it. */
export function removeMember(
  context: Context,
  options: ConnectOptions & { readonly user: string },
): Promise<Outcome> {
  const { user } = options;
  return showAnswer(context, options, {
    ask: async (client, id) => {
      const userId = await userIdOf(client, id, user);
      return isRefusal(userId) ? userId : client.call('removeMember', { id, userId });
    },
    text: (_, { slug }) => `${asData(user)} is no longer in ${slug}.`,
  });
}
