/** MTG-9: the list of what waits has each result once, wherever its pages end. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../../shared/api/operations.ts';
import type { World } from '../../support/harness.ts';
import { scenario } from '../../support/scenario.ts';

const said = 'Bob: We use JWT tokens in src/auth.ts.';
const first = 'Write to the customers';
const second = 'Tell the support';

/** Two action items that nobody spoke of, so that they are only suggested. */
function suggested(action: string): object {
  const actions = [action, `${action} again`];
  return { action_items: actions.map((one) => ({ action: one, sentence: `Please: ${one}` })) };
}

async function titlesOf(world: World, limit: number): Promise<string[]> {
  const titles: string[] = [];
  let before: string | undefined;
  do {
    const asked = { id: world.workspace.id, limit, ...(before && { before }) };
    const page: Output<'listUnreviewed'> = await world.as('cleo').ok('listUnreviewed', asked);
    titles.push(...page.results.map(({ title }) => title));
    before = page.next_cursor;
  } while (before !== undefined);
  return titles;
}

scenario('MTG-9', 'results of two readings of a meeting stand on several pages', async (world) => {
  const ada = world.as('ada');
  const { id: workspace_id } = world.workspace;
  const jwt = { title: 'Use JWT tokens', sentence: said.slice(5) };
  const reading = { ...suggested(first), decisions: [jwt] };
  const asked = { workspace_id, title: 'Plan', transcript: said, reading };
  const made = await ada.ok('ingestMeeting', asked);
  const gone = made.suggestions ?? [];
  const set = async (state: string): Promise<void> => {
    for (const { id: result_id } of gone)
      await ada.ok('reviewResult', { meeting_id: made.id, result_id, state });
  };
  await set('dropped');
  await ada.ok('submitReading', {
    meeting_id: made.id,
    ...suggested(second),
    decisions: [jwt],
    read_by: 'opus',
  });
  await set('found');
  const all = await titlesOf(world, 100);
  assert.equal(all.toSorted(), [second, `${second} again`, jwt.title, first, `${first} again`]);
  for (const limit of [1, 2, 3]) assert.equal(await titlesOf(world, limit), all, `${limit} a page`);
});

test.run();
