import type { ComponentChildren } from 'preact';
import './empty.css';

interface EmptyProps {
  readonly title: string;
  /** Nothing else is in the page. */
  readonly isPage?: boolean;
  readonly children?: ComponentChildren;
}

/** What stands where there is nothing yet: what would be here, and how it comes about. */
export function Empty({ title, isPage = false, children }: EmptyProps) {
  return (
    <div class="empty">
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
    </div>
  );
}
