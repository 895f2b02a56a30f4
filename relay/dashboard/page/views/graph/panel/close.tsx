import { X } from 'lucide-preact';
import { IconButton } from '../../../kit/button.tsx';
import type { GraphAddress } from '../graph-address.ts';

/** Ends the choice; that of the focus ends the focus. */
export function Close({ address }: { readonly address: GraphAddress }) {
  const leave = () =>
    address.chosen === address.focus ? address.leaveFocus() : address.choose(undefined);
  return (
    <IconButton label="Close" data-escape onClick={leave}>
      <X size={14} aria-hidden />
    </IconButton>
  );
}
