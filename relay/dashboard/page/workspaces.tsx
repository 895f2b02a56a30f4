import { useState } from 'preact/hooks';
import { asData } from '../../../shared/kernel/display.ts';
import { Keys } from './keys.tsx';
import type { SignedIn } from './sign-in.tsx';
import { Workspace } from './workspace.tsx';

interface WorkspacesProps extends SignedIn {
  onSignOut(): void;
}

/** The frame around one workspace of the user. */
export function Workspaces({ secret, user, onSignOut }: WorkspacesProps) {
  const { workspaces } = user;
  const [id, setId] = useState(workspaces[0]?.id);
  return (
    <>
      <header>
        <h1>coord</h1>
        <label>
          Workspace
          <select value={id} onChange={({ currentTarget }) => setId(currentTarget.value)}>
            {workspaces.map((one) => (
              <option key={one.id} value={one.id}>
                {asData(one.name)}
              </option>
            ))}
          </select>
        </label>
        <span class="quiet">{asData(user.name)}</span>
        <button onClick={onSignOut}>Sign out</button>
      </header>
      <main>
        {id === undefined ? (
          <p>You are in no workspace yet. On the command line: coord workspace create</p>
        ) : (
          <Workspace key={id} secret={secret} workspaceId={id} onSignOut={onSignOut} />
        )}
        <Keys secret={secret} />
      </main>
    </>
  );
}
