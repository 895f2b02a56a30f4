import type { Dot } from './scene.ts';

/** The name of the shape, one of `markPrograms`. */
export function markOfDot({ kind, state }: Pick<Dot, 'kind' | 'state'>): string {
  if (state === 'ended') return 'cross';
  if (kind === 'area') return 'ring';
  if (kind === 'symbol') return 'diamond';
  return kind === 'file' || kind === 'folder' ? 'square' : 'disc';
}

/** A square within the circle of its size looks smaller than the circle. */
export function sizeOfDot(dot: Dot): number {
  const shape = markOfDot(dot);
  return shape === 'square' ? dot.size * 1.3 : shape === 'diamond' ? dot.size * 1.2 : dot.size;
}
