import type { Talk } from './talk.ts';

/** Talks and minutes as programs and people write them down. */
export const written: readonly Talk[] = [
  {
    text: 'TODO Bob: rotate the API keys (urgent)',
    work: [['Bob', /API keys/, undefined, 'high']],
  },
  { text: 'TODO: Bob rotates the API keys', work: [['Bob', /API keys/]] },
  { text: 'Action item: Bob updates the README', work: [['Bob', /README/]] },
  { text: 'AI: Bob to update the README by Friday', work: [['Bob', /README/, '2026-11-20']] },
  { text: 'AI(Bob): update the README', work: [['Bob', /README/]] },
  { text: 'Action: @bob update the README', work: [['bob', /README/]] },
  { text: 'Action: update the README (Bob)', work: [['Bob', /README/]] },
  { text: 'Action: update the README - Bob, by Friday', work: [['Bob', /README/, '2026-11-20']] },
  { text: 'Action: update the README', work: [['', /README/]] },
  { text: '- [ ] @ann fix the flaky test by Friday', work: [['ann', /flaky test/, '2026-11-20']] },
  { text: '- [ ] Ann: fix the flaky test', work: [['Ann', /flaky test/]] },
  { text: '- [ ] fix the flaky test', work: [['', /flaky test/]] },
  {
    text: `Action items
- [x] Ann: clean up the branches
- [ ] Bob: fix the flaky test`,
    work: [['Bob', /flaky test/]],
  },
  {
    text: `Decisions
- ~~The cache moves to Redis~~
- Sessions last thirty days`,
    decided: [/thirty days/],
  },
  { text: 'Ann -> runbook by Tuesday', work: [['Ann', /runbook/i, '2026-11-24']] },
  { text: 'Ann → update the runbook by Tuesday', work: [['Ann', /runbook/i, '2026-11-24']] },
  { text: '@ann to write the runbook by Tuesday', work: [['ann', /runbook/i, '2026-11-24']] },
  { text: 'Decision: use Postgres for the job queue', decided: [/Postgres/] },
  { text: 'DECISION - use Postgres for the job queue', decided: [/Postgres/] },
  { text: '**Decision:** use Postgres for the job queue', decided: [/Postgres/] },
  {
    text: `Decisions
- The cache moves to Redis
- Sessions last thirty days

Action items
- Ann to tell the customers about the cache by Friday
- Bob: write the release notes

Open questions
- Do we need a second region?
- We could move the backups to the new disk`,
    decided: [/cache moves to Redis/, /thirty days/],
    work: [
      ['Ann', /customers/, '2026-11-20'],
      ['Bob', /release notes/],
    ],
  },
  {
    text: `## Decisions
1. Use Postgres for the job queue
2. No more releases on Fridays

## Next steps
1. Bob writes the migration by Monday
2. Cleo: update the dashboards`,
    decided: [/Postgres/, /Fridays/],
    work: [
      ['Bob', /migration/, '2026-11-23'],
      ['Cleo', /dashboards/],
    ],
  },
  {
    text: `Next steps:
* @bob: rotate the keys by Friday
* @cleo will check the alerts`,
    work: [
      ['bob', /keys/, '2026-11-20'],
      ['cleo', /alerts/],
    ],
  },
  {
    text: `Action items:
- Write the runbook (Ann, by Friday)
- Test the restore (Bob)`,
    work: [
      ['Ann', /runbook/i, '2026-11-20'],
      ['Bob', /restore/],
    ],
  },
  {
    text: `Open questions
- Who runs the support in December?
- Should we move to Kafka?`,
  },
  { text: 'Action items: none' },
  {
    text: `[00:01] Ann: Let's use PostgreSQL for the store.
[00:05] Bob: Agreed.`,
    decided: [/PostgreSQL/],
  },
  {
    text: `[00:01] Ann
Who can write the migration?
[00:04] Bob
I can, by Friday.`,
    work: [['Bob', /migration/, '2026-11-20']],
  },
  {
    text: `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ann>Bob, can you update the README by Friday?

00:00:04.000 --> 00:00:06.000
<v Bob>Sure, will do.`,
    work: [['Bob', /README/, '2026-11-20']],
  },
  {
    text: `WEBVTT

00:00:01.000 --> 00:00:04.000
Ann: We decided to use Postgres.

00:00:04.000 --> 00:00:06.000
Bob: Good.`,
    decided: [/Postgres/],
  },
  {
    text: `1
00:00:01,000 --> 00:00:04,000
Ann: Let's keep prices in cents.

2
00:00:04,000 --> 00:00:06,000
Bob: Agreed.`,
    decided: [/cents/],
  },
  {
    text: `Ann Lee  10:02 AM
can someone restart the staging database?
Bob Ray  10:03 AM
on it`,
    work: [['Bob Ray', /staging database/]],
  },
  {
    text: `ann  10:02
let's keep the old endpoint until march
bob  10:03
👍`,
    decided: [/old endpoint/],
  },
  {
    text: `<ann> bob, can you rotate the keys by friday?
<bob> sure`,
    work: [['bob', /keys/, '2026-11-20']],
  },
  {
    text: `**Ann:** I'll write the runbook by Tuesday.
**Bob:** Thanks.`,
    work: [['Ann', /runbook/i, '2026-11-24']],
  },
  {
    text: `We decided to use Postgres for the job queue.
Bob will write the migration by Friday.`,
    decided: [/Postgres/],
    work: [['Bob', /migration/, '2026-11-20']],
  },
  { text: "I'll write the runbook by Tuesday.", work: [['', /runbook/i, '2026-11-24']] },
  { text: 'We agreed to drop support for Node 16.', decided: [/Node 16/] },
  { text: 'Bob to add rate limiting by Friday.', work: [['Bob', /rate limiting/, '2026-11-20']] },
  { text: 'The weather was nice and everybody was well.' },
  {
    text: `TODO write docs - EOD Tuesday
TODO fix the build - Bob`,
    work: [
      ['', /^Write docs/, '2026-11-24'],
      ['Bob', /^Fix the build/],
    ],
  },
  {
    text: `## Actions
- Cara: OK button must be blue
- Bob: write docs`,
    work: [
      ['Cara', /^OK button must be blue$/],
      ['Bob', /^Write docs$/],
    ],
  },
  {
    text: `To do
1. Cara: OK button must be blue`,
    work: [['Cara', /^OK button must be blue$/]],
  },
  {
    text: `Next steps
1. Yann: set up the test tenant (today)
2. Zoe: invite the pilot users
3. Adam: read the security guide by Tuesday`,
    work: [
      ['Yann', /test tenant/, '2026-11-18'],
      ['Zoe', /pilot users/],
      ['Adam', /security guide/, '2026-11-24'],
    ],
  },
  {
    text: `Present: Dr. Keller, Henrike Ostrow, Zsófia

1.1 HO orders the tablets, at the latest on 27.11.
1.2 Zsófia looks into the drift (4/12).
AP: Zsófia – call Szeged, 30-11-26
AP: none for the footer, it was done this morning`,
    work: [
      ['Henrike Ostrow', /tablets/, '2026-11-27'],
      ['Zsófia', /drift/, '2026-12-04'],
      ['Zsófia', /^Call Szeged$/, '2026-11-30'],
    ],
  },
  {
    text: `RECALL LETTERS
Task: change the recall job
Owner: Soledad
Due: 27 November

PRINTER
The printer in room 4 was unplugged.
Owner: none

Owner: Cem
Task: new routes for the van`,
    work: [
      ['Soledad', /^Change the recall job$/, '2026-11-27'],
      ['Cem', /^New routes for the van$/],
    ],
  },
  {
    text: `To do
- [ ] Ben: waiver link in the mail
- [ ] ~~Astrid: quote for turnstiles~~ not needed any more
- ~~Cem: crypto~~ dropped`,
    work: [['Ben', /^Waiver link/]],
  },
  {
    text: `| # | What | Owner | Due |
|---|---|---|---|
| 1 | Keep the second reading | Eleni | 20 Nov |
| 2 | ~~Mail template~~ | ~~Pau~~ | dropped |
| 3 | Clean the tyres | nobody yet | – |`,
    work: [
      ['Eleni', /second reading/, '2026-11-20'],
      ['', /tyres/],
    ],
  },
  {
    text: `Next steps
Gwen: collect the sizes
Marek: halve the textures
Lotte: tell the four testers what became of their complaints`,
    work: [
      ['Gwen', /sizes/],
      ['Marek', /textures/],
      ['Lotte', /four testers/],
    ],
  },
  {
    text: `TODO(@ann): cron line in deploy/crontab`,
    work: [['ann', /^Cron line/]],
  },
];
