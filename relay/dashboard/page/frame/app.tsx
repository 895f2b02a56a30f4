import { useEffect, useMemo, useState } from 'preact/hooks';
import { Router } from 'wouter-preact';
import { isRefusal } from '../../../../shared/kernel/refusal.ts';
import { connect } from '../client/connect.ts';
import { forgetDrafts } from '../client/drafts.ts';
import { pagePath } from '../client/service.ts';
import { forgetKey, knownKey, shareSignIn, stayWhenRestarted } from '../client/sign-in.ts';
import { Empty } from '../kit/page.tsx';
import { Toasts } from '../kit/toast.tsx';
import { addressOf, useAddress } from '../place/address.ts';
import { NoWorkspace } from './no-workspace.tsx';
import { SignIn, type SignedIn } from './sign-in.tsx';
import { WorkspaceFrame } from './workspace.tsx';
import './frame.css';

/** The dashboard: a client of the public interface, for whoever holds an API key. */
export function App() {
  return (
    <Router base={pagePath}>
      <SignedInPage />
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
    shareSignIn(signOut);
    void signInByItself(setState);
  }, []);
  if (state.kind === 'trying') return <Trying problem={state.problem} />;
  if (state.kind === 'out')
    return (
      <SignIn
        problem={state.problem}
        onSignIn={(signedIn) => {
          forgetDrafts({ but: signedIn.user.id });
          setState({ kind: 'in', ...signedIn });
        }}
      />
    );
  return (
    <Workspaces
      secret={state.secret}
      user={state.user}
      onSignOut={(problem) => {
        forgetKey(problem ?? 'You have signed out in another tab.', problem !== undefined);
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
      forgetDrafts({ but: user.id });
      return { kind: 'in', secret, user };
    }
    if (user.error === 'Unavailable') return { kind: 'trying', problem: user.message };
    if (user.error === 'Unauthorized') forgetKey(user.message, true);
    return { kind: 'out', problem: user.message };
  } catch (error) {
    return { kind: 'out', problem: error instanceof Error ? error.message : String(error) };
  }
}

interface WorkspacesProps extends SignedIn {
  onSignOut(problem?: string): void;
}

const lastWorkspace = 'coord-workspace';

/** Chooses the workspace: the one in the address, else the one that was open last, else the first. */
function Workspaces({ secret, user, onSignOut }: WorkspacesProps) {
  const { workspace: slug, view, go } = useAddress();
  const [left, setLeft] = useState<Workspace>();
  const me = useMemo(() => without(user, left), [user, left]);
  const { workspaces } = me;
  const named = workspaces.find((one) => one.slug === slug);
  const last = workspaces.find((one) => one.slug === localStorage.getItem(lastWorkspace));
  const fallback = slug === '' ? (last ?? workspaces[0]) : undefined;
  useEffect(() => {
    if (fallback !== undefined) go(addressOf(fallback.slug, ['now']));
    else if (named !== undefined && view === '') go(addressOf(named.slug, ['now']));
    if (named !== undefined) localStorage.setItem(lastWorkspace, named.slug);
  }, [fallback?.slug, named?.slug, view]);
  if (named !== undefined)
    return (
      <WorkspaceFrame
        key={named.id}
        secret={secret}
        user={me}
        workspaceId={named.id}
        onSignOut={onSignOut}
        onLeft={() => setLeft(named)}
      />
    );
  if (fallback !== undefined) return null;
  return (
    <NoWorkspace
      slug={slug}
      workspaces={workspaces}
      left={left?.slug === slug ? left : undefined}
      onSignOut={() => onSignOut()}
    />
  );
}

type Workspace = SignedIn['user']['workspaces'][number];

/** What is known of the person, without the workspace that they are in no more. */
function without(user: SignedIn['user'], left: Workspace | undefined): SignedIn['user'] {
  return { ...user, workspaces: user.workspaces.filter(({ id }) => id !== left?.id) };
}
