import { useMemo, useRef, useState } from 'preact/hooks';
import { SearchField } from '../../kit/forms/field.tsx';
import { nextRow } from '../../kit/lists/rows.tsx';
import type { GraphAddress } from './graph-address.ts';
import type { GraphState } from './graph-state.ts';
import { found } from './model/find.ts';
import { NodeRow } from './parts/node-row.tsx';

const most = 9;

interface SearchProps {
  readonly state: GraphState;
  readonly address: GraphAddress;
}

/** DSH-62: finds a node by its name. Beside the list it says what is listed; beside the picture it goes there. */
export function Search({ state, address }: SearchProps) {
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
