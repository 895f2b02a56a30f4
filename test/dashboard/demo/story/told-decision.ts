import type { DecisionType } from '../../../../shared/decisions/contract.ts';
import type { PersonName } from '../team/people.ts';

/** A decision as somebody records it. `day` counts from today, which is 0. */
export interface ToldDecision {
  readonly day: number;
  readonly who: PersonName;
  readonly type: DecisionType;
  readonly title: string;
  readonly rationale: string;
  readonly files: readonly string[];
  /** The title of the one that it replaces. */
  readonly supersedes?: string;
}
