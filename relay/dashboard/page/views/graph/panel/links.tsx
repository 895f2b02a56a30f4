import { useState } from 'preact/hooks';
import { X } from 'lucide-preact';
import { Button, IconButton } from '../../../kit/button.tsx';
import { Rows } from '../../../kit/lists/rows.tsx';
import type { GraphAddress } from '../graph-address.ts';
import { NodeRow } from '../parts/node-row.tsx';
import type { Graph } from '../model/graph.ts';
import type { Linked } from '../model/linked.ts';
import { countOf } from '../model/words.ts';

interface LinksProps {
  readonly groups: readonly Linked[];
  readonly graph: Graph;
  readonly address: GraphAddress;
}

const atFirst = 30;

/** Nodes by groups, walked by keyboard; choosing one goes there. */
export function Links({ groups, graph, address }: LinksProps) {
  return (
    <div class="graph-links">
      {groups.map((group) => (
        <Group key={group.heading} group={group} graph={graph} address={address} />
      ))}
    </div>
  );
}

function Group({ group, graph, address }: Omit<LinksProps, 'groups'> & { group: Linked }) {
  const [isWhole, setWhole] = useState(false);
  const { heading, nodes } = group;
  const shown = isWhole ? nodes : nodes.slice(0, atFirst);
  return (
    <section>
      <h3 class="graph-heading">
        {heading} {group.isPart !== true && <span class="faint numbers">{nodes.length}</span>}
      </h3>
      <Rows label={heading}>
        {shown.map((node) => (
          <li key={node.id}>
            <NodeRow
              node={node}
              isStateSaid={heading === 'Stale'}
              onChoose={() => address.choose(node.id)}
            >
              {node.kind === 'file' && <About graph={graph} id={node.id} />}
            </NodeRow>
          </li>
        ))}
      </Rows>
      {shown.length < nodes.length && (
        <Button size="s" kind="quiet" onClick={() => setWhole(true)}>
          Show all {nodes.length}
        </Button>
      )}
    </section>
  );
}

/** How many decisions are about a file. */
function About({ graph, id }: { readonly graph: Graph; readonly id: string }) {
  const links = graph.links.get(id) ?? [];
  const count = links.filter(({ kind, isOut }) => kind === 'about' && !isOut).length;
  return (
    <span
      class="graph-row-end faint numbers"
      title={`${countOf('decision', count)} ${count === 1 ? 'is' : 'are'} about it`}
    >
      {count}
    </span>
  );
}

/** Ends the choice; that of the focus ends the focus. */
export function Close({ address }: { readonly address: GraphAddress }) {
  const leave = () =>
    address.chosen === address.focus ? address.leaveFocus() : address.choose(undefined);
  return (
    <IconButton label="Close" data-escape onClick={leave}>
      <X size={14} aria-hidden />
    </IconButton>
  );
}
