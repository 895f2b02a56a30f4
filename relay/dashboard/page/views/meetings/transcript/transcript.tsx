import { useEffect, useRef, useLayoutEffect, useState } from 'preact/hooks';
import type { ComponentChildren, RefObject } from 'preact';
import { hueOf } from '../../../kit/hues.ts';
import { counted } from '../../../kit/lists/counts.ts';
import type { Line } from './lines.ts';
import { lineOfResult, piecesOf, type Mark, type Marks } from './marks.ts';
import './transcript.css';

interface TranscriptProps {
  readonly lines: readonly Line[];
  readonly marks: Marks;
  /** The ids of results that were dropped. */
  readonly dropped: ReadonlySet<string>;
  readonly chosen: string;
  /** Grows whenever a person asks for the chosen one, also again. */
  readonly asked: number;
  choose(result: string): void;
}

/** What was said; the sentences of results are marked, and the chosen one is in sight. */
export function Transcript(props: TranscriptProps) {
  const { lines, marks, dropped, chosen, asked, choose } = props;
  const place = useRef<HTMLDivElement>(null);
  const at = lineOfResult(marks, chosen);
  useEffect(() => {
    if (at === undefined) return;
    const line = place.current?.querySelector(`[data-line="${at}"]`);
    if (line !== null && line !== undefined && !isInSight(line))
      line.scrollIntoView({ block: 'center' });
  }, [at, chosen, asked]);
  return (
    <section class="transcript" aria-labelledby="transcript-title">
      <header class="meeting-part">
        <h2 id="transcript-title">Transcript</h2>
        <span class="quiet numbers">{counted(lines.length, 'line')}</span>
      </header>
      <div
        class="transcript-lines"
        ref={place}
        data-long={lines.length > wholeUpTo || undefined}
        tabIndex={0}
        aria-label="What was said"
        role="group"
      >
        <Blocks
          count={lines.length}
          place={place}
          needed={at === undefined ? undefined : Math.floor(at / linesInBlock)}
          line={(index) => (
            <LineRow
              key={index}
              {...{ index, chosen, dropped, choose }}
              line={lines[index] as Line}
              before={lines[index - 1]}
              marks={marks.get(index)}
            />
          )}
        />
      </div>
    </section>
  );
}

/** Whether a person sees it whole, within everything that scrolls around it. */
function isInSight(line: Element): boolean {
  const { top, bottom, left } = line.getBoundingClientRect();
  const at = (y: number) => document.elementFromPoint(left + 1, y);
  return [top + 1, bottom - 1].every((y) => line.contains(at(y)));
}

interface LineRowProps {
  readonly index: number;
  readonly line: Line;
  readonly before: Line | undefined;
  readonly marks: readonly Mark[] | undefined;
  readonly chosen: string;
  readonly dropped: ReadonlySet<string>;
  choose(result: string): void;
}

function LineRow({ index, line, before, marks, ...shown }: LineRowProps) {
  const { speaker, begins, time, text } = line;
  const isSame = speaker !== '' && speaker === before?.speaker;
  return (
    <p class="transcript-line" data-line={index} data-hue={hueOf(speaker)}>
      <span class="transcript-speaker cut" data-same={isSame || undefined}>
        {begins && speaker}
        {time !== '' && <span class="faint numbers"> {time}</span>}
      </span>
      <span>{marks === undefined ? text : <Marked {...{ text, marks, ...shown }} />}</span>
    </p>
  );
}

interface MarkedProps extends Pick<LineRowProps, 'chosen' | 'dropped' | 'choose'> {
  readonly text: string;
  readonly marks: readonly Mark[];
}

function Marked({ text, marks, chosen, dropped, choose }: MarkedProps) {
  return (
    <>
      {piecesOf(text, marks).map((piece, at) =>
        piece.result === undefined ? (
          piece.text
        ) : (
          <mark
            key={at}
            data-chosen={piece.result === chosen || undefined}
            data-dropped={dropped.has(piece.result) || undefined}
            onClick={() => choose(piece.result as string)}
          >
            {piece.text}
          </mark>
        ),
      )}
    </>
  );
}

/** So many lines come and go together. */
const linesInBlock = 60;
/** A transcript of an hour is drawn whole. */
const wholeUpTo = 600;
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
function Blocks({ count, place, needed, line }: BlocksProps) {
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
