import { useEffect, useRef } from 'preact/hooks';
import { hueOf } from '../../../kit/hues.ts';
import { counted } from '../../../kit/lists/counts.ts';
import { Blocks, linesInBlock, wholeUpTo } from './blocks.tsx';
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
  const { speaker, time, text } = line;
  const isSame = speaker !== '' && speaker === before?.speaker;
  return (
    <p class="transcript-line" data-line={index} data-hue={hueOf(speaker)}>
      <span class="transcript-speaker cut" data-same={isSame || undefined}>
        {speaker}
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
