import type { ComponentChildren } from 'preact';
import { Link } from './link.tsx';
import './tabs.css';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly {
    readonly title: ComponentChildren;
    readonly to: string;
    readonly isOpen: boolean;
  }[];
}

/** The parts of a view. Each has an address, so these are links. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ title, to, isOpen }) => (
        <Link key={to} to={to} aria-current={isOpen ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
