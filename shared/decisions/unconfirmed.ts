/** MTG-18: what is said of a decision that the built-in reader found in a meeting, until somebody confirms it. */
export const notConfirmed = 'found in a meeting by the built-in reader, not confirmed';

/** A decision as agents are told it: where nobody has confirmed it, with the words that say so. */
export function withReason({ unconfirmed }: { readonly unconfirmed?: true | undefined }): {
  unconfirmed?: true;
  unconfirmed_because?: string;
} {
  return unconfirmed === true ? { unconfirmed, unconfirmed_because: notConfirmed } : {};
}
