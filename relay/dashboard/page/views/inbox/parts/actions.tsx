import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { tell } from '../../../kit/toast.tsx';

/** Something that a person can do with the open item. */
export interface Action {
  /** The letter that does it. */
  readonly letter: string;
  readonly label: string;
  readonly kind?: 'primary' | 'plain' | 'danger';
  /** Why it cannot be done now, or not by this person. */
  readonly off?: string | undefined;
  run(): unknown;
}

/** The buttons of an item, each with its letter, which works wherever the focus is. */
export function Actions({ actions }: { readonly actions: readonly Action[] }) {
  useLetters(actions);
  return (
    <div class="inbox-actions" role="group" aria-label="What can be done">
      {actions.map(({ letter, label, kind = 'plain', off, run }) => (
        <Button
          key={letter}
          kind={kind}
          aria-keyshortcuts={letter}
          disabled={off !== undefined}
          title={off}
          onClick={() => void run()}
        >
          {label} <kbd aria-hidden="true">{letter}</kbd>
        </Button>
      ))}
    </div>
  );
}

/** How long `g` waits for the letter of a view (DSH-5), which is no letter of an action then. */
const pairMs = 1_200;

function useLetters(actions: readonly Action[]): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    let afterG = -Infinity;
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isElsewhere(event)) return;
      const isSecond = event.timeStamp - afterG < pairMs;
      afterG = !isSecond && event.key === 'g' ? event.timeStamp : -Infinity;
      const action = current.current.find(({ letter }) => letter === event.key);
      if (isSecond || action === undefined) return;
      event.preventDefault();
      if (action.off === undefined) void action.run();
      else tell(action.off, { isProblem: true });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isElsewhere({ target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  // A row that has just taken the focus: what is open is still the one before.
  if (target.matches('[data-row]:not([aria-current])')) return true;
  return target.matches('input, textarea, select');
}
