import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Item } from '../model/items.ts';
import type { Settled } from '../model/settled.ts';

/** What the parts of an opened item work with. */
export interface InboxItem {
  /** Everything that waits, as it is listed. */
  readonly items: readonly Item[];
  /** Set when the open item waits no longer. */
  readonly over: (Pick<Settled, 'words'> & Partial<Settled>) | undefined;
  /**
   * Does what settles the open item, and the ones with the keys in `gone`; when it was done, the next item is chosen. `work`
   * answers undefined when it was not done.
   */
  settle(work: () => Promise<unknown>, gone?: ReadonlySet<string>): Promise<void>;
}

export const InboxContext = createContext<InboxItem | undefined>(undefined);

export function useInbox(): InboxItem {
  const context = useContext(InboxContext);
  if (context === undefined) throw new Error('an item was drawn outside of the Inbox');
  return context;
}
