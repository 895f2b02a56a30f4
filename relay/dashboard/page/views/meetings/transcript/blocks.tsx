import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** So many lines come and go together. */
export const linesInBlock = 60;
/** A transcript of an hour is drawn whole. */
export const wholeUpTo = 600;
const lineRem = 1.7;
const aheadPx = 900;

interface BlocksProps {
  /** How many lines there are. */
  readonly count: number;
  /** What scrolls. */
  readonly place: RefObject<HTMLElement>;
  /** A block that is drawn wherever the person looks. */
  readonly needed: number | undefined;
  line(index: number): ComponentChildren;
}

/** DSH-70: lines of any height; of a long transcript only those near what is in sight are in the page. */
export function Blocks({ count, place, needed, line }: BlocksProps) {
  const isWhole = count <= wholeUpTo;
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([0]));
  const heights = useRef(new Map<number, number>());
  useLayoutEffect(() => {
    const box = place.current;
    if (isWhole || box === null) return;
    const watch = new IntersectionObserver(
      (entries) => setNear((before) => afterLooking(before, entries, heights.current)),
      { root: box, rootMargin: `${aheadPx}px 0px` },
    );
    for (const block of box.querySelectorAll('[data-block]')) watch.observe(block);
    return () => watch.disconnect();
  }, [isWhole, count]);
  return (
    <>
      {Array.from({ length: Math.ceil(count / linesInBlock) }, (_, block) => {
        const isDrawn = isWhole || near.has(block) || block === needed;
        const first = block * linesInBlock;
        const last = Math.min(count, first + linesInBlock);
        const height = heights.current.get(block);
        const style = { height: height === undefined ? `${(last - first) * lineRem}rem` : height };
        return (
          <div key={block} data-block={block} style={isDrawn ? {} : style}>
            {isDrawn && Array.from({ length: last - first }, (_line, at) => line(first + at))}
          </div>
        );
      })}
    </>
  );
}

/** The blocks near what is in sight. What goes keeps the height that it had, so nothing jumps. */
function afterLooking(
  before: ReadonlySet<number>,
  entries: readonly IntersectionObserverEntry[],
  heights: Map<number, number>,
): ReadonlySet<number> {
  const near = new Set(before);
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const block = Number(target.getAttribute('data-block'));
    if (isIntersecting) near.add(block);
    else {
      if (near.delete(block)) heights.set(block, boundingClientRect.height);
    }
  }
  return near;
}
