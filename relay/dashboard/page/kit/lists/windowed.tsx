import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { nextRow } from './rows.tsx';
import './rows.css';

interface WindowedProps<T> {
  /** What the list is of, for readers of the screen. */
  readonly label: string;
  readonly class?: string;
  readonly items: readonly T[];
  /** How high each row is, in rem. */
  readonly rowHeight: number;
  keyOf(item: T): string;
  /** Depends on the item alone, or on what the row follows by itself: signals, the address. */
  row(item: T): ComponentChildren;
  /** What stands above the rows and scrolls with them, behind them. */
  readonly behind?: ComponentChildren;
}

/** Rows beyond the edges, so that scrolling shows no blanks. */
const spare = 8;

/**
 * A list of rows of one height that scrolls by itself; only those in sight are in the page, so thousands cost no more than
 * twenty. DSH-5: walked like `Rows`; each row has one element that takes the focus, marked `data-row`.
 */
export function Windowed<T>(props: WindowedProps<T>) {
  const { label, items, keyOf, row, behind } = props;
  const place = useRef<HTMLDivElement>(null);
  const px = props.rowHeight * remPixels();
  const [seen, setSeen] = useState({ first: 0, count: 24 });
  const look = () => {
    const { scrollTop = 0, clientHeight = 0 } = place.current ?? {};
    const first = Math.max(0, Math.floor(scrollTop / px) - spare);
    const count = Math.ceil(clientHeight / px) + 2 * spare;
    setSeen((before) =>
      before.first === first && before.count === count ? before : { first, count },
    );
  };
  useLayoutEffect(() => {
    look();
    const watch = new ResizeObserver(look);
    if (place.current !== null) watch.observe(place.current);
    return () => watch.disconnect();
  }, [px, items.length]);
  const focusAt = useFocusAt(place, px);
  const drawn = useDrawnRows(row);
  const onFocusIn = useOneTabStop(place);
  const onKeyDown = (event: JSX.TargetedKeyboardEvent<HTMLElement>) => {
    const next = nextRow(event.key, indexOf(document.activeElement), items.length);
    if (next === undefined || items.length === 0) return;
    event.preventDefault();
    focusAt(next);
    look();
  };
  return (
    <div ref={place} class={`windowed ${props.class ?? ''}`} onScroll={look}>
      {behind}
      <ul
        aria-label={label}
        onKeyDown={onKeyDown}
        onFocusIn={onFocusIn}
        style={{ height: `${items.length * px}px` }}
      >
        {items.slice(seen.first, seen.first + seen.count).map((item, at) => (
          <li
            key={keyOf(item)}
            data-index={seen.first + at}
            aria-setsize={items.length}
            aria-posinset={seen.first + at + 1}
            style={{ top: `${(seen.first + at) * px}px`, height: `${px}px` }}
          >
            {drawn(keyOf(item), item)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The rows as they were drawn last: one whose item is the same is not drawn again, but by itself. */
function useDrawnRows<T>(row: (item: T) => ComponentChildren) {
  const before = useRef(new Map<string, { readonly item: T; readonly row: ComponentChildren }>());
  const after: typeof before.current = new Map();
  useLayoutEffect(() => {
    before.current = after;
  });
  return (key: string, item: T) => {
    const known = before.current.get(key);
    const drawn = known?.item === item ? known : { item, row: row(item) };
    after.set(key, drawn);
    return drawn.row;
  };
}

/** Brings a row in sight and gives it the focus, as soon as it is in the page. */
function useFocusAt(place: { readonly current: HTMLDivElement | null }, px: number) {
  const wanted = useRef<number | undefined>(undefined);
  const tryFocus = () => {
    const row = place.current?.querySelector<HTMLElement>(
      `[data-index="${wanted.current}"] [data-row]`,
    );
    if (row === null || row === undefined) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    if (wanted.current !== undefined) tryFocus();
  });
  return (index: number) => {
    const box = place.current;
    if (box === null) return;
    wanted.current = index;
    const top = index * px;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + px > box.scrollTop + box.clientHeight)
      box.scrollTop = top + px - box.clientHeight;
    tryFocus();
  };
}

/** Tab leads into the list once, to the row that had the focus last, and then out of it. */
function useOneTabStop(place: { readonly current: HTMLDivElement | null }) {
  const current = useRef(0);
  const mark = () => {
    const rows = [...(place.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const stop = rows.find((row) => indexOf(row) === current.current) ?? rows[0];
    for (const row of rows) row.tabIndex = row === stop ? 0 : -1;
  };
  useLayoutEffect(mark);
  return (event: FocusEvent) => {
    if (event.target instanceof Element) current.current = indexOf(event.target);
    mark();
  };
}

function indexOf(element: Element | null): number {
  return Number(element?.closest('[data-index]')?.getAttribute('data-index') ?? -1);
}

function remPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

const isTouched = matchMedia('(pointer: coarse)').matches;

/** Of one agent, in rem: a finger needs more than a mouse. */
export const rowRem = isTouched ? 2.75 : 2.25;

/** Of one lane of the timeline. */
export const laneRem = isTouched ? 2.5 : 1.5;
