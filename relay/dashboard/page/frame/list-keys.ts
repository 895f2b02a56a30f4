import { nextRow } from '../kit/lists/rows.tsx';

/** The address of the record that Escape has left last; its row is where the keys go on. */
let left = '';

/** DSH-5: the keys of lists while no row has the focus. Whether the key was for them. */
export function walkFromOutside({ key }: KeyboardEvent): boolean {
  // A page without a row of its own is scrolled with the arrows, and so is a part of it that has the focus.
  if (key.startsWith('Arrow') && document.activeElement !== document.body) return false;
  if (!['j', 'k', 'ArrowDown', 'ArrowUp'].includes(key)) return false;
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const shown = rows.filter((row) => row.checkVisibility());
  const at = shown.findIndex((row) => left !== '' && row.getAttribute('href') === left);
  const next = nextRow(key, at, shown.length);
  if (next === undefined || shown.length === 0) return false;
  shown[next]?.focus();
  return true;
}

/** DSH-5: does what Escape stands for in the view: a link or a button that is marked `data-escape`. Whether there is one. */
export function escape(): boolean {
  const way = document.querySelector<HTMLElement>('main [data-escape]');
  if (way === null) return false;
  left = location.pathname;
  way.click();
  return true;
}
