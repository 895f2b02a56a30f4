import { shownUser } from '../../../../../../shared/kernel/display.ts';
import type { Contest, ContestKind } from '../model/contests.ts';

const words: Record<ContestKind, string> = {
  denied: 'was denied it',
  negotiated: 'asks for it',
  waited: 'waits for it',
  forecast: 'another branch changes it too',
};

/** Who else wants what is held; nothing where nobody does. */
export function Wanted({ contests }: { readonly contests: readonly Contest[] }) {
  if (contests.length === 0) return null;
  return <span class="wanted">{wantedText(contests)}</span>;
}

/** `Bob waits for it, Eve was denied it`; empty where nobody wants it. */
export function wantedText(contests: readonly Contest[]): string {
  const texts = contests.map(({ kind, user }) =>
    user === '' ? words[kind] : `${shownUser(user)} ${words[kind]}`,
  );
  return [...new Set(texts)].join(', ');
}
