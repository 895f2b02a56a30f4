/** Two people change the same result of a meeting. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Input } from '../../support/person.ts';
import { scenario } from '../../support/scenario.ts';
import { ingest as ingestSuggested, placeOf, suggesting } from '../suggesting.ts';
import { idOf, ingest, review, titles } from './support.ts';

function bodyOf({ text }: { readonly text: string }): { field: string; now: Input; by: string } {
  return JSON.parse(text) as never;
}

scenario(
  'MTG-29',
  'words that another one has changed meanwhile are not replaced',
  async (world) => {
    const made = await ingest(world);
    const [{ id: result_id = '', action = '' } = {}] = made.action_items;
    const place = { meeting_id: made.id, result_id };
    const was = { action, assignee: 'Cleo' };
    const [ada, bob] = [world.as('ada'), world.as('bob')];
    await bob.ok('reviewResult', { ...place, action: 'Write it down', priority: 'high' });
    const mine = { ...place, action: 'Write the manual', was: { action } };
    const refused = await ada.refused('reviewResult', mine);
    assert.equal([refused.status, refused.error], [409, 'Conflict']);
    const { name } = bob.account;
    const { field, now, by } = bodyOf(refused);
    assert.equal(
      { field, now, by },
      { field: 'action', now: { action: 'Write it down' }, by: name },
    );
    assert.match(
      refused.message,
      `${name} has changed it meanwhile: action is now “Write it down”`,
    );
    const seen = { ...mine, was: now } as Input;
    const saved = await ada.ok('reviewResult', seen);
    assert.is(saved.action_items[0]?.action, 'Write the manual');
    // The same words are no conflict, and neither is what nobody else has changed.
    assert.ok(await ada.ok('reviewResult', { ...mine, deadline: '2027-01-01', was }));
    const other = {
      ...place,
      assignee: 'Zoe',
      was: { assignee: 'Nobody', title: 'not of an item' },
    };
    assert.is((await ada.refused('reviewResult', other)).status, 409);
  },
);

scenario('MTG-29', 'neither are those of a decision', async (world) => {
  const made = await ingest(world);
  await review(world, made, titles.jwt, { rationale: 'It scales.' });
  const place = { meeting_id: made.id, result_id: idOf(made, titles.jwt) };
  const ada = world.as('ada');
  const refused = await ada.refused('reviewResult', {
    ...place,
    title: 'Use tokens',
    rationale: 'They are small.',
    was: { title: titles.jwt, rationale: 'Sessions do not scale' },
  });
  assert.equal([refused.status, refused.field], [409, 'rationale']);
  assert.equal(bodyOf(refused).now, { rationale: 'It scales.' });
  const kept = await ada.ok('getMeeting', { meeting_id: made.id });
  assert.is(kept.decisions.find(({ id }) => id === place.result_id)?.title, titles.jwt);
});

suggesting('MTG-29', 'neither are those of a suggestion', async (world) => {
  const made = await ingestSuggested(world);
  const title = 'Drop the old login page';
  const place = placeOf(made, title);
  await world.as('bob').ok('reviewResult', { ...place, title: 'Keep it' });
  const mine = { ...place, title: 'Drop both', was: { title } };
  const refused = await world.as('ada').refused('reviewResult', mine);
  // A suggestion does not keep who has changed it.
  assert.match(refused.message, 'Somebody has changed it meanwhile: title is now “Keep it”');
});

test.run();
