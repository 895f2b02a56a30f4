import { CircleCheck } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { asText } from '../../../../../../shared/kernel/display.ts';
import { Name, SymbolName } from '../../../kit/code.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Actions, type Action } from './actions.tsx';
import { useInbox } from './inbox-context.ts';

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
