/** MTG-27: who is to do something, as a member of the workspace. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { memberMeant } from '../../relay/meetings/members.ts';
import { membersNamed } from '../../relay/meetings/reading/named-members.ts';
import type { FoundAction } from '../../relay/meetings/extracted-items.ts';
import type { World } from '../support/harness.ts';
import { ingest } from './suggesting.ts';
import { relayScenario, scenario } from '../support/scenario.ts';

const members = [
  { name: 'Jonas Weber', email: 'jw@example.com' },
  { name: 'Mia Sand', email: 'mia.sand@example.com' },
  { name: 'Mia Lund', email: 'lund@example.com' },
  { name: 'Ada', email: 'ada@example.com' },
  { name: 'Ada Lovelace', email: 'lovelace@example.com' },
];

test('MTG-27 a whole name or address, a first name or the part of an address before the @ mean a member, in any case', () => {
  const means = (said: string) => memberMeant(members, said)?.name;
  assert.equal(
    [
      'Jonas',
      'JONAS',
      'jonas weber',
      '@jonas',
      'JW',
      'mia.sand',
      'Lund',
      'ada',
      'JW@example.com',
    ].map(means),
    [...Array<string>(5).fill('Jonas Weber'), 'Mia Sand', 'Mia Lund', 'Ada', 'Jonas Weber'],
  );
  assert.equal(
    ['Mia', 'Weber', 'Jon', '', '@', 'Jonas and Mia', 'example.com'].map(means),
    Array(7).fill(undefined),
    'two of that name, a part of one, or nobody',
  );
});

test('MTG-27 a member is named behind an @, before a comma and inside of a sentence', () => {
  const members = ['Carla Weiss', 'Will Long', 'Dev Patel', 'Bob Ort', 'Erin Novak', 'Mark Xu'];
  const named = (text: string) => membersNamed(text, members);
  assert.equal(named('Ann: @carla can you? Bob, please. I asked Erin about it. Ready, Dev?'), [
    'carla',
    'Bob',
    'Erin',
    'Dev',
  ]);
  assert.equal(named('Will you do it? Mark my words. We will mark it, at carla.example.'), []);
});

relayScenario('MTG-27', 'a member who says nothing is known by the first name', async (world) => {
  for (const name of ['Carla Weiss', 'Dora Ortiz']) {
    await world.addUser(name);
    await world.join(name, 'member');
  }
  const transcript =
    'Ann: @dora please update src/db.ts by Friday.\nAnn: @carla can you review src/api.ts?';
  const made = await ingest(world, { transcript });
  assert.equal(
    made.action_items.map(({ assignee }) => assignee),
    ['Dora Ortiz', 'Carla Weiss'],
  );
  assert.equal(made.participants, ['Ann']);
});

async function withJonas(world: World): Promise<void> {
  await world.addUser('Jonas Weber');
  await world.join('Jonas Weber', 'member');
}

function toDo(action: string, assignee: string, confidence = 0.9): FoundAction {
  const sentence = `${assignee} will ${action}`;
  return { action, assignee, priority: 'medium', files: [], sentence, confidence };
}

/** What somebody called Jonas and somebody called Priya are to do. */
const transcriptReader = () =>
  Promise.resolve({
    decisions: [],
    actions: [
      toDo('write the migration', 'Jonas'),
      toDo('ask the customers', 'Priya'),
      toDo('look at the logs', 'JONAS', 0.4),
    ],
  });

relayScenario(
  'MTG-27',
  'an action item of somebody called by their first name is the member’s; its words stay',
  async (world) => {
    await withJonas(world);
    const made = await ingest(world);
    assert.equal(
      made.action_items.map(({ assignee, sentence }) => [assignee, sentence]),
      [
        ['Jonas Weber', 'Jonas will write the migration'],
        ['Priya', 'Priya will ask the customers'],
      ],
    );
    assert.is(made.suggestions?.[0]?.assignee, 'Jonas Weber', 'a suggestion too');
    await world.addUser('Jonas Lund');
    await world.join('Jonas Lund', 'member');
    const later = await ingest(world, { title: 'Another' });
    assert.is(later.action_items[0]?.assignee, 'Jonas', 'where two have the name, it stays');
  },
  { relay: { transcriptReader } },
);

scenario(
  'MTG-27',
  'what is handed in for a first name claims its package for the member',
  async (world) => {
    await withJonas(world);
    const { id: workspace_id } = world.workspace;
    const ada = world.as('ada');
    const words = 'Write the migration in db/migrate.sql';
    const made = await ada.ok('ingestMeeting', {
      workspace_id,
      title: 'Plan',
      transcript: `Jonas: ${words}.`,
      reading: {
        decisions: [],
        action_items: [
          { action: words, assignee: 'jonas', files: ['db/migrate.sql'], sentence: words },
        ],
      },
    });
    const [item] = made.action_items;
    assert.is(item?.assignee, 'Jonas Weber');
    const asked = {
      meeting_id: made.id,
      result_id: item?.id ?? '',
      assignee: 'jonas',
      state: 'confirmed',
    };
    await ada.ok('reviewResult', asked);
    const {
      work_packages: [claimed],
    } = await ada.ok('getMeeting', { meeting_id: made.id });
    assert.equal([claimed?.status, claimed?.assignee], ['claimed', world.as('Jonas Weber').id]);
  },
);

test.run();
