import type { ActionItem, ResultState, Suggestion } from '../../shared/meetings/results.ts';
import { newId } from '../../shared/node/random-ids.ts';
import type { MeetingRow } from '../store/schema.ts';
import type { ExtractedItems, FoundAction, FoundDecision } from './extracted-items.ts';

/** A suggestion as the row of its meeting keeps it, also when it waits no more: a dropped one can be brought back. */
export interface KeptSuggestion extends Suggestion {
  /** `found` unless said. */
  readonly state?: ResultState;
}

/** MTG-12: the suggestions of a meeting as its row keeps them, each with the id that it has when it is confirmed. */
export function toSuggestions({ decisions, actions }: ExtractedItems): string {
  return JSON.stringify([...decisions.map(ofDecision), ...actions.map(ofAction)]);
}

/** All of a meeting, also those that wait no more. */
export function suggestionsOf({ suggestions }: Pick<MeetingRow, 'suggestions'>): KeptSuggestion[] {
  return JSON.parse(suggestions) as KeptSuggestion[];
}

/** Those that wait for a person. */
export function waitingSuggestions(row: Pick<MeetingRow, 'suggestions'>): Suggestion[] {
  return suggestionsOf(row).flatMap(({ state = 'found', ...one }) =>
    state === 'found' ? [one] : [],
  );
}

/** The action item that a suggestion is once it is confirmed; its state is for others to say. */
export function actionOfSuggestion(one: Suggestion): ActionItem {
  const { id, title, assignee = '', priority = 'medium', sentence, confidence } = one;
  const { deadline, deadline_words, files } = one;
  return {
    id,
    action: title,
    assignee,
    priority,
    ...(deadline && { deadline }),
    ...(deadline_words && { deadline_words }),
    ...(files && { files }),
    ...(sentence && { sentence }),
    ...(confidence > 0 && { confidence }),
  };
}

function ofDecision(found: FoundDecision): Suggestion {
  const { title, rationale, type, files, areas, sentence, confidence = 0 } = found;
  return {
    id: newId('decision'),
    kind: 'decision',
    title,
    ...(rationale !== '' && { rationale }),
    type,
    ...(files.length > 0 && { affected_files: [...files] }),
    ...(areas.length > 0 && { affected_areas: [...areas] }),
    ...(sentence && { sentence }),
    confidence,
  };
}

function ofAction(found: FoundAction): Suggestion {
  const { action: title, assignee, files, sentence, confidence = 0, ...rest } = found;
  return {
    id: newId('actionItem'),
    kind: 'action',
    title,
    ...(assignee !== '' && { assignee }),
    ...rest,
    ...(files.length > 0 && { files: [...files] }),
    ...(sentence && { sentence }),
    confidence,
  };
}
