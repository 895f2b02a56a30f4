import type { Talk } from './talk.ts';

/** Talks as they are written to show what a meeting is. */
export const typical: readonly Talk[] = [
  {
    text: `Alice: Let's start with the authentication refactor. I think we should move to JWT tokens.
Bob: I agree. Session cookies don't scale across our services.
Alice: OK, we decided: JWT with 15 minute expiry and refresh tokens.
Carol: What about storing refresh tokens? Redis or Postgres?
Bob: Redis is simpler with TTL.
Alice: Let's go with Redis then.
Bob: I'll implement the token service in src/auth/token.ts by Friday.
Carol: I'll update the login page to use the new flow, high priority.
Alice: Action item: Dave needs to review the security implications by next Tuesday.
Carol: We also talked about rate limiting but let's postpone that.
Alice: Right, not this sprint.`,
    decided: [/JWT with 15 minute expiry/i, /Go with Redis/i],
    work: [
      ['Bob', /Implement the token service in/i, '2026-11-20'],
      ['Carol', /Update the login page to/i, undefined, 'high'],
      ['Dave', /Review the security implications by/i, '2026-11-24'],
    ],
  },
  {
    text: `Sarah: Alright everyone, let's get started. First on the agenda: the database migration.
Mike: I've been looking into it. We should migrate to Aurora.
Sarah: Any concerns?
Lisa: The downtime. We need a maintenance window.
Mike: We could do it on Sunday at 2am.
Lisa: Sunday works.
Sarah: Great, so Sunday 2am it is. Mike, can you prepare the runbook?
Mike: Yes, I'll have it ready by Thursday.
Sarah: Lisa, please notify the customers.
Lisa: Will do.
Sarah: Next: API versioning. We decided last week to use URL versioning, correct?
Mike: Yes.
Sarah: Okay. Then the last item, hiring. We're opening two backend positions.`,
    decided: [/Do it on Sunday at/i],
    work: [
      ['Mike', /Prepare the runbook/i, '2026-11-19'],
      ['Lisa', /Notify the customers/i],
    ],
  },
  {
    text: `[00:00:12] Speaker 1: Welcome everybody to the weekly sync.
[00:00:18] Speaker 2: Thanks. So the main topic is error handling.
[00:00:25] Speaker 1: I propose that all services return RFC 7807 problem details.
[00:00:31] Speaker 3: Sounds good to me.
[00:00:35] Speaker 2: Me too.
[00:00:40] Speaker 1: Perfect. I will write an ADR for it.
[00:00:46] Speaker 3: And I can update the shared middleware in packages/http/src/errors.ts.
[00:00:55] Speaker 2: By when?
[00:00:58] Speaker 3: End of the week.`,
    decided: [/All services return RFC 7807/i],
    work: [
      ['Speaker 1', /Write an ADR for it/i],
      ['Speaker 3', /Update the shared middleware in/i, '2026-11-20'],
    ],
  },
  {
    text: `Decision: Use pnpm instead of npm for the monorepo.
Decision: Drop support for Node 18.
Action: Alice to update CI config (.github/workflows/ci.yml) by 2026-12-01.
Action: Bob to announce the Node 18 deprecation, low priority.
Open question: Do we need Yarn compatibility?`,
    decided: [/Use pnpm instead of npm/i, /Drop support for Node 18/i],
    work: [
      ['Alice', /Update CI config \(\.github\/workflows\/ci\.yml\) by/i, '2026-12-01'],
      ['Bob', /Announce the Node 18 deprecation/i, undefined, 'low'],
    ],
  },
  {
    text: `PM: We need to decide on the payment provider. Stripe or Adyen?
Dev1: Stripe has the better docs and SDK.
Dev2: Adyen is cheaper for EU cards.
PM: How much cheaper?
Dev2: About 0.3 percent.
PM: That's not enough to justify the integration effort. We're going with Stripe.
Dev1: I'll create the Stripe account and the webhook handler in services/billing/webhook.ts.
Dev2: I'll write the data model. Should be done by Wednesday.
PM: Great. I'll draft the pricing page copy tomorrow.`,
    decided: [/Going with Stripe/i],
    work: [
      ['Dev1', /Create the Stripe account and/i],
      ['Dev2', /Write the data model/i, '2026-11-25'],
      ['Pm', /Draft the pricing page copy/i, '2026-11-19'],
    ],
  },
  {
    text: `Team discussed caching strategy. It was decided to use Redis for session caching and keep CDN caching for static assets.
John will implement the Redis client in src/cache/redis.ts. Due: December 5, 2026.
Emma will load test it (high priority).
The team considered Memcached but rejected it.
It is still open whether we cache GraphQL responses.`,
    decided: [/Use Redis for session caching/i],
    work: [
      ['John', /Implement the Redis client in/i, '2026-12-05'],
      ['Emma', /Load test it \(high priority\)/i, undefined, 'high'],
    ],
  },
  {
    text: `Tom: I think we should use MongoDB.
Anna: No, our data is relational. Postgres.
Tom: OK, Postgres.
Anna: Actually, what about CockroachDB? We need multi region.
Tom: Is it mature enough?
Anna: Yes, and it speaks the Postgres protocol.
Tom: Fine, let's use CockroachDB then.
Anna: Great, decided. I'll set up a cluster for staging this week.`,
    decided: [/CockroachDB/i],
    work: [['Anna', /Set up a cluster for/i, '2026-11-20']],
  },
  {
    text: `Host: Last item, code freeze. Proposal: freeze on December 18.
Mia: Works for me.
Noah: I'd prefer the 16th, I'm off from the 17th.
Host: Fine, the 16th.
Mia: OK.
Host: Noah, you'll send the announcement?
Noah: Yes, tomorrow.`,
    decided: [/The 16th, I'm off from/i],
    work: [['Noah', /Send the announcement/i, '2026-11-19']],
  },
  {
    text: `WEBVTT

1
00:00:01.000 --> 00:00:05.000
Priya Shah: Good morning. Let's do a quick design review of the notification service.

2
00:00:05.500 --> 00:00:12.000
Daniel Kim: Sure. The draft proposes one queue per channel: email, push and SMS.

3
00:00:12.500 --> 00:00:18.000
Priya Shah: Do we really need three queues? One queue with a type field would be simpler.

4
00:00:18.500 --> 00:00:26.000
Daniel Kim: SMS is rate limited by the provider. If it backs up it would block the others.

5
00:00:26.500 --> 00:00:31.000
Priya Shah: Good point. Okay, three queues then.

6
00:00:31.500 --> 00:00:37.000
Marta Silva: What about retries? I'd say five attempts with exponential backoff.

7
00:00:37.500 --> 00:00:40.000
Daniel Kim: Five is fine.

8
00:00:40.500 --> 00:00:46.000
Priya Shah: Agreed. After that it goes to a dead letter queue.

9
00:00:46.500 --> 00:00:52.000
Marta Silva: I can write the worker in services/notify/worker.ts. I'd need until next Thursday.

10
00:00:52.500 --> 00:00:57.000
Priya Shah: That works. Daniel, please add a dashboard for the dead letter queue.

11
00:00:57.500 --> 00:01:00.000
Daniel Kim: Yep, I'll add it once the worker is deployed.

12
00:01:00.500 --> 00:01:07.000
Marta Silva: Should users be able to mute single channels?
13
00:01:07.500 --> 00:01:12.000
Priya Shah: Not in the first version. We'll come back to that after launch.`,
    decided: [
      /Three queues \(The draft proposes/i,
      /Five attempts with exponential backoff/i,
      /After that it goes to/i,
    ],
    work: [
      ['Marta Silva', /Write the worker in services\/notify\/worker\.ts/i, '2026-11-26'],
      ['Daniel Kim', /Add a dashboard for the/i],
    ],
  },
  {
    text: `Alex: The linter takes four minutes in CI.
Robin: Biome would take ten seconds.
Alex: But we'd lose the import rules.
Robin: We could keep ESLint for those two rules only.
Alex: Hmm, then we have both.
Robin: Both in under thirty seconds.
Alex: OK, I'm convinced. Biome plus ESLint for the import rules.
Robin: I'll make the PR.
Alex: Cool. And please remove prettier in the same go.
Robin: Sure.`,
    decided: [/Biome plus ESLint for the/i],
    work: [
      ['Robin', /Make the PR/i],
      ['Robin', /Remove prettier in the same/i],
    ],
  },
];
