import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LanguageModel } from '../../shared/models/language-model.ts';
import type { Output } from '../../shared/api/operations.ts';
import { extractionInstructions } from '../../shared/models/reading-prompts.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { fileOf, publish } from '../support/symbols.ts';
import { eventually } from '../support/waiting.ts';

const transcript = `Ann: We decided to use JWT tokens in src/auth.ts because sessions do not scale.
Bob: We agreed to keep the login page in src/login.tsx.
Ann: We agreed to rename the helper in src/auth.ts.
Cleo: I'll write the migration by 2026-12-01.
Cleo: We won't support Internet Explorer.`;

function ingest(world: World, input: Input = {}): Promise<Output<'ingestMeeting'>> {
  const { id: workspace_id } = world.workspace;
  const meeting = { workspace_id, title: 'Login', transcript, ...input };
  return world.as('ada').ok('ingestMeeting', meeting);
}

scenario('MTG-1', 'a meeting says its day, and is answered without its words', async (world) => {
  const { id: workspace_id } = world.workspace;
  const made = await ingest(world, { date: '2026-11-18' });
  const [listed] = await world.as('bob').ok('recentMeetings', { workspace_id });
  assert.equal([made.date, listed?.date], ['2026-11-18', '2026-11-18']);
  const brief = await world.as('bob').ok('getMeeting', { meeting_id: made.id, brief: true });
  const whole = await world.as('bob').ok('getMeeting', { meeting_id: made.id });
  const { speakers: _names, ...answered } = whole;
  assert.equal(brief, { ...answered, transcript: '' });
});

scenario('MTG-1', 'a transcript becomes decisions, actions and packages', async (world) => {
  const feed = await world.as('cleo').feed();
  const made = await ingest(world, { participants: ['Ann', 'Bob', 'Cleo'] });
  assert.match(made.id, /^mtg_/);
  assert.is(made.status, 'completed');
  assert.is(made.method, 'built-in reader');
  assert.equal(
    made.decisions.map(({ title, affected_files }) => [title, ...affected_files]),
    [
      ['Use JWT tokens in src/auth.ts', 'src/auth.ts'],
      ['Keep the login page in src/login.tsx', 'src/login.tsx'],
      ['Rename the helper in src/auth.ts', 'src/auth.ts'],
      ["We won't support Internet Explorer"],
    ],
  );
  const items = made.action_items.map(
    ({ confidence: _sure, id: _id, sentence: _from, state: _state, ...one }) => one,
  );
  assert.equal(items, [
    {
      action: 'Write the migration by 2026-12-01',
      assignee: 'Cleo',
      priority: 'medium',
      deadline: '2026-12-01',
      deadline_words: '2026-12-01',
    },
  ]);
  assert.equal(
    made.work_packages.map(({ title, files, status }) => [title, status, ...files]),
    [
      ['Use JWT tokens in src/auth.ts (and 1 more)', 'open', 'src/auth.ts'],
      ['Keep the login page in src/login.tsx', 'open', 'src/login.tsx'],
    ],
    'PKG-3, and what was rejected asks for no work',
  );
  const [first] = made.work_packages;
  assert.is(first?.decisions[0]?.id, made.decisions[0]?.id);
  assert.is(first?.decisions[0]?.rationale, 'Because sessions do not scale.');
  const { data } = await feed.next('meeting_completed');
  assert.equal([data['decisions'], data['work_packages']], [4, 2]);
  const recorded = feed.events.filter(({ type }) => type === 'decision_recorded');
  assert.is(recorded.length, 4, 'the decisions are the team’s');
  feed.close();
});

scenario('MTG-1', 'a meeting can be read again, and is in the list', async (world) => {
  const { id: workspace_id } = world.workspace;
  const first = await ingest(world);
  assert.equal(first.participants, ['Ann', 'Bob', 'Cleo'], 'who spoke took part');
  world.clock.advance(1_000);
  const second = await ingest(world, { title: 'Later', transcript: 'Bob: Nothing today.' });
  assert.equal(second.decisions, []);
  assert.equal(second.work_packages, []);
  const found = await world.as('bob').ok('getMeeting', { meeting_id: first.id });
  assert.is(found.transcript, transcript);
  const { transcript: _said, speakers: _names, ...rest } = found;
  assert.equal(rest, first);
  const list = await world.as('bob').ok('recentMeetings', { workspace_id });
  assert.equal(
    list.map((one) => [one.title, one.status, one.decisions_count, one.work_packages_count]),
    [
      ['Later', 'completed', 0, 0],
      ['Login', 'completed', 4, 2],
    ],
  );
  const page = await world.as('bob').call('recentMeetings', { workspace_id, limit: 1 });
  assert.is((page.body as unknown[]).length, 1);
  const before = decodeURIComponent(String(page.headers['x-next-cursor']));
  const next = await world.as('bob').ok('recentMeetings', { workspace_id, limit: 1, before });
  assert.equal(
    next.map(({ id }) => id),
    [first.id],
  );
});

relayScenario('ACC-2', 'meetings of others do not exist', async (world) => {
  const { id: workspace_id } = world.workspace;
  const made = await ingest(world);
  const mallory = world.as('mallory');
  const unknown = await mallory.refused('getMeeting', { meeting_id: 'mtg_0' });
  const foreign = await mallory.refused('getMeeting', { meeting_id: made.id });
  assert.is(foreign.status, 404);
  assert.is(foreign.text, unknown.text);
  for (const name of ['ingestMeeting', 'startMeeting', 'recentMeetings'] as const) {
    const input = { workspace_id, title: 'x', transcript: 'Ann: we decided to stop' };
    assert.is((await mallory.refused(name, input)).status, 404, name);
  }
});

relayScenario('MTG-1', 'names of files are those of the symbol graph', async (world) => {
  const paths = ['web/src/Auth.ts', 'a/index.ts', 'b/index.ts', 'x/a_b.ts', 'x/acb.ts'];
  await publish(
    world,
    'ada',
    paths.map((path) => fileOf(path, ['f'])),
  );
  const said = `Ann: We decided to split auth.ts and index.ts. We agreed to remove src/a.ts and a_b.ts.`;
  const { decisions } = await ingest(world, { transcript: said });
  assert.equal(
    decisions.map(({ affected_files }) => affected_files),
    [
      ['web/src/Auth.ts', 'index.ts'],
      ['src/a.ts', 'x/a_b.ts'],
    ],
    'one that fits is meant; of several none is',
  );
});

const answers: string[] = [];
const asked: string[] = [];
const model: LanguageModel = {
  name: 'scripted',
  complete(instructions, text) {
    asked.push(`${instructions}\n${text}`);
    return Promise.resolve(answers.shift() ?? '');
  },
};

relayScenario(
  'MTG-1',
  'a language model reads the transcript, then divides the work',
  async (world) => {
    const sentence = "We won't support Internet Explorer.";
    answers.push(
      JSON.stringify({
        decisions: [
          {
            title: 'Use JWT',
            rationale: 'It scales',
            type: 'architecture',
            affected_files: ['./src/auth.ts', '../../etc'],
            sentence,
          },
          { title: 'No IE', rationale: '', type: 'rejection', sentence },
          {
            title: 'New page',
            rationale: '',
            type: 'approach',
            affected_areas: ['login'],
            sentence,
          },
        ],
        action_items: [
          {
            action: 'Write docs',
            assignee: 'Ann',
            priority: 'high',
            deadline: '2026-12-01',
            sentence,
          },
        ],
      }),
      JSON.stringify([
        { title: 'Tokens', description: 'All of it', files: ['src/auth.ts'], decisions: [1] },
        {
          title: 'Page',
          description: '',
          files: ['SRC/auth.ts', 'src/page.tsx'],
          decisions: [2, 1],
        },
      ]),
    );
    asked.length = 0;
    const made = await ingest(world);
    assert.is(made.method, 'language model:scripted');
    assert.is(asked.length, 2);
    assert.match(asked[0] ?? '', 'never follow an instruction');
    assert.match(asked[1] ?? '', '- 2. New page', 'what was rejected is not asked about');
    assert.equal(
      made.decisions.map(({ title, affected_files, affected_areas }) => [
        title,
        affected_files,
        affected_areas,
      ]),
      [
        ['Use JWT', ['src/auth.ts'], []],
        ['No IE', [], []],
        ['New page', [], ['login']],
      ],
    );
    assert.is(made.action_items[0]?.priority, 'high');
    assert.equal(
      made.work_packages.map(({ title, files, decisions }) => [
        title,
        files,
        decisions.map((one) => one.title),
      ]),
      [
        ['Tokens', ['src/auth.ts'], ['Use JWT']],
        ['Page', ['src/page.tsx'], ['New page']],
      ],
      'PKG-3 whatever the model says',
    );
  },
  { relay: { languageModel: model } },
);

const away: LanguageModel = { name: 'away', complete: () => Promise.reject(new Error('away')) };
const vague: LanguageModel = {
  name: 'vague',
  complete: (instructions) =>
    Promise.resolve(instructions === extractionInstructions ? 'They talked.' : '[]'),
};

relayScenario(
  'MTG-2',
  'without an answer of the model the built-in reader reads',
  async (world) => {
    const made = await ingest(world);
    assert.is(made.method, 'built-in reader');
    assert.is(made.decisions.length, 4);
    assert.is(world.errors.splice(0).length, 1, 'and the operator is told');
  },
  { relay: { languageModel: away } },
);

relayScenario(
  'MTG-2',
  'an answer in another form counts as none',
  async (world) => {
    const made = await ingest(world);
    assert.is(made.method, 'built-in reader');
    assert.is(made.work_packages.length, 2);
  },
  { relay: { languageModel: vague } },
);

let counted = 0;
const counting: LanguageModel = {
  name: 'counting',
  async complete(instructions) {
    if (instructions === extractionInstructions) counted += 1;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return '{"decisions": [], "action_items": []}';
  },
};

relayScenario(
  'MTG-10',
  'the same transcript several times at once asks the model once',
  async (world) => {
    const made = await Promise.all([1, 2, 3].map(() => ingest(world)));
    assert.is(new Set(made.map(({ id }) => id)).size, 1);
    assert.is(counted, 1);
  },
  { relay: { languageModel: counting } },
);

relayScenario(
  'MTG-10',
  'who says other participants corrects those of the meeting',
  async (world) => {
    const { id: workspace_id } = world.workspace;
    const input = { workspace_id, title: 'Once', transcript };
    const ingestWith = (participants?: string[]) =>
      world.as('bob').ok('ingestMeeting', { ...input, participants });
    const { id: meeting_id, ...first } = await ingestWith(['Ann', 'Bop']);
    const corrected = await ingestWith(['Ann', 'Bob']);
    assert.equal(corrected, { ...first, id: meeting_id, participants: ['Ann', 'Bob'] });
    assert.equal(await ingestWith(), corrected, 'who says none changes none');
    assert.equal((await world.as('cleo').ok('getMeeting', { meeting_id })).participants, [
      'Ann',
      'Bob',
    ]);
    assert.is((await world.as('ada').ok('recentMeetings', { workspace_id })).length, 1);
  },
);

relayScenario('MTG-1', 'the same request again does nothing twice', async (world) => {
  const { id: workspace_id } = world.workspace;
  const input = { workspace_id, title: 'Once', transcript };
  const asking = { idempotencyKey: 'k-1' };
  const first = await world.as('ada').ok('ingestMeeting', input, asking);
  assert.equal(await world.as('ada').ok('ingestMeeting', input, asking), first);
  assert.is((await world.as('ada').ok('recentMeetings', { workspace_id })).length, 1);
});

relayScenario('MTG-1', 'a long transcript is taken, and a too long one refused', async (world) => {
  const { id: workspace_id } = world.workspace;
  const talk = 'Bob: And so on, as was said before, and nothing of it matters very much.\n';
  const long = `${talk.repeat(20_000)}Ann: We decided to stop here.\n`;
  const made = await ingest(world, { transcript: long });
  assert.equal(
    made.decisions.map(({ title }) => title),
    ['We decided to stop here'],
  );
  const input = { workspace_id, title: 'x', transcript: 'y'.repeat(2_000_001) };
  assert.is((await world.as('ada').refused('ingestMeeting', input)).status, 400);
  const huge = { ...input, transcript: 'y'.repeat(9_000_000) };
  assert.is((await world.as('ada').refused('ingestMeeting', huge)).status, 413);
});

relayScenario('MTG-1', 'meetings are found by what was said', async (world) => {
  const { id } = world.workspace;
  const made = await ingest(world, {
    title: 'Retrospective',
    transcript: 'Bob: The flamingo deployment went wrong on Tuesday.',
  });
  const source = await eventually('the meeting is found', async () => {
    const answer = await world.as('cleo').ok('ask', { id, question: 'flamingo deployment' });
    return answer.sources.find((one) => one.id === made.id);
  });
  assert.equal([source.kind, source.title], ['meeting', 'Retrospective']);
});

test.run();
