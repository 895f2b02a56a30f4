import { useEffect, useState } from 'preact/hooks';
import type { Output } from '../../../../../../shared/api/operations.ts';
import type { Role } from '../../../../../../shared/contract/fields.ts';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { relayAddress } from '../../../client/relay-address.ts';
import { isOneTimeTab } from '../../../client/service.ts';
import { showDialog } from '../../../kit/forms/ask.tsx';
import { Button } from '../../../kit/button.tsx';
import { Command } from '../../../kit/code.tsx';
import { weekdayAndTime } from '../../../kit/dates.ts';
import { DialogForm } from '../../../kit/forms/dialog-form.tsx';
import { ChoiceField, TextField } from '../../../kit/forms/text-field.tsx';
import { act } from '../../../kit/toast.tsx';
import { usePlace } from '../../../place/place.ts';
import { invitable, roleWords } from '../member/roles.ts';

type Made = Output<'invite'>;

/** Asks whom to invite, and shows this once what they have to paste; `key` is what the tab is signed in with. */
export function invite(key: string, onInvited: () => Promise<void>): Promise<void> {
  if (isOneTimeTab(key)) return showDialog('Invite somebody', InTerminal);
  return showDialog('Invite somebody', ({ close }) => {
    const [made, setMade] = useState<Made>();
    if (made !== undefined) return <ShownOnce made={made} onDone={close} />;
    const onMade = (invitation: Made) => {
      setMade(invitation);
      void onInvited();
    };
    return <InviteForm {...{ close, onMade }} />;
  });
}

/** LOC-8: an invitation would outlive the tab. */
function InTerminal() {
  return (
    <>
      <p>
        A tab that <code>coord open</code> has opened makes no invitation, as it would outlive the
        tab. Run in a terminal:
      </p>
      <Command text="coord invite ADDRESS" />
    </>
  );
}

interface InviteFormProps {
  close(): void;
  onMade(made: Made): void;
}

function InviteForm({ close, onMade }: InviteFormProps) {
  const { client, workspace } = usePlace();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const roles = invitable(workspace.value.role).toReversed();
  return (
    <DialogForm
      yes="Invite"
      fields={['email', 'role']}
      close={close}
      send={async (refused) => {
        const id = workspace.value.id;
        const made = await act(client.call('invite', { id, email, role }), { refused });
        if (made !== undefined) onMade(made);
      }}
    >
      {(problems) => (
        <>
          <TextField
            label="E-mail address"
            hint="No e-mail is sent: you get one command, and give it to them."
            problem={problems.email}
            type="email"
            required
            autofocus
            value={email}
            onInput={setEmail}
          />
          <ChoiceField
            label="Role"
            hint={`As ${role} they ${plural(roleWords[role])}.`}
            problem={problems.role}
            value={role}
            options={roles.map((value) => ({ value, label: value }))}
            onPick={(value) => setRole(value)}
          />
        </>
      )}
    </DialogForm>
  );
}

/** `works, and changes nothing` becomes `work, and change nothing`. */
function plural(words: string): string {
  return words.replace('works', 'work').replace('changes', 'change').replace('makes', 'make');
}

interface ShownOnceProps {
  readonly made: Made;
  onDone(): void;
}

function ShownOnce({ made, onDone }: ShownOnceProps) {
  const relay = useRelay(usePlace().key);
  const until = weekdayAndTime(Date.parse(made.expires_at));
  return (
    <>
      <p>
        Give this to <b>{asData(made.email)}</b> in private, to paste in their clone. It is shown
        only now, and is good for one use, until {until}.
      </p>
      {relay !== undefined && (
        <div role="status" aria-label="The invitation">
          <Command text={`coord join ${relay} ${made.invitation}`} />
        </div>
      )}
      {relay === '' && (
        <p class="quiet">
          The relay is inside of this daemon, where nobody else reaches it. Start one for the team
          first.
        </p>
      )}
      <p class="quiet">
        {made.known
          ? 'They have an account on this relay and join with its key: coord login first.'
          : 'It makes their account, signs them in and starts their daemon.'}
        {made.replaces !== undefined && ' An earlier invitation to this address has ended.'}
      </p>
      <div class="dialog-actions">
        <Button kind="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  );
}

/** Undefined until it is known; empty where nobody else reaches it. */
function useRelay(key: string): string | undefined {
  const [relay, setRelay] = useState<string>();
  useEffect(() => {
    relayAddress(key).then(
      (address) => setRelay(address ?? ''),
      () => setRelay(''),
    );
  }, [key]);
  return relay;
}
