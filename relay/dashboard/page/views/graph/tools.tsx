import { ChevronDown, List, Waypoints } from 'lucide-preact';
import { useId, useState } from 'preact/hooks';
import type { NodeType } from '../../../../../shared/graph/contract.ts';
import { Link } from '../../kit/link.tsx';
import type { GraphAddress } from './graph-address.ts';
import type { GraphState } from './graph-state.ts';
import { Mark } from './parts/mark.tsx';
import { kinds, kindWords } from './model/words.ts';
import { Search } from './search.tsx';

interface ToolsProps {
  readonly state: GraphState;
  readonly address: GraphAddress;
  readonly mayDraw: boolean;
}

/** What is shown of the graph, and how. */
export function Tools({ state, address, mayDraw }: ToolsProps) {
  const { isList } = address;
  return (
    <>
      <Search state={state} address={address} />
      <Kinds state={state} address={address} />
      {mayDraw && (
        <Link class="graph-toggle" to={address.shownAs(isList ? 'picture' : 'list')}>
          {isList ? <Waypoints size={14} aria-hidden /> : <List size={14} aria-hidden />}
          {isList ? 'As a picture' : 'As a list'}
        </Link>
      )}
    </>
  );
}

/** The legend, which hides and shows kinds; on a phone it is folded away, since the picture needs the room. */
function Kinds({ state, address }: Pick<ToolsProps, 'state' | 'address'>) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const counts = new Map<NodeType, number>();
  let ended = 0;
  for (const node of state.graph.value.nodes.values()) {
    counts.set(node.kind, (counts.get(node.kind) ?? 0) + 1);
    ended += Number(node.state === 'ended');
  }
  return (
    <>
      <button
        class="graph-toggle graph-fold"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Kinds <ChevronDown size={14} aria-hidden />
      </button>
      <div
        id={id}
        class="graph-kinds"
        role="group"
        aria-label="Kinds that are shown"
        data-open={isOpen || undefined}
      >
        {kinds.map((kind) => {
          const count = counts.get(kind) ?? 0;
          const isShown = address.kinds.has(kind);
          const many = kindWords[kind][1];
          return (
            <button
              key={kind}
              class="graph-kind"
              aria-pressed={isShown}
              disabled={count === 0}
              title={
                count === 0
                  ? `No ${many.toLowerCase()} yet`
                  : `${isShown ? 'Hide' : 'Show'} ${many.toLowerCase()}`
              }
              onClick={() => address.toggleKind(kind)}
            >
              <Mark kind={kind} />
              {many} <span class="numbers">{count}</span>
            </button>
          );
        })}
        {ended > 0 && (
          <span class="graph-kind" title="Decisions that another has superseded, of those counted">
            <Mark kind="decision" state="ended" />
            Ended <span class="numbers">{ended}</span>
          </span>
        )}
      </div>
    </>
  );
}
