import { useEffect } from 'preact/hooks';
import { useAddress } from '../place/address.ts';
import { usePlace } from '../place/place.ts';
import { nextRow } from '../kit/lists/rows.tsx';
import { showDialog } from '../kit/forms/ask.tsx';
import { isField } from './held-keys.ts';
import { isPaletteOpen } from './palette.tsx';
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
  return document.querySelector('dialog[open]') !== null || isField(target);
}

/** The search of the view, where it has one, else that of everything. */
function search(event: KeyboardEvent): void {
  event.preventDefault();
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (field === null) isPaletteOpen.value = true;
  else field.focus();
}

/** The address of the record that Escape has left last; its row is where the keys go on. */
let left = '';

/** DSH-5: the keys of lists while no row has the focus. Whether the key was for them. */
function walkFromOutside({ key }: KeyboardEvent): boolean {
  // A page without a row of its own is scrolled with the arrows, and so is a part of it that has the focus.
  if (key.startsWith('Arrow') && document.activeElement !== document.body) return false;
  if (!['j', 'k', 'ArrowDown', 'ArrowUp'].includes(key)) return false;
  const shown = shownRows();
  const at = shown.findIndex(isLeft);
  const next = nextRow(key, at, shown.length);
  if (next === undefined || shown.length === 0) return false;
  shown[next]?.focus();
  return true;
}

function shownRows(): HTMLElement[] {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  return rows.filter((row) => row.checkVisibility());
}

function isLeft(row: HTMLElement): boolean {
  return left !== '' && row.getAttribute('href') === left;
}

/** How long a list may take until it has the row of the record that was left. */
const listWithinMs = 2_000;

/** DSH-5: gives that row the focus as soon as it is there, unless something else has it. */
function focusLeft(untilMs: number): void {
  const row = document.activeElement === document.body ? shownRows().find(isLeft) : undefined;
  if (row !== undefined) row.focus();
  else if (performance.now() < untilMs) requestAnimationFrame(() => focusLeft(untilMs));
}

/** DSH-5: does what Escape stands for in the view: a link or a button that is marked `data-escape`. Whether there is one. */
function escape(): boolean {
  const way = document.querySelector<HTMLElement>('main [data-escape]');
  if (way === null) return false;
  left = location.pathname;
  way.click();
  focusLeft(performance.now() + listWithinMs);
  return true;
}

type Keys = readonly (readonly [keys: string, what: string])[];

const everywhere: Keys = [
  ['⌘ K, Ctrl K', 'Find anything, do anything'],
  ['/', 'Search in this view'],
  ['?', 'These keys'],
  ...views.map(({ key, title }) => [`g ${key}`, title] as const),
  ['j, k or arrows', 'Next, previous in a list'],
  ['Enter', 'Open'],
  ['Esc', 'Back, close'],
];

/** What is judged in two views has the same keys in both. */
const results: Keys = [
  ['c', 'Confirm a result'],
  ['e', 'Edit it'],
  ['x', 'Drop it'],
];

const inViews: readonly { readonly title: string; readonly keys: Keys }[] = [
  { title: 'In a meeting', keys: [...results, ['Enter', 'Show its sentence']] },
  {
    title: 'In the Inbox',
    keys: [
      ...results,
      ['i', 'Assign it'],
      ['C', 'Confirm all of its meeting'],
      ['a', 'Accept what is proposed'],
      ['x', 'Decline, withdraw, put aside'],
      ['o', 'Open its record'],
      ['r, s', 'Reaffirm, supersede a stale decision'],
      ['y, h, s', 'Settle a negotiation: give, keep, divide'],
    ],
  },
  { title: 'On the board of tasks', keys: [['m', 'Open the menu of a task']] },
];

/** What `?` shows. */
export function showKeys(): void {
  void showDialog('Keys', () => (
    <>
      <KeyList keys={everywhere} />
      {inViews.map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <h3 class="keys-title">{title}</h3>
          <KeyList keys={keys} />
        </section>
      ))}
    </>
  ));
}

function KeyList({ keys }: { readonly keys: Keys }) {
  return (
    <dl class="keys">
      {keys.map(([key, what]) => (
        <div key={what}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
