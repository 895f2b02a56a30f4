import type { ComponentChildren, JSX } from 'preact';
import { Link as RoutedLink } from 'wouter-preact';

type LinkProps = Omit<JSX.HTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** An address of the page, made by `href(...)` of the place. */
  readonly to: string;
  readonly children: ComponentChildren;
};

/** A link within the page: the address changes, nothing is loaded again. */
export function Link({ to, ...rest }: LinkProps) {
  return <RoutedLink href={to} {...(rest as object)} />;
}
