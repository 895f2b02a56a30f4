/** Talks of a few turns: what stands at their end, and who does it (MTG-11). */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readTranscript } from '../../../relay/meetings/reader/reader.ts';
import { turnsIn } from '../../../relay/meetings/text/turns.ts';

const nowMs = Date.parse('2026-11-21T10:00:00Z');

async function read(talk: string): Promise<{ decided: string[]; work: string[] }> {
  const people = new Set(['Ann', 'Bob', 'Cleo']);
  const { decisions, actions } = await readTranscript(turnsIn(talk), { people, nowMs });
  return {
    decided: decisions.map(({ title }) => title),
    work: actions.map(({ action, assignee }) => `${assignee}: ${action}`),
  };
}

const amended: readonly (readonly [talk: string, decided: string])[] = [
  [
    "Ann: We'll keep logs for 30 days.\nBob: Agreed.\nCleo: I'll bring drinks.\nAnn: Back to the logs, 30 days is not enough for audits.\nBob: Okay, then 90 days.\nCleo: 90 days, fine.",
    "We'll keep logs for 90 days",
  ],
  [
    "Ann: Let's set the timeout to five seconds.\nBob: Agreed.\nErin: I'll bring cake.\nDev: Five seconds is too short.\nAnn: Okay, ten seconds.\nBob: Fine.",
    'Set the timeout to ten seconds',
  ],
  [
    "Ann: For the mobile app, let's go with React Native.\nBob: Agreed.\nCleo: I'll set up the build.\nAnn: On second thought, I'd rather go with Flutter for the app.\nBob: True. Okay, Flutter it is.",
    'Go with Flutter for the app',
  ],
  [
    "Ann: We ship on December 17.\nBob: Agreed.\nCleo: The store review takes a week.\nAnn: OK, let's make it January 15.\nBob: January 15 works.",
    'We ship on January 15',
  ],
  [
    "Ann: Let's go with option B.\nBob: Option B has the migration problem.\nAnn: Right. Then option A.\nBob: Agreed.",
    'Go with option A',
  ],
  [
    "Ravi: For caching let's use Redis.\nSue: Hmm, we already run Memcached. Why add another thing?\nRavi: Good point. Memcached then.\nSue: Yes.",
    "For caching let's use Memcached",
  ],
  [
    "Ann: We decided to migrate to Postgres 17.\nBob: I'll do the migration on Monday.\nCleo: Wait, the extension isn't supported on 17.\nAnn: Okay, then we stay on 16 for now.\nBob: Fine, no migration then.",
    'No migration (We stay on 16 for now)',
  ],
];

for (const [talk, decided] of amended)
  test(`MTG-11 what comes up again and is replaced counts no more: ${decided}`, async () => {
    assert.equal((await read(talk)).decided, [decided]);
  });

test('MTG-11 a value that nobody speaks against stays beside another one', async () => {
  const { decided } = await read(
    "Ann: We'll keep logs for 30 days.\nBob: Agreed.\nCleo: And the backups, 90 days?\nAnn: Yes, let's keep the backups for 90 days.\nBob: Fine.",
  );
  assert.match(decided.join('|'), /logs for 30 days/);
  assert.match(decided.join('|'), /90 days/);
});

const proposed: readonly (readonly [talk: string, decided: readonly string[]])[] = [
  ["Ann: Then let's skip the load test for 4.2.\nBob: Fine.", ['Skip the load test for 4.2']],
  ["Ann: Let's skip the agenda.\nBob: Fine.", []],
  ["Ann: Should we hire a contractor?\nCleo: Let's decide next week.\nAnn: Ok.", []],
  [
    'Ann: What if we generate the fixtures from the schema?\nBob: Love it.\nCleo: Yes please.',
    ['Generate the fixtures from the schema'],
  ],
  [
    "Ann: I'd suggest we use feature flags for the new checkout.\nBob: Makes sense.\nCleo: Who sets up the service?\nBob: I can do that.",
    ['Use feature flags for the new checkout'],
  ],
  ['Ann: Do we all agree on weekly releases?\nBob: Yes.\nCleo: Yes.', ['Weekly releases']],
  [
    "Ann: Let's also agree to cap the bundle at 200 kB.\nCleo: Agreed.",
    ['Cap the bundle at 200 kB'],
  ],
  [
    "Ann: I'd like us to move to passkeys.\nBob: What about old browsers?\nAnn: We keep passwords as a fallback.\nBob: Ok, then I'm for it.",
    ['Move to passkeys', 'We keep passwords as a fallback'],
  ],
  [
    "Ann: And strict mode everywhere?\nBob: That will break half of the packages. Let's do it only for new packages.\nAnn: Deal.",
    ['Do it only for new packages (Strict mode everywhere?)'],
  ],
  ['Ann: CSV or JSON?\nBob: CSV, for Excel.\nAnn: k, csv.', ['Csv (CSV or JSON?)']],
  ['Ann: The retry limit of 3 is too low.\nBob: Make it 5?\nAnn: 5 is good.', ['Make it 5']],
  [
    'Ann: Offline mode: are we doing it?\nBob: I vote yes, users ask for it.\nCleo: Agree.',
    ['Offline mode: are we doing it'],
  ],
  [
    "Ann: Let's buy the load test licences.\nBob: How much?\nAnn: 3000.\nBob: Approved. Order them please.",
    ['Buy the load test licences'],
  ],
  ["Ann: Let's order a pizza.\nBob: Yes.", []],
  ['Ann: When can we drop it?\nBob: In March.\nAnn: Ok, remind me then.', []],
  [
    'Ann: Token bucket versus fixed window?\nCleo: Token bucket. The fixed window lets bursts through.\nBob: Agreed.',
    ['Token bucket'],
  ],
];

for (const [talk, decided] of proposed)
  test(`MTG-11 a few turns decide: ${decided.join() || 'nothing'}`, async () => {
    assert.equal((await read(talk)).decided, decided);
  });

const taken: readonly (readonly [talk: string, work: readonly string[]])[] = [
  [
    'Ann: @bob fix the login.\nAnn: @carla please write the docs.\nAnn: @dev please call Stripe.',
    ['Bob: Fix the login', 'Carla: Write the docs', 'Dev: Call Stripe'],
  ],
  [
    'Ann: Bob, please fix the login bug, top priority.\nAnn: Carla, clean up the old branches.',
    ['Bob: Fix the login bug, top priority', 'Carla: Clean up the old branches'],
  ],
  [
    "Ann: What about the logo?\nDev: I'll have it fixed tomorrow.\nAnn: Did anyone call the bank?\nErin: No. I'll do it today.",
    ['Dev: Have it fixed tomorrow (The logo)', 'Erin: Call the bank'],
  ],
  [
    "Bob: I'll write the docs by Friday.\nBob: Actually, I'm on vacation from Thursday. Can somebody else do the docs?\nCleo: I'll do them.",
    ['Cleo: Write the docs by Friday'],
  ],
  [
    "Bob: I will review the design.\nAnn: Ok.\nBob: Sorry, I can't.\nAnn: Cleo, could you?\nCleo: Sure.",
    ['Cleo: Review the design'],
  ],
  ["Bob: I will review the design.\nAnn: Ok.\nBob: Sorry, I can't.", []],
  [
    "Ann: I'll draft it, and Sofia, could you read over it before I send it out?\nSofia: Of course.",
    ['Ann and Sofia: Read over it before I send it out'],
  ],
  ["Ann: The search is slow.\nBob: I'll look into it.", ['Bob: Look into it (The search is slow)']],
  ["Ann: So Bob, you're taking the release notes?\nBob: Yep.", ['Bob: Take the release notes']],
  [
    "Ann: Who wants to own the incident review?\nBob: I can.\nAnn: Thanks Bob. Have it ready for next Tuesday, please.\nBob: Sure.\nAnn: Also somebody has to tell support about the outage.\nCleo: I'll do it right after this call.",
    [
      'Bob: Own the incident review',
      'Bob: Have it ready for next Tuesday (Own the incident review)',
      'Cleo: Tell support about the outage',
    ],
  ],
  [
    "Ann: We won't fix the IE bug.\nBob: Fine.\nAnn: But the Safari one is urgent. Bob, can you fix it today?\nBob: I'm in meetings all day.\nAnn: Otto?\nOtto: Ok, I'll do it.",
    ['Otto: Fix it today (The Safari one is urgent)'],
  ],
  [
    "Ann: I can't make the deadline for the report.\nBob: When could you?\nAnn: Wednesday.\nBob: OK, Wednesday is fine.",
    [],
  ],
  ['Ann: Tenant. Region makes joins hard.\nBob: Then by region.\nAnn: Fine.', []],
  ['Rationale: we need the audit trail.\nAction: Marco to write an ADR.', ['Marco: Write an ADR']],
  ['Ann: nice. please add a test too\nBob: ofc', ['Bob: Add a test too']],
  ["Ann: So Bob, you're taking the bus?\nBob: No.", []],
];

for (const [talk, work] of taken)
  test(`MTG-11 a few turns hand out: ${work.join(' | ') || 'nothing'}`, async () => {
    assert.equal((await read(talk)).work, work);
  });

test('MTG-5 a day that is decided of something else ends no work', async () => {
  const people = new Set(['Ann']);
  const { actions } = await readTranscript(turnsIn(amended[0]?.[0] ?? ''), { people, nowMs });
  assert.equal(
    actions.map(({ action, deadline }) => [action, deadline]),
    [['Bring drinks', undefined]],
  );
});

test('MTG-5 who says the deadline means what was taken on before', async () => {
  const talk =
    "Bob: I'll write the job.\nAnn: Perfect. Deadline is the 15th of December.\nBob: Fine.";
  const { actions } = await readTranscript(turnsIn(talk), { people: new Set(), nowMs });
  assert.is(actions[0]?.deadline, '2026-12-15');
});

test('MTG-2 a password is told in many forms, and none is repeated', async () => {
  for (const told of [
    'Password for staging is hunter2secret!',
    'The password for the staging database is "hunter2secret".',
    'The login: hunter2secret.',
    'The password is now hunter2secret?',
  ]) {
    const talk = `Ann: ${told}\nBob: Thanks. I'll rotate it tomorrow.`;
    assert.equal((await read(talk)).work, ['Bob: Rotate it tomorrow'], told);
  }
});

test.run();
