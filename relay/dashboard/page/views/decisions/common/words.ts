import {
  ArrowLeftRight,
  Ban,
  Blocks,
  Bug,
  Circle,
  Hammer,
  Route,
  ScrollText,
  type LucideIcon,
} from 'lucide-preact';
import type { DecisionState, DecisionType } from '../../../../../../shared/decisions/contract.ts';

/** What a type is called, and its icon. */
export const typeWords: Readonly<Record<DecisionType, { word: string; icon: LucideIcon }>> = {
  architecture: { word: 'Architecture', icon: Blocks },
  approach: { word: 'Approach', icon: Route },
  implementation: { word: 'Implementation', icon: Hammer },
  tradeoff: { word: 'Trade-off', icon: ArrowLeftRight },
  rejection: { word: 'Rejection', icon: Ban },
  convention: { word: 'Convention', icon: ScrollText },
  bugfix: { word: 'Bug fix', icon: Bug },
  other: { word: 'Other', icon: Circle },
};

/** What a state is called, what it means, and the colour that repeats it. */
export const stateWords = {
  fresh: { word: 'Fresh', means: 'It counts, and its code is as it was.', tone: 'good' },
  stale: { word: 'Stale', means: 'Code that it is about has changed since.', tone: 'warn' },
  proposed: { word: 'Proposed', means: 'It waits for a person to accept it.', tone: 'info' },
  ended: { word: 'Ended', means: 'It was replaced or turned down.', tone: 'plain' },
} as const satisfies Record<DecisionState, object>;
