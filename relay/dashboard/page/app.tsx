import { useState } from 'preact/hooks';
import { forgetKey, keepKey, keptKey } from './kept-key.ts';
import { SignIn, type SignedIn } from './sign-in.tsx';
import { Workspaces } from './workspaces.tsx';

/** The dashboard: a client of the public interface, for whoever holds an API key. */
export function App() {
  const [signedIn, setSignedIn] = useState<SignedIn>();
  if (signedIn === undefined) {
    const onSignIn = (next: SignedIn) => {
      keepKey(next.secret);
      setSignedIn(next);
    };
    return <SignIn known={keptKey()} onSignIn={onSignIn} />;
  }
  const onSignOut = () => {
    forgetKey();
    setSignedIn(undefined);
  };
  return <Workspaces {...signedIn} onSignOut={onSignOut} />;
}
