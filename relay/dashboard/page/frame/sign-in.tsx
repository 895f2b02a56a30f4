import { useState } from 'preact/hooks';
import type { Output } from '../../../../shared/api/operations.ts';
import { isRefusal } from '../../../../shared/kernel/refusal.ts';
import { connect } from '../client/connect.ts';
import { isAtDaemon } from '../client/service.ts';
import { keepKey, mayStay } from '../client/sign-in.ts';
import { Button } from '../kit/button.tsx';
import { Command } from '../kit/code.tsx';
import { Check, Field } from '../kit/forms/field.tsx';
import { useFirstField } from '../kit/forms/first-field.ts';

/** A key that the service has taken, and whose it is. */
export interface SignedIn {
  readonly secret: string;
  readonly user: Output<'profile'>;
}

interface SignInProps {
  readonly problem: string;
  onSignIn(signedIn: SignedIn): void;
}

export function SignIn({ problem: before, onSignIn }: SignInProps) {
  const [key, setKey] = useState('');
  const [stay, setStay] = useState(false);
  const [problem, setProblem] = useState(before);
  const [isTrying, setTrying] = useState(false);
  const form = useFirstField();
  const enter = async (event: Event) => {
    event.preventDefault();
    setTrying(true);
    const secret = key.trim();
    const user = await connect(secret).call('profile', {});
    setTrying(false);
    if (isRefusal(user)) return setProblem(user.message);
    keepKey(secret, stay);
    onSignIn({ secret, user });
  };
  return (
    <main class="sign-in">
      <form ref={form} class="sign-in-card" onSubmit={(event) => void enter(event)}>
        <h1>
          <Mark /> coord
        </h1>
        <Field label="Your API key" problem={problem}>
          {(field) => (
            <input
              {...field}
              type="password"
              autocomplete="off"
              required
              value={key}
              onInput={({ currentTarget }) => setKey(currentTarget.value)}
            />
          )}
        </Field>
        {mayStay && (
          <Check label="Stay signed in in this browser" checked={stay} onChange={setStay} />
        )}
        <Button kind="primary" type="submit" disabled={isTrying}>
          {isTrying ? 'Signing in…' : 'Sign in'}
        </Button>
        <div class="sign-in-help quiet">
          <p>Without a key, where your daemon runs:</p>
          <Command text="coord open" />
          <p>{isAtDaemon ? 'Or make a key:' : 'Another key:'}</p>
          <Command text="coord key create" />
        </div>
      </form>
    </main>
  );
}

/** Two rings side by side: the mark of the product. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <circle cx="11" cy="16" r="4.5" fill="none" stroke="#fff" stroke-width="2.5" />
      <circle cx="21" cy="16" r="4.5" fill="none" stroke="#c7d2fe" stroke-width="2.5" />
    </svg>
  );
}
