import { otherName } from '../../../state/names.ts';
import type { Contest, ContestKind } from '../model/contests.ts';

const words: Record<ContestKind, string> = {
  denied: 'was denied it',
  overwrote: 'wrote over it',
  negotiated: 'asks for it',
  waited: 'waits for it',
  forecast: 'another branch changes it too',
};

export interface WantedProps {
  readonly contests: readonly Contest[];
  /** Who holds it. */
  readonly holder: string;
  /** Who reads it. */
  readonly me: string;
}

/** `Bob waits for it, another agent of yours was denied it`; empty where nobody wants it. */
export function wantedText({ contests, holder, me }: WantedProps): string {
  const texts = contests.map(({ kind, user }) =>
    user === '' ? words[kind] : `${otherName(user, holder, me)} ${words[kind]}`,
  );
  return [...new Set(texts)].join(', ');
}
