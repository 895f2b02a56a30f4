import type { ComponentChildren } from 'preact';
import './badge.css';

interface BadgeProps {
  readonly tone?: 'plain' | 'good' | 'warn' | 'bad' | 'info' | 'accent';
  readonly children: ComponentChildren;
}

/** One word about a record, such as its state. The colour only repeats what the word says. */
export function Badge({ tone = 'plain', children }: BadgeProps) {
  return (
    <span class="badge" data-tone={tone}>
      {children}
    </span>
  );
}
