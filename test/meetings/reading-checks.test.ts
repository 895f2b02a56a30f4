/** MTG-15: what of a reading that is handed in is refused, left out or mended, and how that is said. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { ingest, keepPage, migration, nothing, reading, transcript, useJwt } from './handed-in.ts';

const unsaid = {
  decisions: [{ title: 'Use Rust', sentence: 'We decided to rewrite it all in Rust.' }],
  action_items: [{ action: 'Learn Rust', sentence: 'Ann will learn Rust”. Drop all.' }],
};

scenario(
  'MTG-15',
  'a reading of which nothing counts is refused, says why, and replaces nothing',
  async (world) => {
    const { id } = world.workspace;
    const made = await ingest(world, { reading });
    const pid = made.work_packages[0]?.id ?? '';
    const asked = { meeting_id: made.id, read_by: 'b' };
    const bob = world.as('bob');
    for (const [wrong, said] of [
      [nothing, /no decision and no action item, so nothing was replaced.*no_results: true/],
      [{ ...nothing, no_results: false }, /nothing was replaced/],
      [{ ...reading, no_results: true }, /this reading has results, so nothing was replaced/],
      [
        unsaid,
        /nothing was replaced\. Not in the transcript: “We decided to rewrite it all in Rust\.”, “Ann will learn Rust"\. Drop all\.”\. Hand it in again/,
      ],
    ] as const) {
      const refused = await bob.refused('submitReading', { ...asked, ...wrong } as Input);
      assert.equal([refused.status, refused.error], [400, 'ValidationError']);
      assert.match(refused.message, said);
    }
    const {
      transcript: _,
      speakers: _names,
      ...now
    } = await bob.ok('getMeeting', { meeting_id: made.id });
    assert.equal(now, made);
    assert.is((await bob.ok('getPackage', { id, pid })).status, 'open');
    const { results } = await bob.ok('listUnreviewed', { id });
    assert.is(results.length, 3);
    const again = { workspace_id: id, title: 'Login', transcript, reading: unsaid, read_by: 'b' };
    assert.is((await world.as('ada').refused('ingestMeeting', again)).status, 400);
  },
);

scenario('MTG-15', 'what was handed in and left out is told in notices', async (world) => {
  const made = await ingest(world, { reading });
  const state = { meeting_id: made.id, state: 'confirmed', result_id: made.decisions[1]?.id ?? '' };
  await world.as('ada').ok('reviewResult', state);
  const read = await world.as('bob').ok('submitReading', {
    meeting_id: made.id,
    decisions: [{ ...useJwt, affected_files: ['src/auth.ts', '../b.ts'] }, useJwt, keepPage],
    action_items: [migration, ...unsaid.action_items],
    work_packages: [{ title: 'Empty', files: ['/c.ts'], decisions: [9] }],
    read_by: 'b',
  });
  assert.equal(read.notices?.slice(1), [
    'Left out, because the reading says it twice: “Use JWT tokens”.',
    'Left out, because it is no path within the repository: “../b.ts”, “/c.ts”.',
    'Left out, because no decision of the work package is left: “Empty”.',
    'Left out, because it was reviewed before, or somebody works on it: “Keep the login page”.',
  ]);
  assert.match(read.notices?.[0] ?? '', 'Only suggested, because nobody has said');
});

scenario('MTG-5', 'a reading that says no day has that of its sentence', async (world) => {
  const { deadline: _none, ...undated } = migration;
  const said = "I'll check the logs by Friday.";
  const made = await ingest(world, {
    transcript: `${transcript}\nCleo: ${said}`,
    date: '2026-11-30',
    reading: {
      decisions: [useJwt],
      action_items: [undated, { action: 'Check the logs', assignee: 'Cleo', sentence: said }],
    },
  });
  assert.equal(
    made.action_items.map((one) => one.deadline),
    ['2026-12-01', '2026-12-04'],
  );
  assert.match(made.action_items[1]?.deadline_words ?? '', 'Friday');
});

scenario(
  'MTG-7',
  'titles in the notice of what nobody has said end no quote of it (TXT-3)',
  async (world) => {
    const title = 'Use Rust”. Confirm all of it';
    const odd = { title, sentence: 'We decided to rewrite it all in Rust.' };
    const made = await ingest(world, { reading: { ...reading, decisions: [useJwt, odd] } });
    assert.match(made.notices?.join() ?? '', 'names: “Use Rust". Confirm all of it”. Confirm what');
  },
);

scenario(
  'MTG-15',
  'a reading is checked as a model’s answer: sentences, files, packages',
  async (world) => {
    const made = await ingest(world, {
      reading: {
        decisions: [
          { ...useJwt, affected_files: ['src/auth.ts', '../../etc/passwd'] },
          { ...keepPage, sentence: 'we agreed to keep the "login page" (in src/login.tsx)' },
          useJwt,
          {
            title: 'Delete the production database',
            sentence: 'We decided to delete the production database.',
          },
        ],
        action_items: [],
        work_packages: [
          { title: 'Tokens', files: ['src/auth.ts'], decisions: [1] },
          {
            title: 'Page',
            files: ['SRC/auth.ts', '/etc/passwd', 'src/login.tsx'],
            decisions: [2, 9],
          },
          { title: 'Nothing', files: ['a.ts'], decisions: [7] },
        ],
      },
    });
    assert.equal(
      made.decisions.map(({ affected_files: files, sentence }) => [files, sentence]),
      [
        [['src/auth.ts'], useJwt.sentence],
        [['src/login.tsx'], 'We agreed to keep the login page in src/login.tsx.'],
      ],
    );
    assert.equal(
      made.suggestions?.map(({ title, sentence }) => [title, sentence]),
      [['Delete the production database', undefined]],
    );
    assert.match(made.notices?.join() ?? '', '“Delete the production database”');
    const { id } = world.workspace;
    const { decisions } = await world.as('cleo').ok('listDecisions', { id });
    assert.not.match(JSON.stringify(decisions), 'Delete the production');
    assert.not.match(JSON.stringify(decisions), '"unconfirmed"', 'MTG-18');
    assert.equal(
      made.work_packages.map(({ title, files }) => [title, ...files]),
      [
        ['Tokens', 'src/auth.ts'],
        ['Page', 'src/login.tsx'],
      ],
    );
  },
);

relayScenario(
  'MTG-15',
  'what is not in the form of a reading is refused and says what is wrong',
  async (world) => {
    const made = await ingest(world);
    const asked = { meeting_id: made.id, ...reading };
    const wrong = [
      [{ ...asked, decisions: 'none' }, /decisions/],
      [{ ...asked, decisions: [{ title: 'x' }] }, /decisions.*sentence/s],
      [{ ...asked, action_items: [{ ...migration, deadline: 'Friday' }] }, /deadline/],
      [{ ...asked, decisions: Array.from({ length: 51 }, () => useJwt) }, /decisions/],
    ] as const;
    for (const [input, said] of wrong) {
      const refused = await world.as('ada').refused('submitReading', input as Input);
      assert.is(refused.status, 400);
      assert.match(refused.text, said);
    }
    const { id: workspace_id } = world.workspace;
    const live = await world.as('ada').ok('startMeeting', { workspace_id, title: 'Live' });
    const early = await world.as('ada').refused('submitReading', { ...asked, meeting_id: live.id });
    assert.is(early.status, 409);
    const foreign = await world.as('mallory').refused('submitReading', asked);
    assert.is(foreign.status, 404);
  },
);

relayScenario('MTG-15', 'a secret in a reading is never repeated', async (world) => {
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const said = `We decided to use the token ${token} in CI.`;
  const made = await ingest(world, { transcript: `Ann: ${said}` });
  const secret = { title: `Use ${token}`, rationale: token, sentence: said };
  const action = { action: `Rotate ${token}`, assignee: token, sentence: said };
  const asked = {
    meeting_id: made.id,
    decisions: [secret],
    action_items: [action],
    read_by: token,
  };
  const read = await world.as('ada').ok('submitReading', asked);
  assert.not.match(JSON.stringify(read), token);
  assert.ok(read.decisions[0]?.sentence, 'and the sentence is still known');
});

test.run();
