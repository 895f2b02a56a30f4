import { asData, asExact } from '../../../../../../shared/kernel/display.ts';
import { ask } from '../../../kit/forms/ask.tsx';
import { Badge, Button } from '../../../kit/button.tsx';
import { Ago } from '../../../kit/time.tsx';
import { act } from '../../../kit/toast.tsx';
import { usePlace } from '../../../place/place.ts';
import { isInUse, whatEnds, type Key } from './key-text.ts';

interface KeyRowProps {
  readonly of: Key;
  readonly keys: readonly Key[];
  readonly isReadOnly: boolean;
  onRevoked(): Promise<void>;
}

/** One key: what it is called, and when it was used. */
export function KeyRow({ of: key, keys, isReadOnly, onRevoked }: KeyRowProps) {
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
