import type { Talk } from './talk.ts';

/** Talks in which much is left to what was said before: answers of one word, tasks handed on, results said of the thing itself. */
export const terse: readonly Talk[] = [
  {
    text: `Una: pagination: cursor or offset?\nVal: cursor\nUna: agreed`,
    decided: [/^Cursor \(/],
  },
  {
    text: `Jun: The API returns 404 instead of 403 for foreign projects. Everyone fine with that?\nKim: Yes.\nZoe: +1`,
    decided: [/^The API returns 404/],
  },
  { text: `- One schema per tenant was chosen.`, decided: [/^One schema per tenant was chosen$/] },
  {
    text: `Ann: The release is postponed to January 12.\nBen: Fine.`,
    decided: [/postponed to January 12/],
  },
  { text: `Ann: The group decided against MySQL.`, decided: [/against MySQL/] },
  { text: `Ann: Forget MySQL, we take Postgres.`, decided: [/^We take Postgres$/] },
  { text: `Ann: Consensus: Postgres.`, decided: [/^Postgres$/] },
  { text: `DECISION 1: use Postgres`, decided: [/^Use Postgres$/] },
  { text: `[Decision] use Postgres`, decided: [/^Use Postgres$/] },
  { text: `Ann: Do we keep Kafka?\nBen: Yes.\nAnn: Good.`, decided: [/^Keep Kafka$/] },
  {
    text: `## Decisions\n- Postgres for new services\n- No decision yet on the cache`,
    decided: [/^Postgres for new services$/],
  },
  {
    text: `Cleo: If the load test passes, we go live on Monday.\nDirk: And if not?\nCleo: Then we roll back.`,
  },
  { text: `Elif: What about ETags?\nNoah: Yes, ETags, let's do that.`, decided: [/^ETags/] },
  {
    text: `Chair: Proposal: coverage may not drop below 80 percent on main.
Olga: I second that.
Chair: Carried. Pete, you configure it in vitest.config.ts.
Pete: OK.`,
    decided: [/coverage may not drop/i],
    work: [['Pete', /vitest\.config\.ts/]],
  },
  {
    text: `Bea: Tim, could you look at the failing deploy?
Tim: I'm afraid I can't.
Bea: Rui, could you?
Rui: Sure thing.`,
    work: [['Rui', /^Look at the failing deploy$/]],
  },
  {
    text: `Ela: Shall I write the release notes?\nMax: Yes, please do.`,
    work: [['Ela', /^Write the release notes$/]],
  },
  { text: `Ann: I'll be on vacation next week.` },
  { text: `Ann: The vendor will send us new keys tomorrow.` },
  { text: `Ann: Nobody has to fix that by Friday.` },
  { text: `Ann: I'll turn on branch protection.`, work: [['Ann', /^Turn on branch protection$/]] },
  { text: `Ann: I'll update the wiki before lunch.`, work: [['Ann', /wiki/, '2026-11-18']] },
  { text: `Ann: I'll run the benchmarks.`, work: [['Ann', /^Run the benchmarks$/]] },
  {
    text: `Petra is going to check with legal whether we may keep the old PDFs.`,
    work: [['Petra', /legal/]],
  },
  { text: `Ann: I'll let the customers know.`, work: [['Ann', /customers know/]] },
  { text: `Ann: The docs are mine.`, work: [['Ann', /docs/]] },
  {
    text: `Yuki: I'll add the index tonight, you write the postmortem?\nLeo: Yep, by Friday.`,
    work: [
      ['Yuki', /^Add the index tonight$/, '2026-11-18'],
      ['Leo', /postmortem/, '2026-11-20'],
    ],
  },
  {
    text: `Isa: Jack does the backend, I do the frontend, and Kate writes the tests.\nJack: Clear.\nKate: Clear.`,
    work: [
      ['Jack', /^Do the backend$/],
      ['Isa', /^Do the frontend$/],
      ['Kate', /^Write the tests$/],
    ],
  },
  {
    text: `Tess: I'll write the release notes.\nUgo: No, I'll do that.\nTess: OK, thanks!`,
    work: [['Ugo', /release notes/]],
  },
  {
    text: `Tess: I'll write the release notes.\nUgo: Leave those to me, you've got enough to do.\nTess: Thank you!`,
    work: [['Ugo', /release notes/]],
  },
  { text: `Ann: Ben, can you write the docs?\nBen: Sorry, no time this week.` },
  {
    text: `Ben promised to write the docs by Friday.`,
    work: [['Ben', /^Write the docs/, '2026-11-20']],
  },
  { text: `Fatima: Stefan will do the pipeline change.`, work: [['Stefan', /pipeline change/]] },
  {
    text: `* [ ] Fix the memory leak in \`worker/pool.go\` - @ravi - high prio
* [ ] Bump the SDK version - @lea - due 2026-12-01`,
    work: [
      ['ravi', /^Fix the memory leak in `worker\/pool\.go`$/],
      ['lea', /^Bump the SDK version$/, '2026-12-01'],
    ],
  },
  {
    text: `## Next steps\n1. Ann: update the wiki\n2. Ben and Cem: call the vendor by Monday`,
    work: [
      ['Ann', /^Update the wiki$/],
      ['Ben and Cem', /^Call the vendor/, '2026-11-23'],
    ],
  },
  {
    text: `Phil: Low prio, but could you clean up the old branches, Jess?\nJess: Sure.`,
    work: [['Jess', /^Clean up the old branches$/, undefined, 'low']],
  },
  {
    text: `Ann Lee: Ann Li, can you prepare the config by Monday?\nAnn Li: Yes, will do.`,
    work: [['Ann Li', /^Prepare the config by Monday$/, '2026-11-23']],
  },
  {
    text: `ann: I'll write the docs\nann: and ben please fix the parser\nben: ok`,
    work: [
      ['ann', /^Write the docs$/],
      ['ben', /^Fix the parser$/],
    ],
  },
  {
    text: `jt: anyone against dropping python 3.8?
mar: nope
jt: k, dropping it. i'll bump setup.cfg
mar: @kl can u update the docs
kl: ya tmrw`,
    decided: [/dropping/i],
    work: [
      ['jt', /setup\.cfg/],
      ['kl', /^Update the docs$/, '2026-11-19'],
    ],
  },
  { text: `Ann: Did we settle on tabs?\nBob: Yes, we decided that.` },
  { text: `Ann: And the colour?\nBob: We've already agreed on that.` },
];
