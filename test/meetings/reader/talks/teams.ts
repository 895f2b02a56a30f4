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
];
