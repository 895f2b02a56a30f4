import { effect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { connectTab } from '../client/connect.ts';
import { signInAgain } from '../client/sign-in.ts';
import { giveAgentHues } from '../kit/hues.ts';
import { Live } from '../state/live.ts';
import { addressOf, useAddress } from '../place/address.ts';
import { LostBanner } from './lost-banner.tsx';
import { Navigation } from './navigation.tsx';
import { NotShown } from './not-shown.tsx';
import { OngoingBar } from './ongoing-bar.tsx';
import { OpenView } from './open-view.tsx';
import { Palette } from './palette.tsx';
import { PlaceContext, type Place } from '../place/place.ts';
import { useShortcuts } from './shortcuts.tsx';
import type { SignedIn } from './sign-in.tsx';
import { noLongerMember, useWorkspaceRecord } from './workspace-record.ts';
import './frame.css';

interface WorkspaceFrameProps extends SignedIn {
  readonly workspaceId: string;
  onSignOut(problem?: string): void;
}

/** The frame around the views of one workspace, and what keeps them up. */
export function WorkspaceFrame({ secret, user, workspaceId, onSignOut }: WorkspaceFrameProps) {
  const client = useMemo(() => connectTab(), [secret]);
  const live = useMemo(() => {
    const onTurnedDown = async (status: 401 | 404) => {
      if (status === 401 && (await signInAgain())) return;
      onSignOut(
        status === 401
          ? 'The key of this page is no longer good. Sign in with another one.'
          : noLongerMember,
      );
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
    onSignOut,
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
    </div>
  );
}
