import { asData } from '../../../../../../shared/kernel/display.ts';
import { Button } from '../../../kit/button.tsx';
import type { GraphAddress } from '../graph-address.ts';
import type { GraphState } from '../graph-state.ts';
import { inRegion, standingOut } from '../model/linked.ts';
import { isFolder } from '../model/regions.ts';
import { folderName } from '../model/words.ts';
import { Close, Links } from './links.tsx';
import { NodePanel } from './node-panel.tsx';

interface PanelProps {
  readonly state: GraphState;
  readonly address: GraphAddress;
}

/** Beside the picture: what is chosen; without a choice what to look at first. */
export function Panel({ state, address }: PanelProps) {
  const { chosen } = address;
  const node = state.graph.value.nodes.get(chosen);
  if (state.layout.value === undefined) return <section class="graph-panel" aria-hidden="true" />;
  if (node !== undefined)
    return <NodePanel key={chosen} node={node} state={state} address={address} />;
  if (isFolder(chosen)) return <FolderPanel state={state} address={address} />;
  return (
    <section class="graph-panel" aria-labelledby="graph-panel-title">
      <header class="graph-panel-head">
        <h2 id="graph-panel-title">{chosen === '' ? 'At a glance' : 'Not in the graph'}</h2>
      </header>
      {chosen !== '' && (
        <p class="graph-panel-text quiet">
          Nothing that is decided is called {asData(chosen, 80)} any more.
        </p>
      )}
      <Links groups={standingOut(state.graph.value)} address={address} graph={state.graph.value} />
    </section>
  );
}

function FolderPanel({ state, address }: PanelProps) {
  const { chosen, opened } = address;
  const regionOf = state.layout.value?.regionOf ?? new Map<string, string>();
  return (
    <section class="graph-panel" aria-labelledby="graph-panel-title">
      <header class="graph-panel-head">
        <span class="faint">Folder</span>
        <Close address={address} />
        <h2 id="graph-panel-title">{folderName(chosen)}</h2>
        <div class="graph-panel-actions">
          <Button size="s" onClick={() => address.toggleFolder(chosen)}>
            {opened.has(chosen) ? 'Draw as one' : 'Show its files'}
          </Button>
        </div>
      </header>
      <Links
        groups={inRegion(state.graph.value, regionOf, chosen)}
        address={address}
        graph={state.graph.value}
      />
    </section>
  );
}
