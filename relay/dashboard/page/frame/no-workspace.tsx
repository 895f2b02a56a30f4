import { asData, quoted } from '../../../../shared/kernel/display.ts';
import { isAtDaemon } from '../client/service.ts';
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
}

/** In place of a workspace that the person is not in: those that they are in. */
export function NoWorkspace({ slug, workspaces }: NoWorkspaceProps) {
  const isInNone = workspaces.length === 0;
  return (
    <main class="alone" data-ready>
      <Empty
        title={isInNone ? 'You are in no workspace yet' : `You are in no workspace ${quoted(slug)}`}
        isPage
      >
        {isInNone ? <MakeOne /> : <ToOthers workspaces={workspaces} />}
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
