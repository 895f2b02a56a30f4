import { CircleCheck } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { asText } from '../../../../../../shared/kernel/display.ts';
import { Name, SymbolName } from '../../../kit/code.tsx';
import { Ago } from '../../../kit/time.tsx';
import { useInbox } from './inbox-context.ts';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { tell } from '../../../kit/toast.tsx';

interface DetailProps {
  /** What it is, such as `Stale decision`. */
  readonly what: string;
  readonly since: string;
  readonly title: ComponentChildren;
  /** The question that it puts to a person, in one sentence. */
  readonly question: ComponentChildren;
  readonly actions: readonly Action[];
  readonly children: ComponentChildren;
}

/** One opened item: what it is, what is asked, what can be done, and below what one has to know for it. */
export function Detail({ what, since, title, question, actions, children }: DetailProps) {
  const { over } = useInbox();
  return (
    <article class="inbox-detail" data-over={over && true}>
      <header>
        <p class="inbox-what">
          {what} <span aria-hidden="true">·</span> waits <Ago at={since} />
        </p>
        <h2>{title}</h2>
        <p class="quiet">{question}</p>
      </header>
      {over === undefined ? actions.length > 0 && <Actions actions={actions} /> : <Over />}
      {children}
    </article>
  );
}

/** Says by whom an open item was settled. */
function Over() {
  const { over } = useInbox();
  return (
    <p class="inbox-over" role="status">
      <CircleCheck size={15} aria-hidden />
      <span>
        <b>This waits no longer.</b> {over?.words}
      </span>
      {over?.at !== undefined && (
        <span class="faint">
          <Ago at={over.at} />
        </span>
      )}
    </p>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

export function Section({ title, children }: SectionProps) {
  return (
    <section class="inbox-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** What somebody wrote, whole. */
export function Words({ text }: { readonly text: string }) {
  return <p class="inbox-words">{asText(text)}</p>;
}

interface FactsProps {
  readonly facts: readonly (readonly [label: string, value: ComponentChildren] | false)[];
}

export function Facts({ facts }: FactsProps) {
  const shown = facts.filter((fact) => fact !== false);
  return (
    <dl class="inbox-facts">
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Paths, a line each. */
export function Paths({ paths }: { readonly paths: readonly string[] }) {
  return (
    <ul class="inbox-lines">
      {paths.map((path) => (
        <li key={path}>
          <Name text={path} />
        </li>
      ))}
    </ul>
  );
}

/** Symbols by their ids, a line each. */
export function SymbolNames({ ids }: { readonly ids: readonly string[] }) {
  return (
    <ul class="inbox-lines">
      {ids.map((id) => (
        <li key={id}>
          <SymbolName id={id} />
        </li>
      ))}
    </ul>
  );
}

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
function Actions({ actions }: { readonly actions: readonly Action[] }) {
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
  // What is open and its row are drawn together: a key that comes before the next frame is meant for it.
  useLayoutEffect(() => {
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
