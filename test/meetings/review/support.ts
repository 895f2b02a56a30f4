import type { LanguageModel } from '../../../shared/models/language-model.ts';
import type { Output } from '../../../shared/api/operations.ts';
import type { World } from '../../support/harness.ts';
import type { Input } from '../../support/person.ts';

/** A meeting after a review. */
export type Outcome = Output<'reviewResult'>;

/** A meeting of three decisions and one action item. */
export const transcript = `Ann: We decided to use JWT tokens in src/auth.ts because sessions do not scale.
Bob: We agreed to keep the login page in src/login.tsx.
Ann: We agreed to rename the helper in src/auth.ts and src/names.ts.
Cleo: I'll write the migration by 2026-12-01.`;

/** The titles of its decisions. */
export const titles = {
  jwt: 'Use JWT tokens in src/auth.ts',
  page: 'Keep the login page in src/login.tsx',
  helper: 'Rename the helper in src/auth.ts and src/names.ts',
};

/** Ada hands the meeting in. */
export function ingest(world: World, input: Input = {}): Promise<Output<'ingestMeeting'>> {
  const { id: workspace_id } = world.workspace;
  const meeting = { workspace_id, title: 'Login', transcript, ...input };
  return world.as('ada').ok('ingestMeeting', meeting);
}

/** The id of the result with this title. */
export function idOf({ decisions, action_items: items }: Outcome, title: string): string {
  const all = [...decisions, ...items.map(({ id, action }) => ({ id, title: action }))];
  const found = all.find((one) => one.title === title);
  if (found === undefined) throw new Error(`no result ${title}`);
  return found.id;
}

/** Bob reviews the result with this title. */
export function review(
  world: World,
  made: Outcome,
  title: string,
  changes: Input,
): Promise<Outcome> {
  const input = { meeting_id: made.id, result_id: idOf(made, title), ...changes };
  return world.as('bob').ok('reviewResult', input);
}

/** What the scripted model answers next, in this order. */
export const answers: string[] = [];

/** The instructions that the scripted model got. */
export const asked: string[] = [];

/** Answers from `answers`, and keeps in `asked` what it was asked. */
export const model: LanguageModel = {
  name: 'scripted',
  complete(instructions) {
    asked.push(instructions);
    return Promise.resolve(answers.shift() ?? '[]');
  },
};

/** A decision as a language model answers it. */
export function answered(sentence: unknown) {
  return { title: 'Use JWT', rationale: '', type: 'approach', affected_files: [], sentence };
}
