import { ChevronDown, List, Waypoints } from 'lucide-preact';
import { useId, useState, useMemo, useRef } from 'preact/hooks';
import type { NodeType } from '../../../../../shared/graph/contract.ts';
import { Link } from '../../kit/link.tsx';
import { SearchField } from '../../kit/forms/field.tsx';
import { nextRow } from '../../kit/lists/rows.tsx';
import type { GraphAddress } from './graph-address.ts';
import type { GraphState } from './graph-state.ts';
import { Mark, NodeRow } from './parts/node-row.tsx';
import { kinds, kindWords } from './model/words.ts';
import { found } from './model/find.ts';

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

const most = 9;

interface SearchProps {
  readonly state: GraphState;
  readonly address: GraphAddress;
}

/** DSH-62: finds a node by its name. Beside the list it says what is listed; beside the picture it goes there. */
function Search({ state, address }: SearchProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isLeft, setLeft] = useState(false);
  const graph = state.graph.value;
  const { query, kinds, isList } = address;
  const matches = useMemo(
    () => (isList ? [] : found(graph, query, kinds)),
    [graph, query, [...kinds].join(), isList],
  );
  const isOpen = !isList && !isLeft && query.trim() !== '';
  const choose = (id: string | undefined) => {
    if (id === undefined) return;
    address.choose(id);
    document.querySelector<HTMLElement>('.graph-canvas')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const items = [...(place.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const isInField = at === -1;
    if (event.key === 'Enter' && isInField) choose(matches[0]?.id);
    else if (event.key === 'Escape') address.search('');
    else if (event.key === 'ArrowUp' && at === 0) place.current?.querySelector('input')?.focus();
    else if (event.key === 'ArrowDown' || (event.key === 'ArrowUp' && !isInField))
      items[nextRow(event.key, at, items.length) ?? 0]?.focus();
    else return;
    event.preventDefault();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) =>
    setLeft(!(relatedTarget instanceof Node && place.current?.contains(relatedTarget) === true));
  return (
    <div
      ref={place}
      class="graph-search"
      onKeyDown={onKeyDown}
      onFocusIn={() => setLeft(false)}
      onFocusOut={onFocusOut}
    >
      <SearchField label="Find in the graph" value={query} onInput={address.search} />
      {isOpen && (
        <div class="graph-found">
          <ul aria-label="Found">
            {matches.slice(0, most).map((node) => (
              <li key={node.id}>
                <NodeRow node={node} onChoose={() => choose(node.id)} />
              </li>
            ))}
          </ul>
          <p class="graph-found-end faint" role="status">
            {matches.length === 0 && 'Nothing here is called that.'}
            {matches.length > most && `${matches.length - most} more; type on.`}
          </p>
        </div>
      )}
    </div>
  );
}
