import { useEffect } from 'preact/hooks';
import { showDialog } from '../kit/ask.tsx';
import { useAddress } from '../place/address.ts';
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

/** What `?` shows. */
export function showKeys(): void {
  void showDialog('Keys', () => (
    <dl class="keys">
      {[
        ['⌘ K, Ctrl K', 'Find anything, do anything'],
        ['/', 'Search in this view'],
        ['?', 'These keys'],
        ...views.map(({ key, title }) => [`g ${key}`, title]),
        ['j, k or arrows', 'Next, previous in a list'],
        ['Enter', 'Open'],
        ['Esc', 'Back, close'],
      ].map(([keys, what]) => (
        <div key={what}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  ));
}
