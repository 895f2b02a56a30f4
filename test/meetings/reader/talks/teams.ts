import type { Talk } from './talk.ts';

/** Talks of a few minutes as teams have them every day. */
export const teams: readonly Talk[] = [
  {
    text: `Priya: Morning everyone. I'll start on the coupon endpoint today. No blockers.
Tom: Could you look at the PR for the flaky test this afternoon?
Priya: Sure, I'll take a look after lunch.
Lena: I was out sick Monday. I need someone to give me access to the staging database.
Tom: I can do that, I'll send you the credentials right after this.
Lena: Great, thanks. Otherwise, the plan is still to run it on Thursday night.`,
    work: [
      ['Priya', /^Start on the coupon endpoint/, '2026-11-18'],
      ['Priya', /^Look at the PR for the flaky test/, '2026-11-18'],
      ['Tom', /access to the staging database$/, '2026-11-18'],
      ['Tom', /^Send you the credentials/, '2026-11-18'],
    ],
  },
  {
    text: `Sarah: Right now we're keeping everything in memory, and every deploy logs everybody out.
Jen: So we go with Postgres for sessions, with a one-minute in-process cache.
Mike: Agreed.
Sarah: Fine. What about the expiry? Currently it's 24 hours.
Jen: Legal asked for 8.
Sarah: 8 hours then. Any objections?
Mike: None.`,
    decided: [
      /^Go with Postgres for sessions, with a one-minute in-process cache$/,
      /^8 hours \(The expiry\?\)$/,
    ],
  },
  {
    text: `Dana: What do we change?
Chris: Lower the threshold to 2 %.
Dana: Would that have fired?
Chris: Yes, at 14:06.
Dana: OK, let's do that.
Alex: We should also have a timeout on the provider call.
Dana: Agreed. What's a sane value?
Alex: Ten seconds.
Chris: Somebody should write to the customers as well.
Dana: Support already did that yesterday.`,
    decided: [/^Lower the threshold to 2 %$/, /timeout on the provider call$/],
  },
  {
    text: `John: And how long do we support v1? I'd say twelve months.
Yuki: Twelve months is a long time. Six?
Maria: Enterprise customers need at least a year. Twelve.
Yuki: Fair enough.
Maria: John, please write that down in docs/api/versioning.md.
John: Will do, by Wednesday.`,
    decided: [/^Twelve \(How long do we support v1\?\)$/],
    work: [['John', /^Write that down in docs\/api\/versioning\.md/, '2026-11-25']],
  },
  {
    text: `Hana: Can we run those tests only on main?
Leo: We could, but then we find bugs after the merge.
Hana: What about sharding them?
Leo: Four shards would bring us down to about eight minutes.
Hana: Let's do that then.
Leo: OK. I'll set it up in .github/workflows/ci.yml this week.
Hana: And please delete the old Jenkins job while you're at it.
Leo: With pleasure.
Hana: Also, we really should upgrade to Node 22 at some point.
Leo: Yeah, at some point.`,
    decided: [/^Sharding them/],
    work: [
      ['Leo', /^Set it up in \.github\/workflows\/ci\.yml/, '2026-11-20'],
      ['Leo', /^Delete the old Jenkins job/],
    ],
  },
  {
    text: `Ivy: Then no dark mode this sprint.
Ben: OK. I'll take the flaky tests. Demo is on the 11th of December. Ivy, could you prepare the demo data by the 9th?
Ivy: Sure.
Ben: If we get the contract with Acme, we'd have to move everything. But that's an if.
Kai: When will we know?
Ben: End of the month.`,
    decided: [/^No dark mode this sprint$/],
    work: [
      ['Ben', /^Take the flaky tests$/],
      ['Ivy', /^Prepare the demo data/, '2026-12-09'],
    ],
  },
  {
    text: `Nadia 10:06 AM
ok so not before January 15th then

Raj 10:07 AM
+1

Nadia 10:09 AM
also: retries. right now we retry 10 times, that's nuts

Raj 10:10 AM
3 with backoff?

Nadia 10:10 AM
:+1: 3 retries with exponential backoff`,
    decided: [/^Not before January 15th/, /^3 retries with exponential backoff$/],
  },
  {
    text: `Lucy: Code reviews take forever. Mine sat for four days.
Sam: What can we do about it?
Lucy: How about a rule that every PR gets a first review within one working day?
Omar: I like it.
Sam: Me too. Let's try that for the next sprint.
Sam: Who adds a check for that?
Omar: I'll add a warning to the CI by Wednesday.`,
    decided: [/every PR gets a first review within one working day$/],
    work: [['Omar', /^Add a warning to the CI/, '2026-11-25']],
  },
  {
    text: `Eva: Should we migrate from Jest to Vitest?
Rob: I've been wanting to do that for ages.
Eva: And what do we gain?
Rob: Tests run twice as fast. And no more Babel.
Eva: OK, then let's do it.
Nina: I could take the frontend package.
Rob: That would be great.`,
    decided: [/^Migrate from Jest to Vitest$/],
    work: [['Nina', /^Take the frontend package$/]],
  },
  {
    text: `Tara: Joy, how's the push notification work?
Joy: Blocked. I'm waiting for the certificate from Apple.
Tara: Who's dealing with that?
Joy: Nobody, I think.
Tara: OK, I'll call them today.
Joy: Thanks.`,
    work: [['Tara', /^Call them today/, '2026-11-18']],
  },
  {
    text: `Rae: I'd say we call it workspace everywhere.
Nick: Marketing calls it team.
Rae: Marketing can call it whatever they like.
Nick: Haha. OK, workspace.`,
    decided: [/^Call it workspace everywhere/],
  },
  {
    text: `Nils: I propose that we extend by one year.
Olga: Seconded.
Gina: Any objections? None. We extend by one year.`,
    decided: [/^We extend by one year$/],
  },
  {
    text: `Mia: Let me summarize. We ship the beta on the 7th. Leo writes the announcement. Ana sets up the feedback form.
Leo: Right.
Ana: OK.`,
    decided: [/^We ship the beta on the 7th$/],
    work: [
      ['Leo', /^Write the announcement$/],
      ['Ana', /^Set up the feedback form$/],
    ],
  },
];
