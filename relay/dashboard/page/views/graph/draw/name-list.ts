import { countOf, folderName, shortNameOf } from '../model/words.ts';
import type { Dot, Scene } from './scene.ts';

/** A name that is drawn where there is room, those of a lower rank first. */
export interface Name {
  readonly id: string;
  readonly text: string;
  readonly rank: number;
  readonly style: 'title' | 'strong' | 'plain' | 'code';
  readonly dot: Pick<Dot, 'x' | 'y' | 'size' | 'side'>;
  /** From which zoom on it is drawn; 1 is when a unit of the picture is a pixel. */
  readonly from: number;
}

/** Of the smallest folder; larger ones get their room before. */
const titleRank = 2.9;
const ranks = { area: 1, person: 1, folder: 3, decision: 4, file: 3, symbol: 6 } as const;
const froms = { area: 0, person: 0, folder: 0.35, decision: 0.55, file: 0.5, symbol: 0.9 } as const;

/** All names of a scene, in the order in which they get their room. */
export function namesOf(scene: Scene): Name[] {
  const isFocus = scene.key !== '';
  const dots = scene.dots.map((dot): Name => {
    const text =
      dot.kind === 'folder'
        ? countOf('file', dot.count ?? 0)
        : shortNameOf({ ...dot, kind: dot.kind }, isFocus ? 28 : 30);
    const from = isFocus ? 0.45 : froms[dot.kind];
    return { id: dot.id, text, rank: rankOf(dot), style: styleOf(dot), dot, from };
  });
  const largest = Math.max(1, ...scene.regions.map(({ r }) => r));
  const titles = scene.regions.flatMap(({ id, x, y, r }): Name[] => {
    if (!id.startsWith('folder_')) return [];
    const dot = { x, y: y + r, size: 0, side: 0 as const };
    return [
      { id, text: folderName(id), rank: titleRank - r / largest, style: 'title', dot, from: 0 },
    ];
  });
  return [...titles, ...dots].sort((a, b) => a.rank - b.rank);
}

function rankOf({ kind, state }: Dot): number {
  if (state === 'ended') return 7;
  return state === 'stale' ? 2 : ranks[kind];
}

function styleOf({ kind }: Dot): Name['style'] {
  if (kind === 'area' || kind === 'person') return 'strong';
  return kind === 'file' || kind === 'symbol' ? 'code' : 'plain';
}
