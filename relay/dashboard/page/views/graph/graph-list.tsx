import { useMemo } from 'preact/hooks';
import { Windowed } from '../../kit/lists/windowed.tsx';
import type { GraphAddress } from './graph-address.ts';
import type { GraphState } from './graph-state.ts';
import { listed } from './model/find.ts';
import { degreeOf } from './model/graph.ts';
import { surroundingsOf } from './model/near.ts';
import { Trail } from './trail.tsx';
import { NodeRow } from './parts/node-row.tsx';

const isTouched = matchMedia('(pointer: coarse)').matches;
const rowRem = isTouched ? 2.75 : 2;

interface GraphListProps {
  readonly state: GraphState;
  readonly address: GraphAddress;
  readonly cannotDraw: boolean;
}

/** DSH-62: all that the picture shows, as a list. */
export function GraphList({ state, address, cannotDraw }: GraphListProps) {
  const graph = state.graph.value;
  const { focus, depth, query, kinds, chosen } = address;
  const nodes = useMemo(() => {
    const all = listed(graph, query, kinds);
    if (focus === '') return all;
    const near = surroundingsOf(graph, { focus, depth, limit: Infinity }).nodes;
    const ids = new Set(near.map(({ node }) => node.id));
    return all.filter(({ id }) => ids.has(id));
  }, [graph, query, [...kinds].join(), focus, depth]);
  return (
    <section class="graph-list" aria-label="The graph as a list">
      {cannotDraw && (
        <p class="graph-notice" role="status">
          This browser cannot draw the picture: WebGL is off or missing. The list has all of it.
        </p>
      )}
      <Trail state={state} address={address} />
      <Windowed
        label="Nodes"
        items={nodes}
        rowHeight={rowRem}
        keyOf={({ id }) => id}
        row={(node) => (
          <NodeRow
            node={node}
            isChosen={node.id === chosen}
            onChoose={() => address.choose(node.id)}
          >
            <span class="graph-row-end faint numbers">{degreeOf(graph, node.id)} links</span>
          </NodeRow>
        )}
      />
      {nodes.length === 0 && <p class="graph-none faint">Nothing here is called that.</p>}
    </section>
  );
}
