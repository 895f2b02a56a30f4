import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Rect } from './layout.ts';
import { folderOf } from './tree.ts';

export type Ref<T> = { readonly current: T | null };

/** DSH-44: the links of the map by keyboard; Tab reaches one of them. `drawn` changes when they do. */
export function useWalk(place: Ref<HTMLElement>, drawn: unknown, up: () => void) {
  const last = useRef<HTMLElement>();
  const links = (of: string) => [...(place.current?.querySelectorAll<HTMLElement>(of) ?? [])];
  useLayoutEffect(() => {
    const all = links('[data-spot]');
    const isGone = last.current?.isConnected === false && document.activeElement === document.body;
    if (isGone) focusLater(insteadOf(last.current?.dataset['path'], all));
    else if (all[0] !== undefined && links('[tabindex="0"]').length === 0) all[0].tabIndex = 0;
  }, [drawn]);
  const onFocusIn = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement)) return;
    for (const link of links('[tabindex="0"]')) link.tabIndex = -1;
    target.tabIndex = 0;
    last.current = target;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return;
    if (event.key in arrows) {
      const all = links('[data-spot]').map((link) => ({ link, ...rectIn(place, link) }));
      const fits = ({ link }: { link: Element }) => !event.shiftKey || link.matches('.map-mark');
      const from = all.findIndex(({ link }) => link === last.current);
      spotsTo(all, from, event.key as Arrow)
        .find(fits)
        ?.link.focus();
    } else if (event.key === 'Escape') up();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { onFocusIn, onKeyDown };
}

/** In a task of its own: to focus, the browser lays out all that was just drawn. Not where the focus has moved on meanwhile. */
function focusLater(link: HTMLElement | undefined): void {
  setTimeout(() => {
    if (document.activeElement === document.body) link?.focus({ preventScroll: true });
  });
}

/** The link that gets the focus of one that is gone, as it was opened or has ended: of its box, or of the folder around. */
function insteadOf(path = '', links: readonly HTMLElement[]): HTMLElement | undefined {
  for (let at = path; at !== ''; at = folderOf(at)) {
    const link = links.find(({ dataset }) => dataset['path'] === at);
    if (link !== undefined) return link;
  }
  return links[0];
}

/** Where an element is in the map. */
export function rectIn(place: Ref<HTMLElement>, element: Element): Rect {
  const { x, y, width: w, height: h } = element.getBoundingClientRect();
  const outer = place.current?.getBoundingClientRect() ?? { x: 0, y: 0 };
  return { x: x - outer.x, y: y - outer.y, w, h };
}

/** So far boxes and marks are apart. */
const gap = 3;
const arrows = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };
export type Arrow = keyof typeof arrows;

/** What an arrow comes by, the nearest first: across, all that follows in the page; down, what begins below in the same column. */
export function spotsTo<T extends Rect>(spots: readonly T[], from: number, arrow: Arrow): T[] {
  const start = spots[from];
  if (start === undefined) return [];
  const isAcross = arrow === 'ArrowLeft' || arrow === 'ArrowRight';
  const column = ({ x, w }: Rect) => x - gap < start.x && start.x < x + w;
  const line = isAcross ? spots : spots.filter(column).sort((one, other) => one.y - other.y);
  const at = line.indexOf(start);
  return arrows[arrow] > 0 ? line.slice(at + 1) : line.slice(0, at).toReversed();
}
