import { limits } from '../../shared/contract/limits.ts';
import type { DecisionType } from '../../shared/decisions/contract.ts';
import type { ActionItem } from '../../shared/meetings/results.ts';

/** A decision found in a transcript. Its files are spelled as people said them: a bare name or a path. */
export interface FoundDecision {
  readonly title: string;
  readonly rationale: string;
  readonly type: DecisionType;
  readonly files: readonly string[];
  readonly areas: readonly string[];
  /** MTG-7: the words that it came from, one line; left out when they are not known. */
  readonly sentence?: string;
  /** Of the built-in reader, 0 to 1. */
  readonly confidence?: number;
}

/** An action item found in a transcript; its files are spelled as those of a decision. */
export interface FoundAction extends Omit<
  ActionItem,
  'id' | 'state' | 'files' | 'reviewed_by' | 'reviewed_at'
> {
  readonly files: readonly string[];
}

/** What was decided in a meeting, and who does what. */
export interface ExtractedItems {
  readonly decisions: readonly FoundDecision[];
  readonly actions: readonly FoundAction[];
  /** Sentences for people about how it was read. */
  readonly notices?: readonly string[];
}

/** Of one meeting. */
export const maxItems = {
  decisions: limits.meetingDecisions,
  actions: limits.meetingActions,
} as const;

/** Merges what was found in the parts of one meeting; what was said twice counts once. */
export function mergeItems(parts: readonly ExtractedItems[]): ExtractedItems {
  const decisions = new Map<string, FoundDecision>();
  const actions = new Map<string, FoundAction>();
  for (const one of parts.flatMap((part) => part.decisions)) {
    if (!decisions.has(keyOf(one.title))) decisions.set(keyOf(one.title), one);
  }
  for (const one of parts.flatMap((part) => part.actions)) {
    const key = keyOf(`${one.assignee} ${one.action}`);
    if (!actions.has(key)) actions.set(key, one);
  }
  const notices = [...new Set(parts.flatMap((part) => part.notices ?? []))];
  return {
    decisions: [...decisions.values()].slice(0, maxItems.decisions),
    actions: [...actions.values()].slice(0, maxItems.actions),
    ...(notices.length > 0 && { notices }),
  };
}

/** What was said twice has the same key. */
export function keyOf(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
