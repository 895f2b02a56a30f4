import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { builtInReader } from '../../../../../../shared/meetings/method.ts';
import { nextRow, Rows } from '../../../kit/lists/rows.tsx';
import { useMembers } from '../../../state/members.ts';
import { methodInWords } from '../common/words.ts';
import type { OpenMeeting } from './meeting.ts';
import { ResultRow } from './result-row.tsx';
import { stateOf, type Result } from './result.ts';

interface ResultsProps {
  readonly results: readonly Result[];
  readonly suggestions: readonly Result[];
  /** The id of the one whose sentence is shown. */
  readonly chosen: string;
  readonly open: OpenMeeting;
  /** As the meeting says it. */
  readonly method: string;
  speakerOf(id: string): string;
  choose(id: string): void;
}

const parts = [
  { kind: 'decision', title: 'Decisions' },
  { kind: 'action', title: 'Action items' },
] as const;

/** What was found, to confirm, edit, drop and assign; apart from it what counts only when somebody confirms it. */
export function Results(props: ResultsProps) {
  const { results, suggestions, method, chosen } = props;
  const place = useRef<HTMLElement>(null);
  useFocusOnOpening(place, chosen);
  if (results.length + suggestions.length === 0) return <NothingFound method={method} />;
  const reviewed = results.filter((result) => stateOf(result) !== 'found').length;
  return (
    <section ref={place} aria-labelledby="found-title" onKeyDownCapture={walkOn}>
      <header class="meeting-part">
        <h2 id="found-title">What was found</h2>
        <span class="quiet numbers">
          {reviewed} of {results.length} reviewed
        </span>
      </header>
      <p class="faint">
        {methodInWords(method)}
        {method === builtInReader &&
          reviewed < results.length &&
          '. Agents are told so until somebody confirms it.'}
      </p>
      {parts.map(({ kind, title }) => {
        const ofKind = results.filter((result) => result.kind === kind);
        return <Part key={kind} title={title} shown={ofKind} {...props} />;
      })}
      <Part title="Suggestions" shown={suggestions} {...props}>
        <p class="faint results-suggested">
          The reader was not sure of these. They count only when somebody confirms them.
        </p>
      </Part>
      <p class="results-keys faint">
        <kbd>j</kbd> <kbd>k</kbd> walk · <kbd>Enter</kbd> sentence · <kbd>c</kbd> confirm ·{' '}
        <kbd>e</kbd> edit · <kbd>x</kbd> drop
      </p>
    </section>
  );
}

/** DSH-69: from the last row of a part the keys go on to the next part. */
function walkOn(event: JSX.TargetedKeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  if (target instanceof HTMLElement && target.matches('input, textarea, select')) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement));
  const next = at === -1 ? undefined : nextRow(key, at, rows.length);
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  rows[next]?.focus();
}

interface PartProps extends ResultsProps {
  readonly title: string;
  readonly shown: readonly Result[];
  readonly children?: ComponentChildren;
}

function Part({ title, shown, children, chosen, choose, open, speakerOf }: PartProps) {
  const members = useMembers();
  if (shown.length === 0) return null;
  return (
    <div>
      <h3 class="results-kind">
        {title} <span class="faint numbers">{shown.length}</span>
      </h3>
      {children}
      <Rows label={title}>
        {shown.map((result) => (
          <ResultRow
            key={result.id}
            {...{ result, open, members }}
            isChosen={result.id === chosen}
            speaker={speakerOf(result.id)}
            onChoose={() => choose(result.id)}
          />
        ))}
      </Rows>
    </div>
  );
}

/** DSH-69: its keys work as soon as the meeting is open: the chosen result has the focus, else the first that waits. */
function useFocusOnOpening(place: { readonly current: HTMLElement | null }, chosen: string): void {
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    const wanted = [
      `#${CSS.escape(`result-${chosen}`)} [data-row]`,
      '[data-state="found"] [data-row]',
      '[data-row]',
    ];
    const row = wanted.map((one) => place.current?.querySelector<HTMLElement>(one)).find(Boolean);
    row?.focus({ preventScroll: true });
  }, []);
}

function NothingFound({ method }: { readonly method: string }) {
  return (
    <section class="results-none">
      <h2>Nothing was found</h2>
      <p class="quiet">
        No sentence says that something was decided or will be done, such as “We decided to …” or
        “I'll … by Friday”. What was said can be searched all the same.
      </p>
      <p class="faint">{methodInWords(method)}</p>
    </section>
  );
}
