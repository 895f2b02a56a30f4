import { useEffect, useState } from 'preact/hooks';
import { Router } from 'wouter-preact';
import { isRefusal } from '../../../../shared/kernel/refusal.ts';
import { connect } from '../client/connect.ts';
import { pagePath } from '../client/service.ts';
import { forgetKey, knownKey, shareSignIn, stayWhenRestarted } from '../client/sign-in.ts';
import { Dialogs } from '../kit/forms/ask.tsx';
import { Empty } from '../kit/empty.tsx';
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
  /** `problem` is why it takes so long; empty at first. */
  | { readonly kind: 'trying'; readonly problem: string }
  | { readonly kind: 'out'; readonly problem: string }
  | ({ readonly kind: 'in' } & SignedIn);

function SignedInPage() {
  const [state, setState] = useState<State>({ kind: 'trying', problem: '' });
  const signOut = (problem = '') => setState({ kind: 'out', problem });
  useEffect(() => {
    shareSignIn(() => signOut());
    void signInByItself(setState);
  }, []);
  if (state.kind === 'trying') return <Trying problem={state.problem} />;
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

function Trying({ problem }: { readonly problem: string }) {
  return (
    <main class="alone" aria-busy="true">
      {problem === '' ? (
        <p class="unseen">Signing in</p>
      ) : (
        <Empty title="Waiting for the relay">
          <p>{problem}</p>
          <p>The page opens by itself when it is back.</p>
        </Empty>
      )}
    </main>
  );
}

const retryMs = 1_000;

/** DSH-3: a page that is loaded while the relay is away waits for it. */
async function signInByItself(show: (state: State) => void): Promise<void> {
  let state = await tryKnownKey();
  while (state.kind === 'trying') {
    show(state);
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    state = await tryKnownKey();
  }
  show(state);
}

async function tryKnownKey(): Promise<State> {
  try {
    const secret = await knownKey();
    if (secret === undefined) return { kind: 'out', problem: '' };
    const user = await connect(secret).call('profile', {});
    if (!isRefusal(user)) {
      stayWhenRestarted(secret);
      return { kind: 'in', secret, user };
    }
    if (user.error === 'Unavailable') return { kind: 'trying', problem: user.message };
    if (user.error === 'Unauthorized') forgetKey();
    return { kind: 'out', problem: user.message };
  } catch (error) {
    return { kind: 'out', problem: error instanceof Error ? error.message : String(error) };
  }
}
