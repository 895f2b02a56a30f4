import { useEffect, useState } from 'preact/hooks';
import type { Output } from '../../../shared/api/operations.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { connect } from './connect.ts';

/** A key that the service has taken, and whose it is. */
export interface SignedIn {
  readonly secret: string;
  readonly user: Output<'profile'>;
}

interface SignInProps {
  /** A key that was taken before; it is tried at once. */
  readonly known: string | undefined;
  onSignIn(signedIn: SignedIn): void;
}

export function SignIn({ known, onSignIn }: SignInProps) {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState('');
  const [isTrying, setTrying] = useState(known !== undefined);
  const enter = async (given: string) => {
    setTrying(true);
    const user = await connect(given).call('profile', {});
    setTrying(false);
    if (isRefusal(user)) setProblem(user.message);
    else onSignIn({ secret: given, user });
  };
  useEffect(() => {
    if (known !== undefined) void enter(known);
  }, []);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void enter(key.trim());
  };
  return (
    <main class="sign-in">
      <h1>coord</h1>
      <form onSubmit={onSubmit}>
        <label>
          Your API key
          <input
            type="password"
            autocomplete="off"
            required
            value={key}
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
          />
        </label>
        <button disabled={isTrying}>{isTrying ? 'Signing in…' : 'Sign in'}</button>
      </form>
      <p role="alert">{problem}</p>
      <p class="quiet">
        The daemon keeps yours in the file that <code>coord daemon --json</code> names as{' '}
        <code>key_file</code>; another one: <code>coord key create</code>
      </p>
    </main>
  );
}
