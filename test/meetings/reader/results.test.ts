import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limits } from '../../../shared/contract/limits.ts';
import { recordedAbove } from '../../../shared/meetings/confidence.ts';
import { mergeItems, type ExtractedItems } from '../../../relay/meetings/extracted-items.ts';
import { readTranscript } from '../../../relay/meetings/reader/reader.ts';
import { speakersOf, turnsIn } from '../../../relay/meetings/text/turns.ts';

/** A Saturday. */
const nowMs = Date.parse('2026-11-21T10:00:00Z');

const transcript = `[00:00:05] Ann Lee: Morning all. Should we use JWT?
Bob: I looked at both. We decided to use JWT tokens in src/auth.ts because sessions do not scale.
Ann Lee: We agreed to keep the session table in src/session.ts for now. That way we can roll back.
Cleo: I'll write the migration in db/migrate.sql by Friday. It's urgent.
Bob: Ann will update the docs (docs/login.md) tomorrow, no rush.
Cleo: We won't support Internet Explorer. Maybe we should use Redis.
Decision: From now on every error has a code
Action item: Bob to add rate limiting to src/api/limits.ts by 2026-12-01
Bob: ok, I will see you tomorrow.`;

function everything(text: string): Promise<ExtractedItems> {
  const turns = turnsIn(text);
  return readTranscript(turns, { people: new Set(speakersOf(turns)), nowMs });
}

/** What is recorded, without suggestions. */
async function read(text: string): Promise<ExtractedItems> {
  const { decisions, actions } = await everything(text);
  const isSure = ({ confidence = 1 }) => confidence >= recordedAbove;
  return { decisions: decisions.filter(isSure), actions: actions.filter(isSure) };
}

const titlesIn = async (text: string) => (await read(text)).decisions.map(({ title }) => title);
const workIn = async (text: string) =>
  (await read(text)).actions.map(({ action, assignee }) => `${assignee || '-'}: ${action}`);

test('MTG-11 what is said to be decided is, with its reason and its files', async () => {
  const { decisions } = await read(transcript);
  assert.equal(
    decisions.map(({ title, rationale, type, files }) => [title, rationale, type, ...files]),
    [
      [
        'Use JWT tokens in src/auth.ts',
        'Because sessions do not scale.',
        'approach',
        'src/auth.ts',
      ],
      [
        'Keep the session table in src/session.ts for now',
        'That way we can roll back.',
        'tradeoff',
        'src/session.ts',
      ],
      ["We won't support Internet Explorer", '', 'rejection'],
      ['From now on every error has a code', '', 'convention'],
    ],
  );
});

test('MTG-11 a file that somebody asks about after a decision is none of it', async () => {
  const decided = 'Ann: We decided to use Postgres for orders.\n';
  const files = async (rest: string) =>
    (await read(decided + rest)).decisions.flatMap((decision) => decision.files);
  assert.equal(
    await files('Bob: By the way, did anybody look at src/auth/login.ts?\nAnn: No.'),
    [],
  );
  assert.equal(await files('Bob: Who fixes backend/tax.py?\nAnn: I do not know yet.'), []);
  assert.equal(await files('Bob: The schema is in db/orders.sql?\nAnn: Yes.'), ['db/orders.sql']);
});

test('MTG-2 who does what, until when, and how soon', async () => {
  const found = (await read(transcript)).actions.map(
    ({ sentence: _from, confidence: _sure, files, ...one }) => ({ ...one, file: files.join() }),
  );
  assert.equal(found, [
    {
      action: 'Write the migration in db/migrate.sql by Friday',
      assignee: 'Cleo',
      priority: 'high',
      file: 'db/migrate.sql',
      deadline: '2026-11-27',
      deadline_words: 'by Friday',
    },
    {
      action: 'Update the docs (docs/login.md) tomorrow, no rush',
      assignee: 'Ann Lee',
      priority: 'low',
      file: 'docs/login.md',
      deadline: '2026-11-22',
      deadline_words: 'tomorrow',
    },
    {
      action: 'Add rate limiting to src/api/limits.ts by 2026-12-01',
      assignee: 'Bob',
      priority: 'medium',
      file: 'src/api/limits.ts',
      deadline: '2026-12-01',
      deadline_words: '2026-12-01',
    },
  ]);
});

test('MTG-2 what is asked, doubted or small talk is neither', async () => {
  const talk = `Ann: Should we go with Postgres?
Bob: Maybe we'll use Redis. Let's discuss it next week.
Ann: We haven't decided on the queue.
Bob: I will be late. I'll see you.
Ann: The users will love it. This will break things.`;
  assert.equal(await read(talk), { decisions: [], actions: [] });
});

test('MTG-11 a proposal that others accept is a decision, and one that nobody takes up is none', async () => {
  const accepted = `Ann: So, where do the sessions go?
Bob: I'd keep the sessions in Postgres, it's one thing less to run.
Cleo: Yes, Postgres, that works for me.
Ann: Good, Postgres then.`;
  assert.match((await titlesIn(accepted)).join(), /Postgres/);
  assert.equal(
    await titlesIn('Ann: We could move the queue to Kafka one day.\nBob: Who wants lunch?'),
    [],
  );
});

test('MTG-11 a choice that is taken back later is none, and the new one is', async () => {
  const said = `Ann: We agreed to store the job queue in Redis.
Bob: Fine with me.
Cleo: Wait, actually no. The job queue in Redis loses jobs on a restart.
Ann: Right, scratch that. We'll go with Postgres for the job queue.
Bob: Agreed.`;
  const titles = await titlesIn(said);
  assert.match(titles.join('|'), /Postgres/);
  assert.not.match(titles.join('|'), /^(?:Store|We agreed).*Redis/);
});

test('MTG-2 who takes something on does it, else the person who was asked', async () => {
  assert.equal(
    await workIn('Ann: Bob, can you update the README by Friday?\nBob: Sure, will do.'),
    ['Bob: Update the README by Friday'],
  );
  assert.match(
    (
      await workIn('Ann: Someone needs to restart the staging database.\nBob: Leave it with me.')
    ).join(),
    /^Bob: .*staging database/,
  );
});

test('MTG-2 written action items name their owner in many ways', async () => {
  const lines: Record<string, string> = {
    'Action item: Bob updates the README': 'Bob',
    'Action: @bob update the README': 'Bob',
    'AI(Bob): update the README': 'Bob',
    'TODO: Bob to update the README': 'Bob',
    '- [ ] Bob: update the README': 'Bob',
    'Action: update the README (Bob)': 'Bob',
    'Action: Ann and Bob update the README': 'Ann and Bob',
    'Action: update the README': '',
  };
  for (const [line, owner] of Object.entries(lines)) {
    const { actions } = await read(`Ann: Hello.\nBob: Hello.\n\n${line}`);
    assert.equal(
      actions.map(({ assignee }) => assignee),
      [owner],
      line,
    );
  }
});

test('MTG-11 who is asked what they did, or thanked, is asked for no work', async () => {
  const filler =
    'Cleo: The map of the harbour is old and the colours are hard to see in the sun.\n'.repeat(25);
  for (const said of ['Who opened that ticket?\nBob: Me.', 'Thank you, Bob.\nBob: Yes.'])
    for (const before of ['', filler]) {
      const { actions } = await read(`${before}Ann: ${said}`);
      assert.equal(
        actions.map(({ action }) => action),
        [],
      );
    }
});

test('MTG-13 what is not in English is said to be unsupported, and nothing is guessed', async () => {
  const german = `Ann: Also ich denke, wir sollten das Gateway am Freitag ausrollen, und Bob schaut sich die Tests an.
Bob: Ja, einverstanden, das mache ich bis Freitag. Wir haben uns für Postgres entschieden.`;
  const { decisions, actions, notices = [] } = await everything(german);
  assert.equal([decisions, actions], [[], []]);
  assert.match(notices.join(), /German, which the built-in reader does not read/);
  const broken = `Ann: Me I think is better we use the queue, because the server he is dying every night.
Bob: Yes, I am agree, we make the queue. I do it until Friday.`;
  assert.is(
    (await everything(broken)).notices,
    undefined,
    'English of people who learned it is English',
  );
});

test('MTG-2 what was said twice counts once', async () => {
  const once = await read(transcript);
  assert.equal(mergeItems([once, once]), once);
});

test('MTG-2 what is written down is one plain line', async () => {
  const said = 'Ann: We decided to use \u202e\u001b[31mJWT\ttokens in src/auth.ts.\nDecision: ....';
  assert.equal(await titlesIn(said), ['Use JWT tokens in src/auth.ts']);
  const [long = ''] = await titlesIn(`Ann: We decided to use it for ${'\u{1f600}'.repeat(400)}.`);
  assert.ok(long.isWellFormed() && long.length <= 200);
});

test('MTG-2 any text is read without an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 400, unit: 'binary' }), async (text) => {
      const { decisions, actions } = await everything(text);
      return decisions.length + actions.length < 1_000;
    }),
  );
});

test('MTG-11 a text without turns is read in a time that grows with it, and not with its square', async () => {
  const count = 4_000;
  const text = Array.from({ length: count }, (_, at) => `We decided to use queue ${at}.`).join(' ');
  assert.is((await read(text)).decisions.length, limits.meetingDecisions, 'within minutes');
});

test('MTG-11 a reason behind "since" makes no decision one of the past, and who takes leave says nothing', async () => {
  const since = 'Ann: We decided to use pdfkit, since it needs no browser.\nBen: Fine.';
  assert.is((await titlesIn(since)).length, 1);
  const rule = 'Ann: Every new endpoint must have a rate limit. See you next week.\nBen: Agreed.';
  assert.equal(await titlesIn(rule), ['Every new endpoint must have a rate limit']);
  assert.equal((await everything(rule)).actions, []);
});

test('MTG-5 a day that is said of another thing is no deadline', async () => {
  const readme = 'Ann: Somebody needs to update the README.\nBen: I can do that.\n';
  for (const said of [
    'Ann: Thanks. New laptops arrive on Thursday.',
    'Ben: I was at the dentist on Friday.',
  ]) {
    const [action, ...others] = (await read(readme + said)).actions;
    assert.equal(others, [], said);
    assert.equal([action?.action, action?.deadline], ['Update the README', undefined], said);
  }
  const [dated] = (await read(`${readme}Ann: Thanks. Thursday would be good.`)).actions;
  assert.is(dated?.deadline, '2026-11-26');
});

test('MTG-11 the next matter is no part of what was taken on, and who waits does nothing', async () => {
  const handed =
    'Ann: Ben, can you shut down the servers?\nBen: Sure.\nAnn: Thanks Ben. Next, the campaign: applyVoucher has to know about shipping.';
  assert.equal(await workIn(handed), ['Ben: Shut down the servers']);
  const waiting =
    'Ben: I’m waiting for Priya to review the pull request.\nPriya: I’ll do it today.';
  assert.equal(
    (await workIn(waiting)).map((one) => one.split(':')[0]),
    ['Priya'],
  );
});

test.run();
