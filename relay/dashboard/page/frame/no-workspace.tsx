import { asData, quoted } from '../../../../shared/kernel/display.ts';
import { isAtDaemon } from '../client/service.ts';
import { Button } from '../kit/button.tsx';
import { Command } from '../kit/code.tsx';
import { Link } from '../kit/link.tsx';
import { Rows } from '../kit/lists/rows.tsx';
import { Empty } from '../kit/page.tsx';
import { addressOf } from '../place/address.ts';
import type { SignedIn } from './sign-in.tsx';

type Workspaces = SignedIn['user']['workspaces'];

interface NoWorkspaceProps {
  /** As the address has it. */
  readonly slug: string;
  /** Those that can be opened. */
  readonly workspaces: Workspaces;
  /** The workspace of the address, where the person has just been removed from it or has left it. */
  readonly left: Workspaces[number] | undefined;
  onSignOut(): void;
}

/** In place of a workspace that the person is not in: those that they are in. */
export function NoWorkspace({ slug, workspaces, left, onSignOut }: NoWorkspaceProps) {
  const isInNone = workspaces.length === 0;
  const none = isInNone ? 'You are in no workspace yet' : `You are in no workspace ${quoted(slug)}`;
  return (
    <main class="alone" data-ready>
      <Empty
        title={left === undefined ? none : `You are no longer a member of ${quoted(left.name)}`}
        isPage
      >
        {left !== undefined && <p role="alert">You are still signed in.</p>}
        {isInNone ? <MakeOne /> : <ToOthers workspaces={workspaces} />}
        <Button onClick={onSignOut}>Sign out</Button>
      </Empty>
    </main>
  );
}

function MakeOne() {
  return (
    <>
      <p>Make one in the repository of your team:</p>
      <Command text={isAtDaemon ? 'coord workspace create' : 'coord workspace create "My team"'} />
    </>
  );
}

function ToOthers({ workspaces }: Pick<NoWorkspaceProps, 'workspaces'>) {
  return (
    <Rows label="Your workspaces">
      {workspaces.map(({ id, slug, name }) => (
        <li key={id}>
          <Link to={addressOf(slug, ['now'])} class="list-row" data-row>
            {asData(name)}
          </Link>
        </li>
      ))}
    </Rows>
  );
}
