import { useEffect, useMemo } from 'preact/hooks';
import { Page, Tabs } from '../../kit/page.tsx';
import { useAddress, withQuery } from '../../place/address.ts';
import { usePlace } from '../../place/place.ts';
import { AgentDetail } from './agents/agent-detail.tsx';
import { AgentsPane } from './agents/agents-pane.tsx';
import { Alarms } from './alarms.tsx';
import { Feed } from './feed/runs.tsx';
import { Guide, isStarted } from './guide.tsx';
import { MapPane } from './map/map-pane.tsx';
import { NowState } from './now-state.ts';
import { Strip } from './strip.tsx';
import { Timeline } from './timeline/timeline.tsx';
import './now.css';

/** The first view: who works where, what is about to collide, and what has happened. */
export default function Now() {
  const { live, client, workspace, me } = usePlace();
  const workspaceId = workspace.value.id;
  const state = useMemo(
    () => new NowState(live, { client, workspaceId, me: me.name }),
    [live, client, workspaceId],
  );
  useEffect(() => () => state.stop(), [state]);
  if (live.counts.value === undefined) return <Page title="Now" isReady={false} children={null} />;
  if (!isStarted(live.counts.value, live.log.value))
    return (
      <Page title="Now" isReady>
        <Guide />
      </Page>
    );
  return (
    <Page title="Now" isReady={state.isReady} isFull actions={<Strip state={state} />}>
      {state.isReady && <Panes state={state} />}
    </Page>
  );
}

const parts = [
  ['agents', 'Agents'],
  ['map', 'Map'],
  ['timeline', 'Timeline'],
  ['feed', 'What happens'],
] as const;

function Panes({ state }: { readonly state: NowState }) {
  const address = useAddress();
  const agentId = address.query.get('agent') ?? '';
  const open = parts.find(([part]) => part === address.query.get('part'))?.[0] ?? 'agents';
  return (
    <div class="now" data-part={open}>
      <Alarms state={state} />
      <div class="now-tabs">
        <Tabs
          label="Parts of this view"
          tabs={parts.map(([part, title]) => ({
            title: part === 'feed' && agentId !== '' ? 'The agent' : title,
            to: withQuery(address, { part: part === 'agents' ? '' : part }),
            isOpen: part === open,
          }))}
        />
      </div>
      <AgentsPane state={state} />
      <MapPane state={state} />
      {agentId === '' ? (
        <Feed state={state} />
      ) : (
        <AgentDetail key={agentId} id={agentId} state={state} />
      )}
      <Timeline state={state} />
    </div>
  );
}
