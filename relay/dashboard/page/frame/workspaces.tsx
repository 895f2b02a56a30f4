import { useEffect } from 'preact/hooks';
import { isAtDaemon } from '../client/service.ts';
import { Command } from '../kit/command.tsx';
import { Empty } from '../kit/empty.tsx';
import { addressOf, useAddress } from '../place/address.ts';
import type { SignedIn } from './sign-in.tsx';
import { WorkspaceFrame } from './workspace.tsx';

interface WorkspacesProps extends SignedIn {
  onSignOut(problem?: string): void;
}

const lastWorkspace = 'coord-workspace';

/** Chooses the workspace: the one in the address, else the one that was open last, else the first. */
export function Workspaces({ secret, user, onSignOut }: WorkspacesProps) {
  const { workspace: slug, view, go } = useAddress();
  const { workspaces } = user;
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
        user={user}
        workspaceId={named.id}
        onSignOut={onSignOut}
      />
    );
  if (fallback !== undefined) return null;
  return (
    <main class="alone" data-ready>
      {workspaces.length === 0 ? (
        <Empty title="You are in no workspace yet">
          <p>Make one in the repository of your team:</p>
          <Command
            text={isAtDaemon ? 'coord workspace create' : 'coord workspace create "My team"'}
          />
        </Empty>
      ) : (
        <Empty title={`You are in no workspace “${slug}”`}>
          <p>
            {workspaces.map((one) => (
              <a
                key={one.id}
                href={addressOf(one.slug, ['now'])}
                onClick={(event) => {
                  event.preventDefault();
                  go(addressOf(one.slug, ['now']));
                }}
              >
                {one.name}
              </a>
            ))}
          </p>
        </Empty>
      )}
    </main>
  );
}
