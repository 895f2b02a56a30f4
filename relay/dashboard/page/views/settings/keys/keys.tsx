import { useEffect, useState } from 'preact/hooks';
import type { Output } from '../../../../../../shared/api/operations.ts';
import { isPassing, isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { asData, asExact } from '../../../../../../shared/kernel/display.ts';
import { isOneTimeTab } from '../../../client/service.ts';
import { Button, Badge } from '../../../kit/button.tsx';
import { Command } from '../../../kit/code.tsx';
import { Rows } from '../../../kit/lists/rows.tsx';
import { act } from '../../../kit/toast.tsx';
import { useAddress, withQuery } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { Link } from '../../../kit/link.tsx';
import { ask } from '../../../kit/forms/ask.tsx';
import { Ago } from '../../../kit/time.tsx';
import { useWhenThere } from '../../../state/record.ts';
import { SettingsPage } from '../frame/settings-page.tsx';
import { inOrder, type Key, isInUse, whatEnds } from './key-text.ts';
import './keys.css';

type Made = Output<'createKey'>;
type Listed = Output<'listKeys'>;

/** DSH-77: one's own API keys. */
export function Keys() {
  const { key: secret } = usePlace();
  const address = useAddress();
  const { listed, load } = useKeys();
  const [made, setMade] = useState<Made>();
  const isReadOnly = isOneTimeTab(secret);
  const all = inOrder(listed?.keys ?? []);
  const leftOut = listed?.keys_left_out ?? 0;
  const revoked = all.filter((key) => key.revoked_at !== null).length;
  const showsRevoked = address.query.get('revoked') === '1';
  const shown = showsRevoked ? all : all.filter((key) => key.revoked_at === null);
  const onMade = (answer: Made) => {
    setMade(answer);
    void load();
  };
  return (
    <SettingsPage path="keys" isReady={listed !== undefined}>
      <section aria-label="API keys" class="keys-part">
        <p class="quiet">
          A key lets a daemon, a script or this page in as you. Give each machine its own, and
          revoke what you no longer use.
        </p>
        {isReadOnly ? <InTerminal /> : <NewKey onMade={onMade} />}
        {made !== undefined && <ShownOnce made={made} onDone={() => setMade(undefined)} />}
        <div class="keys-head" aria-hidden="true">
          <span>Name</span>
          <span>Begins with</span>
          <span>Made</span>
          <span>Last used</span>
        </div>
        <Rows label="Your keys">
          {shown.map((key) => (
            <KeyRow key={key.id} of={key} keys={all} isReadOnly={isReadOnly} onRevoked={load} />
          ))}
        </Rows>
        {revoked > 0 && (
          <p class="keys-revoked">
            <Link to={withQuery(address, { revoked: showsRevoked ? '' : '1' })}>
              {showsRevoked ? 'Hide' : 'Show'} {revoked} revoked
            </Link>
          </p>
        )}
        {leftOut > 0 && (
          <p class="faint">{leftOut} more are not listed; valid and newer ones are.</p>
        )}
      </section>
    </SettingsPage>
  );
}

/** LOC-8: a key would outlive the tab. */
function InTerminal() {
  return (
    <div class="keys-terminal">
      <p>
        <code>coord open</code> has opened this tab, so it makes and revokes no key: that would
        outlive it. Run in a terminal:
      </p>
      <Command text="coord key create --name laptop" />
      <Command text="coord key revoke KEY_ID" />
    </div>
  );
}

function NewKey({ onMade }: { onMade(made: Made): void }) {
  const { client } = usePlace();
  const [name, setName] = useState('');
  const [isMaking, setMaking] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isMaking) return;
    setMaking(true);
    const answer = await act(client.call('createKey', { name }));
    setMaking(false);
    if (answer === undefined) return;
    setName('');
    onMade(answer);
  };
  return (
    <form class="keys-new" onSubmit={(event) => void submit(event)}>
      <input
        class="input"
        aria-label="A name to know it by"
        placeholder="A name, such as laptop"
        autocomplete="off"
        required
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button kind="primary" type="submit" disabled={isMaking}>
        Make a key
      </Button>
    </form>
  );
}

function ShownOnce({ made, onDone }: { readonly made: Made; onDone(): void }) {
  return (
    <div class="keys-made" role="status">
      <p>
        <b>Copy it now.</b> It is shown only this once.
      </p>
      <Command text={made.key} />
      <Button onClick={onDone}>I have it</Button>
    </div>
  );
}

/** The log does not tell of keys: they are asked for again when a person comes back to the page. */
function useKeys(): { readonly listed: Listed | undefined; load(): Promise<void> } {
  const { client, live } = usePlace();
  const [listed, setListed] = useState<Listed>();
  const load = async () => {
    const answer = await client.call('listKeys', {});
    if (!isPassing(answer)) setListed(isRefusal(answer) ? { keys: [] } : answer);
  };
  useEffect(() => {
    const onReturn = () => document.hidden || void load();
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, []);
  useWhenThere(live, load);
  return { listed, load };
}

interface KeyRowProps {
  readonly of: Key;
  readonly keys: readonly Key[];
  readonly isReadOnly: boolean;
  onRevoked(): Promise<void>;
}

/** One key: what it is called, and when it was used. */
function KeyRow({ of: key, keys, isReadOnly, onRevoked }: KeyRowProps) {
  const { client, key: secret } = usePlace();
  const name = asData(key.name);
  const revoke = async () => {
    const text = whatEnds(key, keys, secret);
    if (!(await ask({ title: `Revoke ${name}?`, text, yes: 'Revoke' }))) return;
    await act(client.call('revokeKey', { key_id: key.id }), { done: `${name} is revoked.` });
    await onRevoked();
  };
  return (
    <li class="keys-row" data-row tabIndex={0} data-revoked={key.revoked_at !== null || undefined}>
      <span class="keys-name">
        <b class="cut" title={name}>
          {name}
        </b>
        {isInUse(key, secret) && <Badge tone="accent">this page</Badge>}
      </span>
      <code class="quiet">{asExact(key.prefix)}…</code>
      <span class="quiet">
        <Ago at={key.created_at} />
      </span>
      <span class="quiet">
        {key.last_used_at === undefined ? 'never used' : <Ago at={key.last_used_at} />}
      </span>
      <span class="keys-end">
        {key.revoked_at !== null && (
          <span class="faint">
            revoked <Ago at={key.revoked_at} />
          </span>
        )}
        {key.revoked_at === null && !isReadOnly && (
          <Button
            size="s"
            kind="danger"
            aria-label={`Revoke ${name}`}
            onClick={() => void revoke()}
          >
            Revoke
          </Button>
        )}
      </span>
    </li>
  );
}
