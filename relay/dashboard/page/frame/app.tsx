import { useEffect, useState } from 'preact/hooks';
import { Router } from 'wouter-preact';
import { isRefusal } from '../../../../shared/kernel/refusal.ts';
import { connect } from '../client/connect.ts';
import { pagePath } from '../client/service.ts';
import { forgetKey, knownKey, shareSignIn } from '../client/sign-in.ts';
import { Dialogs } from '../kit/ask.tsx';
import { Toasts } from '../kit/toast.tsx';
import { SignIn, type SignedIn } from './sign-in.tsx';
import { Workspaces } from './workspaces.tsx';

/** The dashboard: a client of the public interface, for whoever holds an API key. */
export function App() {
  return (
    <Router base={pagePath}>
      <SignedInPage />
      <Dialogs />
      <Toasts />
    </Router>
  );
}

type State =
  | { readonly kind: 'trying' }
  | { readonly kind: 'out'; readonly problem: string }
  | ({ readonly kind: 'in' } & SignedIn);

function SignedInPage() {
  const [state, setState] = useState<State>({ kind: 'trying' });
  const signOut = (problem = '') => setState({ kind: 'out', problem });
  useEffect(() => {
    shareSignIn(() => signOut());
    void tryKnownKey().then(setState);
  }, []);
  if (state.kind === 'trying') return <p class="unseen">Signing in</p>;
  if (state.kind === 'out')
    return (
      <SignIn
        problem={state.problem}
        onSignIn={(signedIn) => setState({ kind: 'in', ...signedIn })}
      />
    );
  return (
    <Workspaces
      secret={state.secret}
      user={state.user}
      onSignOut={(problem) => {
        forgetKey();
        signOut(problem);
      }}
    />
  );
}

async function tryKnownKey(): Promise<State> {
  try {
    const secret = await knownKey();
    if (secret === undefined) return { kind: 'out', problem: '' };
    const user = await connect(secret).call('profile', {});
    if (!isRefusal(user)) return { kind: 'in', secret, user };
    if (user.error === 'Unauthorized') forgetKey();
    return { kind: 'out', problem: user.message };
  } catch (error) {
    return { kind: 'out', problem: error instanceof Error ? error.message : String(error) };
  }
}
