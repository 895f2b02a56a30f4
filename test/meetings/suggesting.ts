import type { Output } from '../../shared/api/operations.ts';
import type { TranscriptReader } from '../../relay/meetings/reading/read.ts';
import type { ExtractedItems } from '../../relay/meetings/extracted-items.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { relayScenario } from '../support/scenario.ts';

export type Outcome = Output<'reviewResult'>;

export const plain = { rationale: '', type: 'approach', areas: [] } as const;

/** What a reader found: of each kind one that it is sure of and one that it is not. */
export const items: ExtractedItems = {
  decisions: [
    {
      ...plain,
      title: 'Use JWT tokens',
      files: ['src/auth.ts'],
      sentence: 'We use JWT in src/auth.ts.',
      confidence: 0.9,
    },
    {
      ...plain,
      title: 'Drop the old login page',
      rationale: 'Nobody opens it.',
      files: ['src/login.tsx'],
      sentence: 'So the old login page can go, I guess.',
      confidence: 0.3,
    },
  ],
  actions: [
    {
      action: 'Write the migration',
      assignee: 'Cleo',
      priority: 'medium',
      deadline: '2026-12-04',
      deadline_words: 'by Friday',
      files: ['db/migrate.sql'],
      sentence: "I'll write the migration by Friday.",
      confidence: 0.8,
    },
    {
      action: 'Ask the customers',
      assignee: '',
      priority: 'low',
      deadline_words: 'soon',
      files: [],
      sentence: 'Somebody could ask the customers.',
      confidence: 0.25,
    },
  ],
  notices: ['Half of it is not in English, and was not read.'],
};

const transcriptReader: TranscriptReader = () => Promise.resolve(items);

/** A scenario at a relay whose reader finds `items` in every transcript. */
export function suggesting(rule: string, name: string, run: (world: World) => Promise<void>): void {
  relayScenario(rule, name, run, { relay: { transcriptReader } });
}

export function ingest(world: World, input: Input = {}): Promise<Outcome> {
  const { id: workspace_id } = world.workspace;
  const meeting = { workspace_id, title: 'Login', transcript: 'Ann: Morning.', ...input };
  return world.as('ada').ok('ingestMeeting', meeting);
}

/** A review by Bob of the suggestion or the decision that had this title. */
export function review(
  world: World,
  made: Outcome,
  title: string,
  changes: Input,
): Promise<Outcome> {
  return world.as('bob').ok('reviewResult', { ...placeOf(made, title), ...changes });
}

export function placeOf(made: Outcome, title: string): { meeting_id: string; result_id: string } {
  const all = [...(made.suggestions ?? []), ...made.decisions];
  const found = all.find((one) => one.title === title);
  if (found === undefined) throw new Error(`no suggestion ${title}`);
  return { meeting_id: made.id, result_id: found.id };
}
