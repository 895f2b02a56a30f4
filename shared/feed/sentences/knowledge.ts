import { asData, quoted } from '../../kernel/display.ts';
import { notConfirmed } from '../../decisions/unconfirmed.ts';
import { linkedLabel, user, type Sentences } from './phrases.ts';

/** What the team knows. */
export const knowledgeSentences: Sentences<
  | 'decision_recorded'
  | 'decision_stale'
  | 'decision_stale_again'
  | 'decision_reaffirmed'
  | 'decision_superseded'
  | 'convention_proposed'
  | 'convention_changed'
  | 'convention_retired'
  | 'learning_recorded'
  | 'decision_proposed'
  | 'decision_declined'
> = {
  decision_recorded: (event) =>
    `${user(event)} decided: ${quoted(event.decision.title)}${event.decision.unconfirmed === true ? ` (${notConfirmed})` : ''}`,
  decision_stale: (event) =>
    `Stale, because ${linkedLabel(event.symbol)} ${event.reason === 'removed' ? 'was removed' : 'changed'}: ${quoted(event.decision.title)}`,
  decision_stale_again: (event) =>
    `Stale still, and ${linkedLabel(event.symbol)} ${event.reason === 'removed' ? 'was removed' : 'changed again'}: ${quoted(event.decision.title)}`,
  decision_reaffirmed: (event) =>
    `${user(event)} reaffirmed: ${quoted(event.decision.title)}${event.note === '' ? '' : `, ${quoted(event.note, 160)}`}`,
  decision_superseded: (event) =>
    `${user(event)} replaced: ${quoted(event.decision.title)}, by: ${quoted(event.by.title)}`,
  convention_proposed: (event) =>
    event.convention.status === 'proposed'
      ? `${user(event)} proposed a rule (${asData(event.convention.tier)}) that waits to be accepted: ${quoted(event.convention.title)}`
      : `${user(event)} made it a rule (${asData(event.convention.tier)}): ${quoted(event.convention.title)}`,
  convention_changed: (event) =>
    `${user(event)} made it a rule (${asData(event.convention.tier)}): ${quoted(event.convention.title)}`,
  convention_retired: (event) =>
    `${user(event)} retired the rule: ${quoted(event.convention.title)}`,
  learning_recorded: (event) => `${user(event)} learned: ${quoted(event.learning.insight, 160)}`,
  decision_proposed: (event) => `A decision is proposed: ${quoted(event.decision.title)}`,
  decision_declined: (event) =>
    `${user(event)} turned down the proposed decision: ${quoted(event.decision.title)}`,
};
