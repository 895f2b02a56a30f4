import { asData } from '../../../shared/kernel/display.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { showAnswer } from '../../connection/in-workspace.ts';
import { shownMoment } from '../../../shared/kernel/times.ts';
import { idColumn, listing } from '../../terminal/table.ts';

/** `coord workspace invitations`: the open ones. */
export function listInvitations(context: Context, options: ConnectOptions): Promise<Outcome> {
  return showAnswer(context, options, {
    ask: (client, id) => client.call('listInvitations', { id }),
    text: ({ invitations }) => {
      if (invitations.length === 0)
        return 'No invitation is open. Invite somebody: coord invite EMAIL';
      return listing(context.output, invitations, [
        { title: 'EMAIL', flexible: true, main: true, cell: (one) => one.email },
        { title: 'ROLE', cell: (one) => one.role },
        { title: 'BY', flexible: true, cell: (one) => one.invited_by },
        { title: 'UNTIL', cell: (one) => shownMoment(one.expires_at) },
        idColumn,
      ]);
    },
  });
}

/** `coord workspace revoke-invitation`. */
export function revokeInvitation(
  context: Context,
  options: ConnectOptions & { readonly id: string },
): Promise<Outcome> {
  return showAnswer(context, options, {
    ask: (client, id) => client.call('revokeInvitation', { id, invitation_id: options.id }),
    text: ({ email }) => `The invitation of ${asData(email)} is taken back.`,
  });
}
