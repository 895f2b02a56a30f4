import type { Talk } from './talk.ts';

/** Talks of a few plain sentences, which people paste first. */
export const plain: readonly Talk[] = [
  {
    text: `Ann: We will go with JWT tokens in src/auth.ts, since sessions do not scale.
Bob: Agreed.`,
    decided: [/^Go with JWT tokens in src\/auth\.ts$/],
  },
  { text: 'Ann: OK so the plan is Postgres, not Mongo.\nBob: Agreed.', decided: [/Postgres/] },
  // No month is named.
  { text: 'Ann: We agreed that the guide stays in Markdown.', decided: [/stays in Markdown/] },
  { text: 'Ann: We decided to keep prices in decimals.', decided: [/Keep prices in decimals/] },
  { text: 'Ann: We agreed to use Vue in March, and it did not work.', decided: [] },
  { text: 'Ann: I will fix the bug.', work: [['Ann', /fix the bug/i]] },
  { text: 'ann: i will fix the bug', work: [['ann', /fix the bug/i]] },
  { text: 'Ann: Bob, please update the changelog.', work: [['Bob', /^Update the changelog$/]] },
  { text: 'Ann: Could you update the changelog, Bob?', work: [['Bob', /changelog/]] },
  {
    text: `Ann: We decided to use JWT in src/jwt.ts.
Bob: I will write the docs.`,
    decided: [/JWT/],
    work: [['Bob', /write the docs/i]],
  },
  {
    text: 'Alice: We will adopt feature flags. Bob will add the library and Carol will document it.',
    decided: [/feature flags/],
    work: [
      ['Bob', /^Add the library$/],
      ['Carol', /^Document it \(Add the library\)$/],
    ],
  },
  {
    text: `alice: we will use websockets for the live feed
bob: ok, i can take the server part in relay/ws.ts
alice: great, i will do the client in cli/ws.ts`,
    decided: [/websockets/],
    work: [
      ['bob', /server part/],
      ['alice', /client/],
    ],
  },
  { text: 'Ann: ACTION: rotate keys - Bob - due Friday', work: [['Bob', /keys/, '2026-11-20']] },
  { text: 'Bob: TODO: update docs/errors.md', work: [['Bob', /errors\.md/]] },
  {
    text: 'We decided to deprecate the v1 API. Alice will update src/api/v1.ts and Bob will write the migration guide by Friday.',
    decided: [/v1 API/],
    work: [
      ['Alice', /v1\.ts/],
      ['Bob', /migration guide/, '2026-11-20'],
    ],
  },
  {
    text: `Let's decide: we use cursor pagination everywhere.
Bob will update the list endpoints.`,
    decided: [/^We use cursor pagination everywhere$/],
    work: [['Bob', /list endpoints/]],
  },
  {
    text: `Ann: We use kebab-case for file names from now on.
Bob: Fine.`,
    decided: [/kebab-case/],
  },
  {
    text: `Alice: Login sessions should expire after 30 minutes.
Bob: Agreed, 30 minutes it is.`,
    decided: [/^Login sessions should expire after 30 minutes$/],
  },
  {
    text: `Alice: I'll refactor the parser. Bob, can you review it?
Bob: Sure.`,
    work: [
      ['Alice', /^Refactor the parser$/],
      ['Bob', /^Review it \(Refactor the parser\)$/],
    ],
  },
  {
    text: `Alice: Let's go with token bucket for rate limiting in src/rate.ts.
Bob: Sounds good. I'll implement it by next Tuesday.
Alice: And I'll write the tests.`,
    decided: [/token bucket/i],
    work: [
      ['Bob', /token bucket/i, '2026-11-24'],
      ['Alice', /^Write the tests$/],
    ],
  },
  {
    text: `Alice: we decided to store passwords with argon2 in src/auth.ts
Bob: I will do it`,
    decided: [/argon2/],
    work: [['Bob', /^Store passwords with argon2/]],
  },
  {
    text: `Ann: We're moving to pnpm.
Bob: Okay. I am going to change package.json.`,
    decided: [/pnpm/],
    work: [['Bob', /package\.json/]],
  },
  {
    text: `Ann: We'll use Mongo.
Bob: No, I don't think so.`,
  },
  {
    text: `Ann: Bob, can you fix the build?
Bob: No, I can't, sorry.`,
  },
  {
    text: `Ann: I'll get coffee.
Bob: I'll think about it.
Ann: I fixed the bug yesterday.
Bob: If the tests pass I'll merge it.
Ann: We will see.`,
  },
  {
    text: `Ann: I will write the docs. Actually, forget it, they exist.
Bob: Good.`,
  },
  { text: `Alice: No decision today.\nBob: Let's talk next week.` },
  { text: `Alice: Should we use Mongo?\nBob: Not sure.` },
  { text: 'Redis will expire the sessions. Sessions should last a day, maybe.' },
  {
    text: `Decisions:
- No deploys on Fridays
- No more than 3 retries
- No to light mode
- No, we keep Redis
- OK button is blue
- No push to main
- No way to delete users`,
    decided: [
      /^No deploys on Fridays$/,
      /^No more than 3 retries$/,
      /^No to light mode$/,
      /^We keep Redis$/,
      /^OK button is blue$/,
      /^No push to main$/,
      /^No way to delete users$/,
    ],
  },
  { text: 'Ann: Decision: no force pushes to main.', decided: [/^No force pushes to main$/] },
  { text: 'Decided: no meetings on Monday', decided: [/^No meetings on Monday$/] },
  {
    text: `Ann: Okay, no deploys on Fridays from now on.
Bob: Agreed.`,
    decided: [/^No deploys on Fridays/],
  },
  { text: 'TODO: No logging of passwords', work: [['', /^No logging of passwords$/]] },
  {
    text: `Action items:
- Bob: No console.log in src/auth.ts
- No changes to src/parser.ts before Friday (Ann)`,
    work: [
      ['Bob', /^No console\.log in/],
      ['Ann', /^No changes to/, '2026-11-20'],
    ],
  },
  {
    text: `ann: no let's use postgres
bob: agreed`,
    decided: [/^Use postgres$/],
  },
  {
    text: `Ann: Let's use Postgres instead of Mongo.
Bob: OK, I will change the config by Friday.`,
    decided: [/Postgres instead of Mongo/],
    work: [['Bob', /config/, '2026-11-20']],
  },
  {
    text: `Sarah: I think we should go with GraphQL for the public API.
Tom: REST is simpler for our partners.
Sarah: Fair point. Let's go with REST then.
Tom: I'll draft the OpenAPI spec by Wednesday.`,
    decided: [/^Go with REST$/],
    work: [['Tom', /OpenAPI spec/, '2026-11-25']],
  },
  {
    text: `PM: Decision: ship the beta on December 1st.
Dev: Action item: Dev writes the release notes.
PM: Action item: Bob updates the README`,
    decided: [/ship the beta/i],
    work: [
      ['Dev', /release notes/],
      ['Bob', /README/],
    ],
  },
  {
    text: `Team sync 2026-11-20
Attendees: Ann, Bob

Decisions
- Use pnpm for the monorepo
- Drop support for Node 18

Action items
- [ ] Bob: migrate CI to pnpm (due Nov 27)
- [ ] Ann: update docs/setup.md`,
    decided: [/pnpm/, /Node 18/],
    work: [
      ['Bob', /CI/, '2026-11-27'],
      ['Ann', /setup\.md/],
    ],
  },
  {
    text: `John: We need to pick a database. Options are MySQL and Postgres.
Jane: Postgres has better JSON support.
John: Right, we're going with Postgres.
Jane: I'll set up the schema by Friday.`,
    decided: [/^Going with Postgres$/],
    work: [['Jane', /schema/, '2026-11-20']],
  },
  {
    text: `Ann: Should we keep Adyen or go with Stripe?
Bob: I'd say Adyen. They are cheaper.
Ann: OK, we go with Adyen.
Bob: Hmm, wait. Their sandbox is broken.
Ann: Right, forget Adyen. We go with Stripe after all.
Bob: Good. I'll write the adapter in src/payments/stripe.ts by Friday.`,
    decided: [/^Go with Stripe after all$/],
    work: [['Bob', /stripe\.ts/, '2026-11-20']],
  },
  {
    text: `Alice: We need to decide on the database. PostgreSQL or MySQL?
Bob: PostgreSQL has better JSON support.
Carol: I agree with Bob.
Alice: Okay, decision made: PostgreSQL.
Bob: I'll set up the pool in src/db/pool.ts by Friday.`,
    decided: [/^PostgreSQL \(PostgreSQL has better JSON support\)$/],
    work: [['Bob', /pool/, '2026-11-20']],
  },
  {
    text: `Ann: Let's not touch src/legacy/old.ts before the release.\nBob: Agreed.`,
    decided: [/^Do not touch src\/legacy\/old\.ts before the release$/],
  },
  { text: `Ann: Approved: Postgres 16 upgrade.\nBob: Fine.`, decided: [/^Postgres 16 upgrade$/] },
  {
    text: `Ann: What do we call the interface?\nBob: PaymentGateway?\nAnn: PaymentGateway it is.`,
    decided: [/^PaymentGateway \(What do we call the interface\?\)$/],
  },
  {
    text: `Ann: Bob, you own the release notes.\nBob: Got it.`,
    work: [['Bob', /^Own the release notes$/]],
  },
  {
    text: `Ann: Let's ship Thursday.
Bob: The audit is not done by then.
Ann: Then Monday.
Bob: Monday works.`,
    decided: [/^Ship Monday$/],
  },
  {
    text: `Ann: We should rename getUser to fetchUser, ok?
Bob: ok
Ann: great, Bob please do it.
Bob: sure`,
    decided: [/^Rename getUser to fetchUser$/],
    work: [['Bob', /^Rename getUser to fetchUser$/]],
  },
  {
    text: `Ann: I vote for dark mode as the default.\nBob: Same here.\nCleo: Me too.`,
    decided: [/^Dark mode as the default$/],
  },
  {
    text: `Ann: Do we want feature flags?\nBob: Yes, with LaunchDarkly.\nAnn: Decided, LaunchDarkly it is.`,
    decided: [/^LaunchDarkly \(Do we want feature flags\?\)$/],
  },
  {
    text: `Tom: Also, high priority: someone has to fix the flaky checkout test.\nEve: I'll take that one.`,
    work: [['Eve', /^Fix the flaky checkout test$/]],
  },
  {
    text: `Ann: We decided against GraphQL.\nBob: And keep REST?\nAnn: Yes, keep REST.`,
    decided: [/^Decided against GraphQL$/, /^Keep REST$/],
  },
  {
    text: `Ann: Bob, did you finish the parser?\nBob: Not yet. I'll finish it tomorrow.`,
    work: [['Bob', /^Finish it tomorrow \(Finish the parser\)$/, '2026-11-19']],
  },
  {
    text: `Dana: The search rewrite goes first, billing second. That's final.\nEli: Understood.`,
    decided: [/^The search rewrite goes first, billing second$/],
  },
  {
    text: `Ann: so retries: exponential backoff, max 5?\nBob: +1\nCleo: +1`,
    decided: [/exponential backoff, max 5/],
  },
  {
    text: `Alice: Should sessions expire after 24 hours?\nBob: Let's say 12.\nAlice: 12 is fine.`,
    decided: [/^12 \(Should sessions/],
  },
  {
    text: `Lead: We will split the monolith.
Dev1: I can do payments.
Lead: Ok. Dev2, you take notifications.
Dev2: Sure thing.`,
    decided: [/split the monolith/],
    work: [
      ['Dev1', /^Do payments$/],
      ['Dev2', /^Take notifications$/],
    ],
  },
  {
    text: `Kim: I think we should use tabs.\nLee: No way. Spaces.\nKim: Whatever, spaces it is.`,
    decided: [/^Spaces$/],
  },
  {
    text: `Ann: We decided to go with Kafka last month, but the ops cost is too high.
Bob: So we drop Kafka?
Ann: Yes. We use Postgres LISTEN/NOTIFY instead.`,
    decided: [/^We drop Kafka$/, /^We use Postgres LISTEN\/NOTIFY instead$/],
  },
  {
    text: `Nora: Do we need a CHANGELOG?
Olaf: I'd say so, users ask for it.
Nora: All right, we'll keep a CHANGELOG from now on. Olaf, can you start it?
Olaf: Yep.`,
    decided: [/keep a CHANGELOG from now on/],
    work: [['Olaf', /CHANGELOG/]],
  },
  {
    text: `Jay: Let's adopt trunk-based development.
Kai: What about release branches?
Jay: Only for hotfixes.
Kai: Okay, I'm good with that.`,
    decided: [/^Adopt trunk-based development$/],
  },
  {
    text: `CTO: Effective immediately, all services log JSON.\nEng: Including the old ones?`,
    decided: [/all services log JSON/],
  },
  {
    text: `Bob: I'll implement it in src/limit.ts by Friday.\nAnn: Great. Carol should double check the lockout.`,
    work: [
      ['Bob', /limit\.ts/, '2026-11-20'],
      ['Carol', /^Double check the lockout$/],
    ],
  },
  {
    text: `Ann: Fix the login bug today please, Bob.\nBob: sure\nAnn: And Cleo will write the announcement.`,
    work: [
      ['Bob', /^Fix the login bug today$/, '2026-11-18', 'high'],
      ['Cleo', /^Write the announcement$/],
    ],
  },
];
