import type { Picture } from './draw/picture.ts';
import type { Direction } from './draw/walk.ts';
import type { GraphAddress } from './graph-address.ts';

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

interface GraphKeysOptions {
  readonly picture: Picture | undefined;
  readonly address: GraphAddress;
  readonly chosen: string | undefined;
  open(id: string): void;
}

/** DSH-62: the picture by keyboard. */
export function useGraphKeys({ picture, address, chosen, open }: GraphKeysOptions) {
  return (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (direction !== undefined) {
      const next = picture?.next(chosen, direction);
      if (next !== undefined) address.choose(next);
    } else if (event.key === 'Enter' && chosen !== undefined && chosen !== address.focus)
      open(chosen);
    else if (event.key === 'Escape') back(address, chosen);
    else if (event.key === '+' || event.key === '=') picture?.zoom(1.6);
    else if (event.key === '-') picture?.zoom(1 / 1.6);
    else if (event.key === '0') picture?.whole();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function back(address: GraphAddress, chosen: string | undefined): void {
  if (chosen !== undefined && chosen !== address.focus) address.choose(undefined);
  else if (address.focus !== '') address.leaveFocus();
}
