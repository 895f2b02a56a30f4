import type { Output as Answer } from '../../../shared/api/operations.ts';
import type { Role } from '../../../shared/contract/fields.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import {
  connect,
  relayOf,
  workspaceOf,
  type Connection,
  type ConnectOptions,
  type WorkspaceReference,
} from '../../connection/connect.ts';
import { memberNamed } from '../../connection/members.ts';
import { shellQuoted } from '../../terminal/shell-quoted.ts';
import { shownMoment } from '../../../shared/kernel/times.ts';
import { isNotVouchedFor, isUnknownUser } from './refusals.ts';

export interface InviteOptions extends ConnectOptions {
  readonly email: string;
  readonly role: Role;
}

/** What is asked of the relay, and where it is for everybody else. */
interface Inviting {
  readonly connection: Connection;
  readonly workspace: WorkspaceReference;
  readonly relay: string;
  readonly email: string;
  readonly role: Role;
}

/** `coord invite`: the one line that somebody pastes to be in the workspace (INV-6). */
export async function invite(
  { terminal, output }: Context,
  options: InviteOptions,
): Promise<Outcome> {
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const workspace = await workspaceOf(connection, options.workspace);
  if (isRefusal(workspace)) return workspace;
  const relay = await relayOf(connection);
  if (isRefusal(relay)) return relay;
  if (relay === undefined) return noSharedRelay;
  const { email, role } = options;
  const made = await letIn({ connection, workspace, relay, email, role });
  if (isRefusal(made)) return made;
  const { notes, ...answer } = made;
  output.show(answer, () => answer.line);
  if (!output.json) for (const note of [...notes, ...noteOnAddress(relay)]) output.note(note);
  return 0;
}

interface LetIn {
  readonly email: string;
  readonly role: Role;
  readonly workspace: string;
  /** Whether the address has an account on the relay. */
  readonly known: boolean;
  /** Whether they are a member already. */
  readonly member: boolean;
  readonly line: string;
  readonly notes: readonly string[];
}

/** A member is left as they are, an account that can be added by its address is added, and everybody else is invited. */
async function letIn(inviting: Inviting): Promise<LetIn | Refusal> {
  const { connection, workspace, email, role } = inviting;
  const { client } = connection;
  const member = await memberNamed(client, workspace.id, email);
  if (isRefusal(member)) return member;
  if (member !== undefined) return forMember(inviting, member.role, 'is already');
  const added = await client.call('addMember', { id: workspace.id, email, role });
  if (!isRefusal(added)) return forMember(inviting, role, 'is now');
  if (!isUnknownUser(added) && !isNotVouchedFor(added)) return added;
  const made = await client.call('invite', { id: workspace.id, email, role });
  return isRefusal(made) ? made : forInvited(inviting, made);
}

function forMember({ workspace, relay, email }: Inviting, role: Role, is: string): LetIn {
  const { slug } = workspace;
  return {
    ...{ email, role, workspace: slug, known: true, member: true },
    line: `coord login --relay ${shellQuoted(relay)} && coord daemon --workspace ${slug}`,
    notes: [
      `${asData(email)} ${is} ${role} of ${slug}, and has an account on this relay.`,
      'No e-mail was sent: give them the line above, to paste in their clone. It holds no secret; coord login asks for their own key.',
    ],
  };
}

function forInvited(
  { workspace, relay, email, role }: Inviting,
  { invitation, known, expires_at, id, replaces = [] }: Answer<'invite'>,
): LetIn & { readonly id: string; readonly expires_at: string } {
  const until = shownMoment(expires_at);
  const earlier =
    replaces.length === 0
      ? []
      : [
          'An invitation to this address was open already. It ends with this one: only the new line counts.',
        ];
  const account = known
    ? ['They have an account on this relay, and join with its key: coord login first.']
    : [];
  return {
    ...{ email, role, workspace: workspace.slug, known, member: false, id, expires_at },
    line: `coord join ${shellQuoted(relay)} ${invitation}`,
    notes: [
      `No e-mail was sent: give ${asData(email)} the line above in private, to paste in their clone.`,
      `It is for one use, until ${until}, and is shown only now. Take it back: coord workspace revoke-invitation ${id}`,
      ...earlier,
      ...account,
    ],
  };
}

const noSharedRelay = refuse(
  'Conflict',
  'The relay of this daemon is inside of it, where nobody else reaches it. Start one for the team (coord relay --help), and sign in to it: coord login --relay URL',
);

function noteOnAddress(relay: string): string[] {
  const { hostname } = new URL(relay);
  if (!/^(localhost|127\..*|\[::1\])$/.test(hostname)) return [];
  return [
    `${hostname} is this machine. For somebody at another one, put the address there by which they reach the relay.`,
  ];
}
