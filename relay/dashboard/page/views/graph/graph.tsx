import { useEffect, useMemo, useState } from 'preact/hooks';
import { Command } from '../../kit/code.tsx';
import { Empty, Page } from '../../kit/page.tsx';
import { usePlace } from '../../place/place.ts';
import { useGraphAddress, type GraphAddress } from './graph-address.ts';
import { GraphList } from './graph-list.tsx';
import { GraphPicture } from './graph-picture.tsx';
import { GraphState } from './graph-state.ts';
import { Panel } from './panel/panel.tsx';
import { Tools } from './tools.tsx';
import './graph.css';

/** Decisions, and the code, areas and people that they belong to. */
export default function Graph() {
  const { live, client, workspace } = usePlace();
  const workspaceId = workspace.value.id;
  const state = useMemo(
    () => new GraphState(live, { client, workspaceId }),
    [live, client, workspaceId],
  );
  useEffect(() => () => state.stop(), [state]);
  const address = useGraphAddress();
  const [isDrawn, setDrawn] = useState(false);
  const [cannotDraw, setCannotDraw] = useState(false);
  useReach(state, address);
  const problem = state.problem.value;
  if (problem !== undefined)
    return (
      <Page title="Graph" isReady>
        <Empty title="The graph could not be loaded">
          <p>{problem.message}</p>
        </Empty>
      </Page>
    );
  const layout = state.layout.value;
  if (layout !== undefined && state.graph.value.nodes.size === 0) return <NoDecisions />;
  const isList = address.isList || cannotDraw;
  return (
    <Page
      title="Graph"
      isReady={layout !== undefined && (isList || isDrawn)}
      isFull
      actions={<Tools state={state} address={address} mayDraw={!cannotDraw} />}
    >
      <div class="graph">
        {isList ? (
          <GraphList state={state} address={address} cannotDraw={cannotDraw} />
        ) : (
          <GraphPicture
            state={state}
            address={address}
            onDrawn={() => setDrawn(true)}
            onCannotDraw={() => setCannotDraw(true)}
          />
        )}
        <Panel state={state} address={address} />
      </div>
    </Page>
  );
}

/** What was left out of a large graph is asked for when somebody looks at it. */
function useReach(state: GraphState, { focus, depth, chosen }: GraphAddress): void {
  const isLoaded = state.layout.value !== undefined;
  const isCut = state.cut.value !== undefined;
  useEffect(() => {
    if (!isLoaded) return;
    const nodes = state.graph.peek().nodes;
    if (focus !== '' && (isCut || !nodes.has(focus))) void state.reach(focus, depth);
    else if (chosen !== '' && !chosen.startsWith('folder_') && !nodes.has(chosen))
      void state.reach(chosen, 1);
  }, [isLoaded, isCut, focus, depth, chosen]);
}

function NoDecisions() {
  return (
    <Page title="Graph" isReady>
      <Empty title="No decisions yet">
        <p>
          Here the decisions of the team stand beside the files, symbols, areas and people that they
          belong to. The first one appears as soon as an agent or a person records it:
        </p>
        <Command text='coord decide "Sessions end after 30 minutes" --file src/auth/session.ts' />
      </Empty>
    </Page>
  );
}
