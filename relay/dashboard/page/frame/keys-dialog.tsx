import { showDialog } from '../kit/forms/ask.tsx';
import { views } from './views.ts';
import './keys.css';

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
