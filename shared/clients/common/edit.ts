/** What an agent's tool is about to do to one file. `all` replaces every occurrence; otherwise there must be one. */
export type Edit =
  | {
      readonly kind: 'replace';
      readonly oldText: string;
      readonly newText: string;
      readonly all: boolean;
    }
  | { readonly kind: 'write'; readonly content: string }
  | { readonly kind: 'delete' };
