import { useEffect } from 'preact/hooks';
import { useAddress } from '../place/address.ts';
import { showKeys } from './keys-dialog.tsx';
import { escape, walkFromOutside } from './list-keys.ts';
import { isPaletteOpen } from './palette-state.ts';
import { usePlace } from '../place/place.ts';
import { views } from './views.ts';

/** How long the second key of a pair may take. */
const pairMs = 1_200;

/** DSH-5: the keys that work in every view. A view's own keys stand in the element that it gives the focus. */
export function useShortcuts(): void {
  const { go } = useAddress();
  const { href } = usePlace();
  useEffect(() => {
    let afterG = -Infinity;
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        isPaletteOpen.value = true;
        return;
      }
      if (isTyping(event) || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.timeStamp - afterG < pairMs) {
        const view = views.find(({ key }) => key === event.key);
        afterG = -Infinity;
        if (view === undefined) return;
        event.preventDefault();
        go(href(view.path));
      } else if (event.key === 'g') afterG = event.timeStamp;
      else if (event.key === '?') showKeys();
      else if (event.key === '/') search(event);
      else if (event.defaultPrevented) return;
      else if (event.key === 'Escape' ? escape() : walkFromOutside(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [href]);
}

function isTyping({ target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  );
}

/** The search of the view, where it has one, else that of everything. */
function search(event: KeyboardEvent): void {
  event.preventDefault();
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (field === null) isPaletteOpen.value = true;
  else field.focus();
}
