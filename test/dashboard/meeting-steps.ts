/** A meeting that has just been read, for the tests of its views. */
import type { Output } from '../../shared/api/operations.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { tabOf } from './in-browser.ts';

export const said = `Ann: Good morning everybody.
Ann: We decided to use JWT in src/auth.ts because sessions do not scale.
Bob: We agreed to keep the login page in src/login.tsx.
Cleo: I'll write the docs by 2026-12-01.`;
export const jwt = 'Use JWT in src/auth.ts';

type Outcome = Output<'ingestMeeting'>;

export function ingest(world: World, input: Input = {}): Promise<Outcome> {
  const { id: workspace_id } = world.workspace;
  return world.as('bob').ok('ingestMeeting', {
    workspace_id,
    title: 'Login',
    transcript: said,
    ...input,
  });
}

/** Ada's tab at a meeting that has just been read. */
export async function reading(world: World, input: Input = {}) {
  const made = await ingest(world, input);
  const tab = await tabOf(world, { view: `meetings/${made.id}` });
  const row = (title: string) => tab.page.getByRole('listitem').filter({ hasText: title }).first();
  const states = async () => {
    const now = await world.as('cleo').ok('getMeeting', { meeting_id: made.id });
    return [...now.decisions, ...now.action_items].map(({ state }) => state).join(' ');
  };
  return { made, tab, page: tab.page, row, states };
}
