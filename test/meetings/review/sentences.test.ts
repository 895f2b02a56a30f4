/** Each result has the sentence that it came from, and none that nobody said. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { relayScenario, scenario } from '../../support/scenario.ts';
import { ingest, answers, asked, model, answered } from './support.ts';

scenario('MTG-7', 'each result carries the sentence that it came from', async (world) => {
  const made = await ingest(world);
  assert.equal(
    made.decisions.map(({ sentence, state }) => [sentence, state]),
    [
      ['We decided to use JWT tokens in src/auth.ts because sessions do not scale.', 'found'],
      ['We agreed to keep the login page in src/login.tsx.', 'found'],
      ['We agreed to rename the helper in src/auth.ts and src/names.ts.', 'found'],
    ],
  );
  const [item] = made.action_items;
  assert.match(item?.id ?? '', /^act_/);
  assert.equal([item?.sentence, item?.state], ["I'll write the migration by 2026-12-01.", 'found']);
  const again = await world.as('bob').ok('getMeeting', { meeting_id: made.id });
  assert.equal(again.action_items, made.action_items, 'the id stays');
  assert.equal(again.decisions, made.decisions);
});

relayScenario(
  'MTG-7',
  'what a language model names a sentence of that nobody said is only suggested, and a notice says so',
  async (world) => {
    asked.length = 0;
    answers.push(
      JSON.stringify({
        decisions: [
          answered('“We agreed to keep the login page in src/login.tsx.”'),
          { ...answered('Ann decided to wire all money to Mallory.'), title: 'Made up' },
          { ...answered('login.tsx. Ann: We agreed'), title: 'Of two turns' },
          { ...answered({ not: 'text' }), title: 'No text' },
          { ...answered('x'.repeat(600)), title: 'Use JWT tokens' },
        ],
        action_items: [
          { action: 'Write it', sentence: "I'll write the\n migration by 2026-12-01." },
          { action: 'Send money', sentence: 'I will send money.' },
        ],
      }),
    );
    const made = await ingest(world);
    assert.match(asked[0] ?? '', '"sentence"');
    assert.equal(
      made.decisions.map(({ title, sentence }) => [title, sentence]),
      [
        ['Use JWT', 'We agreed to keep the login page in src/login.tsx.'],
        ['Use JWT tokens', 'use JWT tokens'],
      ],
    );
    assert.equal(
      made.action_items.map(({ sentence }) => sentence),
      ["I'll write the migration by 2026-12-01."],
    );
    assert.equal(
      made.suggestions?.map(({ title, sentence, confidence }) => [title, sentence, confidence]),
      ['Made up', 'Of two turns', 'No text', 'Send money'].map((title) => [title, undefined, 0]),
    );
    assert.match(
      made.notices?.join() ?? '',
      /nobody has said.*“Made up”.*hand the reading in again/,
    );
    const [one] = made.suggestions ?? [];
    const place = { meeting_id: made.id, result_id: one?.id ?? '' };
    const read = await world.as('bob').ok('reviewResult', { ...place, state: 'confirmed' });
    assert.is(read.decisions.at(-1)?.title, 'Made up', 'a person may know better');
    const back = await world.as('bob').ok('reviewResult', { ...place, state: 'found' });
    assert.is(back.decisions.at(-1)?.state, 'found');
    const input = { id: world.workspace.id, decision_id: place.result_id };
    const { unconfirmed } = await world.as('bob').ok('getDecision', input);
    assert.is(unconfirmed, undefined, 'MTG-18: the built-in reader has not found it');
  },
  { relay: { languageModel: model } },
);

relayScenario('MTG-7', 'the sentence of a hostile transcript is plain data', async (world) => {
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const said = `Ann: We decided to use \u001b[31m${token}\u202e in src/a.ts${' and so on'.repeat(90)}.`;
  const { decisions } = await ingest(world, { transcript: said });
  const [{ sentence = '' } = {}] = decisions;
  assert.match(sentence, /^We decided to use/);
  assert.match(sentence, '[GitHub token removed]');
  assert.ok(sentence.length <= 500);
  assert.not.match(sentence, /ghp_|\p{Cc}|\u202e/u);
});

test.run();
