import { effect } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { WifiOff } from 'lucide-preact';
import { asText, asData } from '../../../../shared/kernel/display.ts';
import type { Refusal } from '../../../../shared/kernel/refusal.ts';
import { connectTab } from '../client/connect.ts';
import { signInAgain } from '../client/sign-in.ts';
import { giveAgentHues } from '../kit/hues.ts';
import { Live } from '../state/live.ts';
import { addressOf, useAddress } from '../place/address.ts';
import { PlaceContext, type Place, usePlace } from '../place/place.ts';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/page.tsx';
import { isAtDaemon } from '../client/service.ts';
import { timeOfDay } from '../kit/dates.ts';
import { Dialogs } from '../kit/forms/ask.tsx';
import { Link } from '../kit/link.tsx';
import { ongoing } from '../state/ongoing.ts';
import { useHeldKeys } from './held-keys.ts';
import { Navigation } from './navigation.tsx';
import { OpenView } from './open-view.tsx';
import { Palette } from './palette.tsx';
import { useShortcuts } from './shortcuts.tsx';
import type { SignedIn } from './sign-in.tsx';
import { useWorkspaceRecord } from './workspace-record.ts';

interface WorkspaceFrameProps extends SignedIn {
  readonly workspaceId: string;
  onSignOut(problem?: string): void;
  /** The person is in the workspace no more; their key stays good for others. */
  onLeft(): void;
}

/** The frame around the views of one workspace, and what keeps them up. */
export function WorkspaceFrame(props: WorkspaceFrameProps) {
  const { secret, user, workspaceId, onSignOut, onLeft } = props;
  const client = useMemo(() => connectTab(), [secret]);
  const live = useMemo(() => {
    const onTurnedDown = async (status: 401 | 404) => {
      if (status === 404) onLeft();
      else if (!(await signInAgain()))
        onSignOut('The key of this page is no longer good. Sign in with another one.');
    };
    return new Live({ client, workspaceId, onTurnedDown });
  }, [client, workspaceId]);
  useEffect(() => () => live.stop(), [live]);
  // Before anything is drawn by it.
  const stopHues = useMemo(() => effect(() => giveAgentHues(coloured(live))), [live]);
  useEffect(() => stopHues, [stopHues]);
  const { workspace, refusal, tryAgain } = useWorkspaceRecord({
    live,
    id: workspaceId,
    client,
    onLeft,
  });
  const { workspace: slug } = useAddress();
  if (workspace === undefined)
    return refusal === undefined ? (
      <main class="alone" aria-busy="true" />
    ) : (
      <NotShown refusal={refusal} onTryAgain={tryAgain} />
    );
  const href = (...parts: string[]) => addressOf(slug, parts);
  const place: Place = { client, key: secret, live, me: user, workspace, href };
  return (
    <PlaceContext.Provider value={place}>
      <Frame onSignOut={() => onSignOut()} />
    </PlaceContext.Provider>
  );
}

function coloured({ team }: Live) {
  return [...team.value.agents.values()].map(({ id, startedAt: since }) => ({ id, since }));
}

function Frame({ onSignOut }: { onSignOut(): void }) {
  useHeldKeys();
  useShortcuts();
  return (
    <div class="frame">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Navigation onSignOut={onSignOut} />
      <div class="frame-main" id="content" tabIndex={-1}>
        <LostBanner />
        <OngoingBar />
        <OpenView />
      </div>
      <Palette />
      <Dialogs />
    </div>
  );
}

interface NotShownProps {
  readonly refusal: Refusal;
  onTryAgain(): Promise<void>;
}

/** DSH-3, DSH-4: why the workspace cannot be shown, in the service's own words. It opens by itself when it can. */
function NotShown({ refusal, onTryAgain }: NotShownProps) {
  const [isTrying, setTrying] = useState(false);
  const tryAgain = async () => {
    setTrying(true);
    await onTryAgain();
    setTrying(false);
  };
  return (
    <main class="alone" data-ready>
      <Empty title={titles[refusal.error] ?? 'The workspace could not be opened'} isPage>
        <p role="alert">{asText(refusal.message)}</p>
        <p>The page opens by itself when it can.</p>
        <Button kind="primary" disabled={isTrying} onClick={() => void tryAgain()}>
          Try again
        </Button>
      </Empty>
    </main>
  );
}

const titles: Partial<Record<Refusal['error'], string>> = {
  Forbidden: 'You may not open this workspace',
  RateLimited: 'Too many requests',
  Unavailable: 'Waiting for the relay',
};

/** DSH-3: says that nothing comes any more, and as of when what is shown is true. */
function LostBanner() {
  const link = usePlace().live.link.value;
  const isLost = link.state === 'lost';
  document.documentElement.toggleAttribute('data-lost', isLost);
  return (
    <div role="status">
      {isLost && (
        <p class="lost-banner">
          <WifiOff size={15} aria-hidden />
          <span>
            {isAtDaemon ? 'The relay cannot be reached' : 'The connection to the relay is gone'}.
            What you see is <b>as of {timeOfDay(link.asOf)}</b>; it goes on by itself.
          </span>
        </p>
      )}
    </div>
  );
}

/** DSH-72: what goes on in this tab is said in every view, with the way back to it. */
function OngoingBar() {
  const { href } = usePlace();
  const { view, rest } = useAddress();
  const { value } = ongoing;
  if (value === undefined || value.to.split('?')[0] === href(view, ...rest)) return null;
  return (
    <p class="ongoing-bar" role="status">
      <span class="ongoing-mark" aria-hidden="true" />
      <span class="cut">{asData(value.label, 80)}</span>
      <Link to={value.to}>Back to it</Link>
    </p>
  );
}
