import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { TaskRecord } from '../../../../../../shared/tasks/contract.ts';
import type { Dependency } from './columns.ts';
import { curve, type Box } from './curve.ts';

interface CurvesProps {
  readonly board: RefObject<HTMLElement>;
  readonly dependencies: readonly Dependency[];
  /** The task whose dependencies are shown. */
  readonly pointed: string | undefined;
  readonly isAll: boolean;
  /** When they change, cards stand elsewhere. */
  readonly tasks: readonly TaskRecord[];
}

interface Line extends Dependency {
  readonly path: string;
}

/** DSH-65: what depends on what, as curves between the cards; each card says it in words too. */
export function Curves({ board, dependencies, pointed, isAll, tasks }: CurvesProps) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  // Of all of them those that still stand in the way; what is met is history.
  const isShown = ({ from, to, isWaiting }: Dependency) =>
    (isAll && isWaiting) || from === pointed || to === pointed;
  const wanted = dependencies.filter(isShown);
  const measure = () => {
    const element = board.current;
    if (element !== null) setLines(linesIn(element, wanted));
  };
  const shape = `${wanted.map(({ from, to, isWaiting }) => `${from}>${to}${isWaiting}`).join()} ${tasks.map(({ id, status }) => id + status).join()}`;
  useLayoutEffect(() => {
    measure();
    const watch = new ResizeObserver(measure);
    if (board.current !== null) watch.observe(board.current);
    return () => watch.disconnect();
  }, [shape]);
  return (
    <svg class="board-curves" aria-hidden="true">
      <defs>
        {(['waiting', 'met'] as const).map((kind) => (
          <marker
            key={kind}
            id={`board-arrow-${kind}`}
            data-kind={kind}
            viewBox="0 0 6 6"
            refX="5"
            refY="3"
            markerWidth="6"
            markerHeight="6"
            orient="auto"
          >
            <path d="M0 0L6 3L0 6z" />
          </marker>
        ))}
      </defs>
      {lines.map(({ from, to, path, isWaiting }) => (
        <path
          key={`${from} ${to}`}
          d={path}
          data-kind={isWaiting ? 'waiting' : 'met'}
          data-dim={
            (isAll && pointed !== undefined && from !== pointed && to !== pointed) || undefined
          }
          marker-end={`url(#board-arrow-${isWaiting ? 'waiting' : 'met'})`}
        />
      ))}
    </svg>
  );
}

function linesIn(board: HTMLElement, dependencies: readonly Dependency[]): Line[] {
  const origin = board.getBoundingClientRect();
  const boxOf = (id: string): Box | undefined => {
    const card = board.querySelector(`[data-task="${CSS.escape(id)}"]`);
    if (card === null) return undefined;
    const { left, top, width, height } = card.getBoundingClientRect();
    return { left: left - origin.left, top: top - origin.top, width, height };
  };
  return dependencies.flatMap((one) => {
    const [from, to] = [boxOf(one.from), boxOf(one.to)];
    return from === undefined || to === undefined ? [] : [{ ...one, path: curve(from, to) }];
  });
}
