import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { outcome } from '../../shared/meetings/results.ts';
import { relayScenario } from '../support/scenario.ts';
import { ingest, items, suggesting } from './suggesting.ts';

suggesting('MTG-12', 'what a reader is not sure of is suggested, not recorded', async (world) => {
  const { id } = world.workspace;
  const made = await ingest(world);
  assert.is(made.method, 'built-in reader');
  assert.equal(made.notices, items.notices);
  assert.equal(
    made.decisions.map(({ title, confidence, state }) => [title, confidence, state]),
    [['Use JWT tokens', 0.9, 'found']],
  );
  assert.equal(
    made.action_items.map(({ action, deadline_words, files }) => [action, deadline_words, files]),
    [['Write the migration', 'by Friday', ['db/migrate.sql']]],
  );
  assert.equal(
    made.work_packages.map(({ title }) => title),
    ['Use JWT tokens', 'Write the migration'],
  );
  const [first, second] = made.suggestions ?? [];
  assert.equal(first, {
    id: first?.id,
    kind: 'decision',
    title: 'Drop the old login page',
    rationale: 'Nobody opens it.',
    type: 'approach',
    affected_files: ['src/login.tsx'],
    sentence: 'So the old login page can go, I guess.',
    confidence: 0.3,
  });
  assert.equal(second, {
    id: second?.id,
    kind: 'action',
    title: 'Ask the customers',
    priority: 'low',
    deadline_words: 'soon',
    sentence: 'Somebody could ask the customers.',
    confidence: 0.25,
  });
  const { decisions } = await world.as('bob').ok('listDecisions', { id });
  assert.equal(
    decisions.map(({ title }) => title),
    ['Use JWT tokens'],
  );
  const kept = await world.as('bob').ok('getMeeting', { meeting_id: made.id, brief: true });
  assert.equal(kept, { ...made, transcript: '' });
  assert.ok(outcome.parse(made));
});

suggesting('MTG-9', 'suggestions wait apart from results, and are counted apart', async (world) => {
  const { id } = world.workspace;
  const made = await ingest(world);
  const { results } = await world.as('cleo').ok('listUnreviewed', { id });
  assert.equal(
    results.map((one) => [one.kind, one.is_suggestion, one.title, one.confidence]),
    [
      ['decision', undefined, 'Use JWT tokens', 0.9],
      ['action', undefined, 'Write the migration', 0.8],
      ['decision', true, 'Drop the old login page', 0.3],
      ['action', true, 'Ask the customers', 0.25],
    ],
  );
  assert.equal(
    results.map((one) => [one.rationale, one.files, one.deadline_words, one.priority]),
    [
      [undefined, ['src/auth.ts'], undefined, undefined],
      [undefined, ['db/migrate.sql'], 'by Friday', 'medium'],
      ['Nobody opens it.', ['src/login.tsx'], undefined, undefined],
      [undefined, undefined, 'soon', 'low'],
    ],
  );
  const [listed] = await world.as('bob').ok('recentMeetings', { workspace_id: id });
  const { waiting } = await world.as('bob').ok('summary', { id });
  assert.equal([waiting.meeting_results, waiting.meeting_suggestions, waiting.total], [2, 2, 2]);
  assert.equal([listed?.id, listed?.unreviewed_count, listed?.suggestions_count], [made.id, 2, 2]);
});

relayScenario(
  'MTG-12',
  'what was stored as read by phrases is shown by its name',
  async (world) => {
    const made = await ingest(world, { transcript: 'Ann: We decided to use JWT.' });
    await world.database.rows.updateTable('meetings').set({ method: 'phrases' }).execute();
    const kept = await world.as('bob').ok('getMeeting', { meeting_id: made.id });
    assert.is(kept.method, 'built-in reader');
  },
);

test.run();
