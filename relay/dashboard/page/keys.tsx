import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Output } from '../../../shared/api/operations.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { apiKeyPrefix } from '../../../shared/keys/contract.ts';
import { connect } from './connect.ts';

type Keys = Output<'listKeys'>['keys'];

const onlyInTerminal =
  'A tab that coord open has opened makes and revokes no keys. Run in a terminal: coord key create, or coord key revoke KEY_ID';

/** API keys: made here, shown once, revoked. The token of a tab is no key, and may only list them (LOC-8). */
export function Keys({ secret }: { secret: string }) {
  const isTab = !secret.startsWith(apiKeyPrefix);
  const client = useMemo(() => connect(secret), [secret]);
  const [keys, setKeys] = useState<Keys>([]);
  const [made, setMade] = useState('');
  const [problem, setProblem] = useState('');
  const load = useCallback(async () => {
    const listed = await client.call('listKeys', {});
    setProblem(isRefusal(listed) ? listed.message : '');
    if (!isRefusal(listed)) setKeys(listed.keys.filter((one) => one.revoked_at === null));
  }, [client]);
  useEffect(() => void load(), [load]);
  const make = async (name: string) => {
    const answer = await client.call('createKey', { name });
    if (isRefusal(answer)) return setProblem(answer.message);
    setMade(answer.key);
    await load();
  };
  const revoke = async ({ id, name }: Keys[number]) => {
    if (!confirm(`Revoke ${asData(name)}? What uses it ends within seconds.`)) return;
    const answer = await client.call('revokeKey', { key_id: id });
    if (isRefusal(answer)) return setProblem(answer.message);
    await load();
  };
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">API keys</h2>
      {isTab ? <p>{onlyInTerminal}</p> : <NewKey make={make} />}
      {made !== '' && (
        <p role="status">
          Keep it now, it is not shown again: <code>{made}</code>
        </p>
      )}
      <p role="alert">{problem}</p>
      <ul>
        {keys.map((one) => (
          <li key={one.id}>
            {asData(one.name)} <code>{asData(one.prefix)}…</code>{' '}
            {!isTab && <button onClick={() => revoke(one)}>Revoke</button>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewKey({ make }: { make: (name: string) => void }) {
  const [name, setName] = useState('');
  const onSubmit = (event: Event) => {
    event.preventDefault();
    make(name);
    setName('');
  };
  return (
    <form onSubmit={onSubmit}>
      <label>
        A name to know it by
        <input
          required
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <button>Make a key</button>
    </form>
  );
}
