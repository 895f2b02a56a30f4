import type { ComponentChildren } from 'preact';
import './record.css';

interface RecordBodyProps {
  readonly title: string;
  /** One line above the title: what it is, and its state. */
  readonly kind: ComponentChildren;
  /** Short facts beside the text; below it on a phone. */
  readonly facts: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The page of one record: its text, and its facts at the side. */
export function RecordBody({ title, kind, facts, children }: RecordBodyProps) {
  return (
    <div class="record">
      <article class="record-text">
        <p class="record-kind">{kind}</p>
        <h1 class="record-title">{title}</h1>
        {children}
      </article>
      <aside class="record-facts" aria-label="Facts">
        {facts}
      </aside>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  /** Beside the title, such as how many there are. */
  readonly hint?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a record's page under its own title. */
export function Part({ title, hint, children }: PartProps) {
  return (
    <section class="part" aria-label={title}>
      <h2>
        {title}
        {hint !== undefined && <span class="part-hint">{hint}</span>}
      </h2>
      {children}
    </section>
  );
}

/** One fact at the side; left out where there is none. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="fact">
      <h2>{name}</h2>
      <div>{children}</div>
    </div>
  );
}

interface CalloutProps {
  readonly tone: 'warn' | 'info' | 'plain';
  /** What the matter is, in a few words. */
  readonly title: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** What a person has to know first about a record, with what they can do. */
export function Callout({ tone, title, actions, children }: CalloutProps) {
  return (
    <div class="callout" data-tone={tone}>
      <div class="callout-head">
        <p>{title}</p>
        {actions !== undefined && <div class="callout-actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
