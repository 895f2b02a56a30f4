import type { Output } from '../../../../../../shared/api/operations.ts';
import type { Graph } from './graph.ts';

type Counts = Output<'summary'>['decisions'];

/**
 * Which decisions of the workspace the graph does not draw, in words: `2 that have ended, 1 proposed`; empty where it draws all.
 * Of those that have ended only the ones that another superseded are drawn, beside it.
 */
export function leftOut({ nodes }: Pick<Graph, 'nodes'>, counts: Counts): string {
  const drawn = { fresh: 0, stale: 0, ended: 0 };
  for (const { kind, state = 'fresh' } of nodes.values())
    if (kind === 'decision') drawn[state] += 1;
  const ended = counts.ended - drawn.ended;
  const standing = counts.fresh + counts.stale - drawn.fresh - drawn.stale;
  const parts = [
    standing > 0 ? `${standing} older` : '',
    ended > 0 ? `${ended} that ${ended === 1 ? 'has' : 'have'} ended` : '',
    counts.proposed > 0 ? `${counts.proposed} proposed` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}
