import type { Talk } from './talk.ts';

/** Talks as they are heard: a name and what is said. */
export const spoken: readonly Talk[] = [
  {
    text: `Ann: I propose we use zod for the validation.
Bob: Sounds good, let's go with that.`,
    decided: [/zod/],
  },
  {
    text: `Ann: Who can write the migration?
Bob: I can.
Ann: By when?
Bob: Friday.`,
    work: [['Bob', /migration/, '2026-11-20']],
  },
  {
    text: `Ann: Bob, can you update the README by Friday?
Bob: Sure, will do.`,
    work: [['Bob', /README/, '2026-11-20']],
  },
  {
    text: `Ann: Bob, can you fix the flaky test?
Bob: Sure.`,
    work: [['Bob', /flaky test/]],
  },
  {
    text: `Ann: Bob will write the release notes by Friday.
Bob: Okay.`,
    work: [['Bob', /release notes/, '2026-11-20']],
  },
  {
    text: `Ann: Bob takes the runbook.
Bob: Fine.`,
    work: [['Bob', /runbook/]],
  },
  {
    text: `Ann: Bob owns the rollout of the new cache until Tuesday.
Bob: Yes.`,
    work: [['Bob', /rollout/, '2026-11-24']],
  },
  {
    text: `Ann: I'll rotate the API keys tomorrow.
Bob: Thanks.`,
    work: [['Ann', /API keys/, '2026-11-19']],
  },
  {
    text: `Ann: Someone needs to restart the staging database.
Bob: Leave it with me.`,
    work: [['Bob', /staging database/]],
  },
  {
    text: `Ann: Can someone look at the broken build today?
Bob: On it.`,
    work: [['Bob', /broken build/, '2026-11-18']],
  },
  {
    text: `Ann: Who takes the upgrade of the linter?
Bob: Me.`,
    work: [['Bob', /linter/]],
  },
  {
    text: `Ann: Somebody has to call the hosting company by Monday.
Bob: Not me.
Cleo: I'll do it.`,
    work: [['Cleo', /hosting company/, '2026-11-23']],
  },
  {
    text: `Ann: Bob, please delete the old feature flags by Tuesday.
Bob: Okay.`,
    work: [['Bob', /feature flags/, '2026-11-24']],
  },
  {
    text: `Ann: Could you review the pull request of the parser, Bob?
Bob: Yes, tomorrow.`,
    work: [['Bob', /parser/, '2026-11-19']],
  },
  {
    text: `Ann: Cleo and I will test the backup on Thursday.
Cleo: Yes.`,
    work: [['Ann and Cleo', /backup/, '2026-11-19']],
  },
  {
    text: `Ann: Bob, can you write the tests for the importer?
Bob: No time, sorry.
Cleo: I can do it.`,
    work: [['Cleo', /importer/]],
  },
  {
    text: `Ann: I'll add an index to the orders table by Friday.
Bob: Actually, forget the index on the orders table, the query is gone.
Ann: Right.`,
  },
  {
    text: `Ann: I'll rewrite the installer tonight.
Ann: On second thought, scratch that, the old one works.`,
  },
  {
    text: `Ann: Bob, can you rename the branches today?
Bob: Sure.
Ann: No, don't do that, leave it as it is.`,
  },
  {
    text: `Ann: I'll port the script to Python by Monday.
Bob: It runs once a year.
Ann: I take that back then.`,
  },
  {
    text: `Ann: We agreed to put the job queue into Redis.
Bob: Hold on, revert that. We'll go with Postgres for the jobs.
Ann: Agreed.`,
    decided: [/Postgres/],
  },
  {
    text: `Ann: Let's use PostgreSQL for the store.
Bob: Agreed.`,
    decided: [/PostgreSQL/],
  },
  {
    text: `Ann: Let's use Kafka.
Bob: Agreed.
Ann: Actually, scrap that, let's use a table in Postgres.
Bob: Fine with me.`,
    decided: [/Postgres/],
  },
  {
    text: `Ann: We decided to keep the logs for thirty days.
Bob: Good.`,
    decided: [/thirty days/],
  },
  {
    text: `Ann: Tabs or spaces?
Bob: Spaces.
Ann: Okay, spaces it is.`,
    decided: [/spaces/i],
  },
  {
    text: `Ann: I propose that prices are kept in cents.
Bob: Works for me.`,
    decided: [/cents/],
  },
  {
    text: `Ann: Let's not use GraphQL.
Bob: Yeah, agreed, REST is enough.`,
    decided: [/GraphQL/],
  },
  {
    text: `Ann: We should drop support for Node 16.
Bob: +1.
Cleo: +1.`,
    decided: [/Node 16/],
  },
  {
    text: `Ann: So we go with the blue-green deployment, any objections?
Bob: No.
Ann: Good, that's settled.`,
    decided: [/blue-green/],
  },
  {
    text: `Ann: We won't support Internet Explorer.
Bob: Good.`,
    decided: [/Internet Explorer/],
  },
  {
    text: `Ann: Let's use PostgreSQL for the store.
Bob: Agreed.
Ann: Bob, can you write the migration by Friday?
Bob: Sure.`,
    decided: [/PostgreSQL/],
    work: [['Bob', /migration/, '2026-11-20']],
  },
  { text: `Ann: Should we move the queue to Kafka?\nBob: What would that cost us?` },
  { text: `Ann: What if we rewrote the parser in Rust one day?\nBob: Who knows.` },
  { text: `Ann: Last quarter we decided to use Kafka for the queue.\nBob: I remember.` },
  { text: `Ann: The client says they decided to use Kafka.\nBob: Interesting.` },
  { text: `Ann: Let's print the logs on paper. Haha.\nBob: Very funny.` },
  { text: `Ann: If the test failed again we would drop the cache.\nBob: It did not.` },
  { text: `Ann: I'll get some coffee.\nBob: I'll have a tea.` },
  { text: `Ann: I'll make pasta tonight.\nBob: Let's have pizza.\nAnn: Sounds good.` },
  { text: `Ann: We'll watch the match tomorrow.\nBob: Sure.` },
  { text: `Ann: I need to pick up my kids at five.\nBob: Okay.` },
  { text: `Ann: Morning everybody.\nBob: Morning.` },
  { text: `Ann: Let's discuss the queue next week.\nBob: Okay.` },
  {
    text: `Chair: We come to the budget.
Ms. Vogel: I move that we approve the licences.
Mr. Wolf: I second that.`,
    decided: [/approve the licences/],
  },
  {
    text: `Frida: I propose we require Python 3.11.
Gero: Hm, the cluster has 3.10.
Frida: Then 3.10.
Gero: OK.`,
    decided: [/3\.10/],
  },
  {
    text: `Karl: Mutex or queue?
Lisa: A queue, otherwise we lose the order.
Karl: Makes sense, queue.`,
    decided: [/queue/i],
  },
  {
    text: `boss: final word, the release is called 5.0 not 4.9
dev-a: fine`,
    decided: [/5\.0/],
  },
  {
    text: `R = Rowena, H = Hamish

R: H, can you mock up the screen?
H: The small one?
R: The small one.
H: Yes, by Friday.`,
    work: [['Hamish', /mock up the screen/i, '2026-11-20']],
  },
  { text: `Ann: That one I can live with.\nBen: I'd write it but I'm away.` },
  { text: `Ann: Will I get to try it before Easter?\nBen: The login is demo-7 by the way.` },
  {
    text: `Ann: Let's use Redis for the intake.
Ben: Fine by me, Redis.
Cleo: Wait. Redis is in the other zone.
Ann: Okay, I withdraw. Let's go with the local file.
Ben: Happy with that.`,
    decided: [/local file/],
  },
];
