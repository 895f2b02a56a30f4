import { useEffect, useState } from 'preact/hooks';
import type { Output } from '../../../shared/api/operations.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { connect } from './connect.ts';
import { isOpening, openedWith } from './opening.ts';

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
  const [isTrying, setTrying] = useState(known !== undefined || isOpening);
  const enter = async (given: string) => {
    setTrying(true);
    const user = await connect(given).call('profile', {});
    setTrying(false);
    if (isRefusal(user)) setProblem(user.message);
    else onSignIn({ secret: given, user });
  };
  useEffect(() => {
    openedWith().then(
      (token) => {
        const first = token ?? known;
        if (first !== undefined) void enter(first);
      },
      (error: unknown) => {
        setTrying(false);
        setProblem(error instanceof Error ? error.message : String(error));
      },
    );
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
        Without a key, where your daemon runs: <code>coord open</code>. Another key:{' '}
        <code>coord key create</code>
      </p>
    </main>
  );
}
