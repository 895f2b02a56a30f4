import { useEffect, useState } from 'preact/hooks';
import type { Output } from '../../../../../../shared/api/operations.ts';
import { asData, shownUser } from '../../../../../../shared/kernel/display.ts';
import { isPassing, isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { ask } from '../../../kit/forms/ask.tsx';
import { Button } from '../../../kit/button.tsx';
import { Rows } from '../../../kit/lists/rows.tsx';
import { act } from '../../../kit/toast.tsx';
import { isAdmin, usePlace } from '../../../place/place.ts';
import { changes } from '../../../state/changed-records.ts';
import { now } from '../../../state/clock.ts';
import { useWhenThere } from '../../../state/record.ts';
import { timeLeft } from './time-left.ts';

type Invitation = Output<'listInvitations'>['invitations'][number];

export interface OpenInvitations {
  readonly open: readonly Invitation[];
  readonly isReady: boolean;
  load(): Promise<void>;
}

/**
 * The open invitations, for whoever may see them. The log does not tell of them (INV-1), so they are asked for again when somebody
 * joins, and when a person comes back to the page.
 */
export function useInvitations(): OpenInvitations {
  const place = usePlace();
  const { client, live, workspace } = place;
  const { id } = workspace.value;
  const maySee = isAdmin(place);
  const [open, setOpen] = useState<readonly Invitation[]>();
  const load = async () => {
    if (!maySee) return setOpen([]);
    const answer = await client.call('listInvitations', { id });
    if (!isPassing(answer)) setOpen(isRefusal(answer) ? [] : answer.invitations);
  };
  useEffect(() => {
    const onReturn = () => document.hidden || void load();
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, [id, maySee]);
  useEffect(
    () =>
      live.onEvents((events) => {
        if (events.some((event) => changes(event, 'member'))) void load();
      }),
    [live, id, maySee],
  );
  useWhenThere(live, load, [id, maySee]);
  return { open: open ?? [], isReady: open !== undefined, load };
}

/** Who is invited and has not joined yet. */
export function Invitations({ open, load }: OpenInvitations) {
  const { client, workspace } = usePlace();
  const { id } = workspace.value;
  const revoke = async ({ id: invitation_id, email }: Invitation) => {
    const isSure = await ask({
      title: `Take back the invitation of ${asData(email)}?`,
      text: 'The command that they were given joins them no longer. You can invite them again, with another one.',
      yes: 'Take it back',
    });
    if (!isSure) return;
    const done = `${asData(email)} is no longer invited.`;
    await act(client.call('revokeInvitation', { id, invitation_id }), { done });
    await load();
  };
  return (
    <section class="people-invited" aria-labelledby="invited-title">
      <h2 id="invited-title">
        Invited <span class="faint numbers">{open.length}</span>
      </h2>
      {open.length === 0 ? (
        <p class="quiet">
          Nobody waits. Who is invited gets one command to paste in their clone; until they do, they
          stand here, for 24 hours at most.
        </p>
      ) : (
        <Rows label="Open invitations">
          {open.map((one) => (
            <li key={one.id} class="people-row" data-invited data-row tabIndex={0}>
              <span class="people-who cut">{asData(one.email)}</span>
              <span class="people-email faint cut">by {shownUser(one.invited_by)}</span>
              <span class="people-role">{one.role}</span>
              <span class="people-work faint numbers">
                open for {timeLeft(one.expires_at, now.value)}
              </span>
              <span class="people-take-back">
                <Button
                  size="s"
                  kind="danger"
                  aria-label={`Take back the invitation of ${asData(one.email)}`}
                  onClick={() => void revoke(one)}
                >
                  Take back
                </Button>
              </span>
            </li>
          ))}
        </Rows>
      )}
    </section>
  );
}
