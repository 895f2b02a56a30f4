import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';
import { shownMoment } from '../../../shared/kernel/times.ts';
import { listing } from '../../terminal/table.ts';

/** `coord workspace invitations`: the open ones. */
export async function listInvitations(
  { terminal, output }: Context,
  options: ConnectOptions,
): Promise<Outcome> {
  const answer = await inWorkspace(terminal, options, (client, id) =>
    client.call('listInvitations', { id }),
  );
  if (isRefusal(answer)) return answer;
  output.show(answer, () => {
    if (answer.invitations.length === 0)
      return 'No invitation is open. Invite somebody: coord invite EMAIL';
    const rows = answer.invitations.map((one) => [
      one.email,
      one.role,
      one.invited_by,
      shownMoment(one.expires_at),
      one.id,
    ]);
    const columns = [
      { title: 'EMAIL', flexible: true, main: true },
      { title: 'ROLE' },
      { title: 'BY', flexible: true },
      { title: 'UNTIL' },
      { title: 'ID', id: true },
    ];
    return listing(output, columns, rows);
  });
  return 0;
}

/** `coord workspace revoke-invitation`. */
export async function revokeInvitation(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly id: string },
): Promise<Outcome> {
  const answer = await inWorkspace(terminal, options, (client, id) =>
    client.call('revokeInvitation', { id, invitation_id: options.id }),
  );
  if (isRefusal(answer)) return answer;
  output.show(answer, () => `The invitation of ${asData(answer.email)} is taken back.`);
  return 0;
}
