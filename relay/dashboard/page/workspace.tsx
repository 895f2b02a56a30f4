import { useMemo } from 'preact/hooks';
import { Agents } from './agents.tsx';
import { connect } from './connect.ts';
import { Decisions } from './decisions.tsx';
import { Feed } from './feed.tsx';
import { Meetings } from './meetings.tsx';
import { Escalated, OpenNegotiations } from './negotiations.tsx';
import { Packages } from './packages.tsx';
import { useTeam } from './use-team.ts';
import { WaitingRules } from './waiting-rules.tsx';

interface WorkspaceProps {
  readonly secret: string;
  readonly workspaceId: string;
  onSignOut(): void;
}

/** One workspace: first what waits for a person, then who works on what, and what happens. */
export function Workspace({ secret, workspaceId, onSignOut }: WorkspaceProps) {
  const client = useMemo(() => connect(secret), [secret]);
  const place = { client, secret, workspaceId, onTurnedDown: onSignOut };
  const { team, events, isLive, problem, refresh } = useTeam(place);
  return (
    <>
      <p role="status">
        {isLive ? 'live' : 'connecting…'} {problem}
      </p>
      {team !== undefined && (
        <>
          <Escalated {...place} negotiations={team.escalated} onSettled={refresh} />
          <WaitingRules {...place} proposed={team.proposed} onChanged={refresh} />
          <Agents {...team} />
          <OpenNegotiations negotiations={team.open} />
          <Packages {...place} packages={team.packages} onChanged={refresh} />
          <Meetings {...place} meetings={team.meetings} onChanged={refresh} />
          <Decisions {...place} stale={team.stale} onChanged={refresh} />
          <Feed events={events} sessions={team.sessions} />
        </>
      )}
    </>
  );
}
