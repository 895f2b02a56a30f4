import { effect, signal, type Signal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Output } from '../../../../shared/api/operations.ts';
import { isRefusal } from '../../../../shared/kernel/refusal.ts';
import { connect } from '../client/connect.ts';
import { giveHues } from '../kit/hues.ts';
import { Live } from '../state/live.ts';
import { addressOf, useAddress } from '../place/address.ts';
import { LostBanner } from './lost-banner.tsx';
import { Navigation } from './navigation.tsx';
import { OngoingBar } from './ongoing-bar.tsx';
import { OpenView } from './open-view.tsx';
import { Palette } from './palette.tsx';
import { PlaceContext, type Place } from '../place/place.ts';
import { useShortcuts } from './shortcuts.tsx';
import type { SignedIn } from './sign-in.tsx';
import './frame.css';

interface WorkspaceFrameProps extends SignedIn {
  readonly workspaceId: string;
  onSignOut(problem?: string): void;
}

type Workspace = Output<'getWorkspace'>;

/** The frame around the views of one workspace, and what keeps them up. */
export function WorkspaceFrame({ secret, user, workspaceId, onSignOut }: WorkspaceFrameProps) {
  const client = useMemo(() => connect(secret), [secret]);
  const live = useMemo(() => {
    const onTurnedDown = (status: 401 | 404) =>
      onSignOut(
        status === 401
          ? 'The key of this page is no longer good. Sign in with another one.'
          : 'You are no longer a member of this workspace.',
      );
    return new Live({ client, key: secret, workspaceId, onTurnedDown });
  }, [client, workspaceId]);
  useEffect(() => () => live.stop(), [live]);
  // Before anything is drawn by it, so that no agent changes its colour.
  const stopHues = useMemo(() => effect(() => giveHues(live.team.value.agents.keys())), [live]);
  useEffect(() => stopHues, [stopHues]);
  const workspace = useWorkspaceRecord(live, workspaceId, client, onSignOut);
  const { workspace: slug } = useAddress();
  if (workspace === undefined) return <main class="alone" aria-busy="true" />;
  const href = (...parts: string[]) => addressOf(slug, parts);
  const place: Place = { client, key: secret, live, me: user, workspace, href };
  return (
    <PlaceContext.Provider value={place}>
      <Frame onSignOut={() => onSignOut()} />
    </PlaceContext.Provider>
  );
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

/** Of more than there are colours some share one anyhow. */
const colouredMembers = 50;

/** The record of the workspace, asked for again when the log says that it changed. */
function useWorkspaceRecord(
  live: Live,
  id: string,
  client: Place['client'],
  onProblem: (problem: string) => void,
): Signal<Workspace> | undefined {
  const [record, setRecord] = useState<Signal<Workspace>>();
  useEffect(() => {
    const load = async () => {
      const [answer, members] = await Promise.all([
        client.call('getWorkspace', { id }),
        client.call('listMembers', { id, limit: colouredMembers }),
      ]);
      if (!isRefusal(members)) giveHues(members.members.map(({ name }) => name));
      if (isRefusal(answer)) return answer.error === 'NotFound' && onProblem(answer.message);
      setRecord((known) => {
        if (known === undefined) return signal(answer);
        known.value = answer;
        return known;
      });
    };
    void load();
    return live.onEvents((events) => {
      const changes = ['workspace_changed', 'workspace_renamed', 'member_added'];
      if (events.some(({ type }) => changes.includes(type))) void load();
    });
  }, [live, id]);
  return record;
}
