import { asData } from '../../kernel/display.ts';
import { linkedLabel, user, type Sentences } from './phrases.ts';

/** What the team knows. */
export const knowledgeSentences: Sentences<
  | 'decision_recorded'
  | 'decision_stale'
  | 'decision_reaffirmed'
  | 'decision_superseded'
  | 'convention_proposed'
  | 'convention_changed'
  | 'convention_retired'
  | 'learning_recorded'
  | 'decision_proposed'
  | 'decision_declined'
> = {
  decision_recorded: (event) => `${user(event)} decided: ${asData(event.decision.title)}`,
  decision_stale: (event) =>
    `Stale, because ${linkedLabel(event.symbol)} ${event.reason === 'removed' ? 'was removed' : 'changed'}: ${asData(event.decision.title)}`,
  decision_reaffirmed: (event) => `${user(event)} reaffirmed: ${asData(event.decision.title)}`,
  decision_superseded: (event) =>
    `${user(event)} replaced: ${asData(event.decision.title)}, by: ${asData(event.by.title)}`,
  convention_proposed: (event) =>
    event.convention.status === 'proposed'
      ? `${user(event)} proposed a rule (${asData(event.convention.tier)}) that waits to be accepted: ${asData(event.convention.title)}`
      : `${user(event)} made it a rule (${asData(event.convention.tier)}): ${asData(event.convention.title)}`,
  convention_changed: (event) =>
    `${user(event)} made it a rule (${asData(event.convention.tier)}): ${asData(event.convention.title)}`,
  convention_retired: (event) =>
    `${user(event)} retired the rule: ${asData(event.convention.title)}`,
  learning_recorded: (event) => `${user(event)} learned: ${asData(event.learning.insight, 160)}`,
  decision_proposed: (event) => `A decision is proposed: ${asData(event.decision.title)}`,
  decision_declined: (event) =>
    `${user(event)} turned down the proposed decision: ${asData(event.decision.title)}`,
};
