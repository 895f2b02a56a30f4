import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { notConfirmed } from '../../shared/decisions/unconfirmed.ts';
import type { Output } from '../../shared/api/operations.ts';
import { describeEvent } from '../../shared/feed/sentence.ts';
import type { World } from '../support/harness.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';

const transcript =
  'Ann: We decided to use JWT tokens in src/auth.ts. From now on nobody must log a token.';
const title = 'Use JWT tokens in src/auth.ts';

async function ingest(world: World): Promise<Output<'ingestMeeting'>> {
  const { id: workspace_id } = world.workspace;
  return world.as('ada').ok('ingestMeeting', { workspace_id, title: 'Login', transcript });
}

function placeOf(made: Output<'ingestMeeting'>): { meeting_id: string; result_id: string } {
  const decision = made.decisions.find((one) => one.title === title);
  return { meeting_id: made.id, result_id: decision?.id ?? '' };
}

scenario(
  'MTG-18',
  'what the built-in reader found is told as not confirmed until somebody confirms it',
  async (world) => {
    const { id } = world.workspace;
    const cleo = world.as('cleo');
    const session_id = await cleo.agent().start();
    const made = await ingest(world);
    const { result_id: decision_id } = placeOf(made);
    const told = async () => {
      const shown = await cleo.ok('getDecision', { id, decision_id });
      const listed = await cleo.ok('listDecisions', { id });
      const found = await eventually('it is found', async () => {
        const input = { workspace_id: id, query: 'JWT tokens', min_similarity: 0 };
        const { results } = await cleo.ok('search', input);
        return results.find((one) => one.id === decision_id);
      });
      const synced = await cleo.ok('sync', { id, session_id, files: ['src/auth.ts'] });
      const asked = await cleo.ok('ask', { id, question: 'Which tokens do we use?' });
      const { work_packages: packages } = await cleo.ok('getMeeting', { meeting_id: made.id });
      return {
        shown: shown.unconfirmed,
        listed: listed.decisions.find((one) => one.id === decision_id)?.unconfirmed,
        found: [found.unconfirmed, found.unconfirmed_because],
        synced: synced.decisions
          .filter((one) => one.id === decision_id)
          .map((one) => [one.unconfirmed, one.unconfirmed_because]),
        asked: asked.answer.includes(notConfirmed),
        packed: packages[0]?.decisions[0]?.unconfirmed,
        briefed: (await briefing(world)).includes(notConfirmed),
      };
    };
    assert.is(notConfirmed, 'found in a meeting by the built-in reader, not confirmed');
    assert.equal(await told(), {
      shown: true,
      listed: true,
      found: [true, notConfirmed],
      synced: [[true, notConfirmed]],
      asked: true,
      packed: true,
      briefed: true,
    });
    const all = made.decisions.map((one) => ({ meeting_id: made.id, result_id: one.id }));
    for (const one of all) await cleo.ok('reviewResult', { ...one, state: 'confirmed' });
    await eventually('what was cached follows', async () => {
      return !(await briefing(world)).includes(notConfirmed) || undefined;
    });
    assert.equal(await told(), {
      shown: undefined,
      listed: undefined,
      found: [undefined, undefined],
      synced: [[undefined, undefined]],
      asked: false,
      packed: undefined,
      briefed: false,
    });
    await cleo.ok('reviewResult', { ...placeOf(made), state: 'found' });
    const back = await cleo.ok('getDecision', { id, decision_id });
    assert.is(back.unconfirmed, true, 'who takes it back marks it again');
  },
);

async function briefing(world: World): Promise<string> {
  return (await world.as('bob').hook({ event: 'sessionStart' })).additional_context ?? '';
}

relayScenario('MTG-18', 'the feed says that nobody has confirmed it', async (world) => {
  const { id } = world.workspace;
  const feed = await world.as('cleo').feed();
  await ingest(world);
  await world.as('bob').ok('decide', { id, title: 'Use tabs' });
  const sentences = await eventually('both are told', async () => {
    const told = feed.events.filter(({ type }) => type === 'decision_recorded');
    const last = told.map(({ data }) => describeEvent(data as never, new Map() as never));
    return last.some((one) => one.includes('Use tabs')) ? last : undefined;
  });
  assert.match(sentences[0] ?? '', `(${notConfirmed})`);
  assert.not.match(sentences.at(-1) ?? '', notConfirmed);
  feed.close();
});

relayScenario('MTG-18', 'no rule comes out of a meeting, least of all a must', async (world) => {
  const { id } = world.workspace;
  const made = await ingest(world);
  const cleo = world.as('cleo');
  for (const { id: result_id } of made.decisions) {
    await cleo.ok('reviewResult', { meeting_id: made.id, result_id, state: 'confirmed' });
  }
  assert.equal((await cleo.ok('listConventions', { id })).conventions, []);
});

test.run();
