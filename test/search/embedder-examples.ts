/**
 * Decisions of invented teams, each with a question it answers, asked in other words. Made for the built-in embedder alone, and
 * apart from the labelled set that search quality is reported on: nothing was carried from one to the other.
 *
 * `tuningExamples` and `secondTuningExamples` were looked at while its lexicon and weights were made. `heldOutExamples` were written
 * after the lexicon was finished and nothing was fitted to them.
 */
export interface Example {
  readonly title: string;
  readonly rationale: string;
  readonly question: string;
}

export const tuningExamples: readonly Example[] = examplesIn(`
JWT for API sign-in | Stateless bearer tokens let any instance verify a caller without a lookup. | How do users prove who they are?
Argon2id with a per-user salt | Memory-hard, so a leaked table cannot be cracked on GPUs. | How do we keep passwords so that a thief cannot use them?
TOTP codes as an optional extra factor | Authenticator apps work offline and cost nothing per message. | Is there a second check beyond the password when entering?
Reset links are single use and live 20 minutes | Mailed links that stay valid are a standing risk. | What can people do who forgot what they type to get in?
SAML and OIDC through WorkOS | Large customers want one identity provider for all their software. | Can staff of a big company come in with their corporate login?
Role-based permissions checked in one guard | Scattered if-statements let an editor delete projects. | Who is allowed to remove things?
Row level security by tenant_id | A forgotten where clause must not leak rows across organisations. | How do we stop one company from seeing another company's records?
Sliding sessions in Redis for 14 days | Opaque ids are easy to revoke and need no signing keys. | How long do people stay logged in?
Lock the account for ten minutes after five wrong attempts | Slows online guessing without a support ticket. | What protects us against somebody trying lots of passwords?
API keys carry a prefix and are stored hashed | Support can recognise a leaked key without seeing it. | How do scripts of our clients authenticate?
AES-256-GCM envelope encryption for bank details | KMS holds the master key; data keys are stored beside the rows. | Can somebody with a copy of the disk read the sensitive columns?
Content-Security-Policy without unsafe-inline | Injected script tags then do nothing. | What stops foreign JavaScript from running on our pages?
SameSite=Lax plus an anti-forgery token on writes | Other origins must not be able to post with our cookies. | Could a malicious website submit our forms on behalf of a visitor?
Only parameterised SQL, no string building | Concatenated input was exploited in 2019. | How do we avoid injection into database statements?
Credentials come from Vault at start | Nothing confidential in the repository or in images. | Where are keys and passwords for production kept?
Purge personal data 30 days after account closure | GDPR article 17; backups age out in the same window. | What becomes of everything we know about somebody who leaves?
Append-only audit table of admin actions | Regulators ask who changed a limit and when. | How can we find out who touched a setting?
Mask e-mail and phone in log output | Support exports of logs reached a contractor. | How do we keep private information out of what gets recorded?
Postgres as the only datastore | One system to operate, with JSONB for the odd document. | Which database do we rely on?
Expand-and-contract for every schema change | Old and new pods overlap for minutes during a deploy. | How can columns be altered without taking the site offline?
Serializable isolation with automatic rerun for transfers | Write skew double-spent a balance once. | How do concurrent money movements not corrupt each other?
Transactional outbox polled every 200 ms | The row and its message commit together. | How do we make sure an announcement is never lost when saving succeeds?
Read replica for reports | Month-end exports starved checkout queries. | Where should heavy statistics run so that customers notice nothing?
PgBouncer in transaction mode | Sixty lambdas opened 600 Postgres backends. | We run out of database connections, what is the answer?
Composite index on (workspace_id, created_at) | The feed scanned the table for large workspaces. | What was done about slow listing of recent activity?
Soft delete with deleted_at and a nightly purge | Customers regret removals within a week. | Can something removed by accident be brought back?
Nightly base backups with continuous WAL archiving | We can go back to any second of the last fortnight. | How much would we lose when the disks die?
Hash-shard the events table by account | A single node tops out at 20k writes a second. | What do we do when a table gets too big for one machine?
Prisma replaced by Kysely | Generated SQL was opaque and N+1 reads slipped in. | Which library talks to the database for us?
Cache product pages in Redis for 60 s | The catalogue is read a thousand times per edit. | How do we avoid computing the same answer over and over?
Publish invalidation messages on price change | A minute of old prices led to complaints. | Why might a shopper still see an outdated value, and what prevents it?
Single-flight refresh of hot keys | Expiry of the home page sent 4,000 identical queries. | What happens when a popular entry expires and everybody asks for it at the same moment?
BullMQ workers off the request path | Thumbnails and mails took seconds inside the handler. | Where do slow jobs run?
Retry with exponential backoff | Upstream blips are short; jitter avoids synchronised waves. | What happens when a call to another service fails?
Opossum circuit breaker around the tax vendor | Their outage exhausted our sockets. | How do we keep a broken partner from dragging us down?
Two-second deadline on all outbound HTTP | Hung sockets piled up behind a dead host. | How long do we wait for an answer from others?
Token bucket of 100 requests per minute and key | One integration saturated the cluster. | What if a client calls us far too often?
Idempotency-Key header on POST /charges | Mobile clients resend after a dropped connection. | How is paying twice prevented when someone double clicks?
Poison messages go to a dead-letter queue after 5 tries | Operators inspect and replay from the console. | What do we do with work that can never be processed?
Redlock replaced by a Postgres advisory lock | One less moving part and it releases on disconnect. | How do we guarantee only one server does the nightly run?
Version column checked on update, 409 on mismatch | The second editor is asked to reload. | What if two people change the same record at once?
Kafka keyed by order id | Per-key order is all the consumers need. | How do we keep things arriving in the right sequence?
Event sourcing for the ledger | Every balance can be rebuilt from entries. | Can we reconstruct how an account got to its present state?
Temporal for the onboarding process | Steps wait days for documents and survive restarts. | How do we run processes that take several days and many steps?
Drain connections on SIGTERM for 25 seconds | Rolling restarts cut off uploads. | What happens to running requests when a server is stopped?
UUIDv7 primary keys | Sortable by time and not enumerable. | How are records numbered?
Store all timestamps as UTC, convert at the edge | Reports shifted by an hour twice a year. | How do we handle customers in other parts of the world with a different clock?
Cursor pagination on all list endpoints | Offsets skip rows while data is being inserted. | How does a client read through thousands of results?
URL-prefixed versions, supported for 18 months | Partners ship firmware once a year. | How do we alter the interface without breaking existing integrations?
RFC 9457 problem documents with stable codes | SDKs switch on the code, people read the detail. | What does the caller receive when something goes wrong?
Signed webhooks with five attempts over a day | Receivers verify an HMAC over the raw body. | How do we tell partner systems that something happened?
GraphQL for the dashboard only | Screens need nested data in one trip. | Can the front end pick just the fields it needs?
gRPC between internal services | Typed stubs and cheap streaming. | How do our own backends talk to each other?
Server-sent events instead of sockets | Traffic is one way and proxies understand it. | How do screens update without reloading?
OpenAPI generated from zod schemas | The document cannot drift from the handlers. | How do outside developers learn which calls exist?
Cloudflare in front of all assets | Australian visitors waited 900 ms per image. | How do we serve people far away quickly?
Structured JSON logs through pino | Grep on free text did not scale. | In which form do programs write down what they do?
OpenTelemetry spans across all services | A slow page touched seven systems. | How can I follow a single request through everything?
Prometheus with Grafana dashboards | Pull model fits Kubernetes and alerts live beside queries. | Where do we see numbers about CPU and throughput?
Page on symptoms, not causes | Disk warnings woke people for nothing. | When should somebody be woken at night?
99.9 % monthly objective with an error budget | Feature work stops when it is spent. | How reliable do we promise to be?
Blameless write-up within five working days | Knowledge of failures must outlive the shift. | What do we do after an outage to learn from it?
Sentry for browser and server exceptions | Users rarely report crashes. | How do we hear about bugs in the wild?
Readiness fails until migrations are verified | Traffic hit half-started pods. | How does the platform know that an instance can take traffic?
Canary at 5 % for thirty minutes | Most regressions show in the first thousand requests. | How do we limit the damage of a bad release?
Keep the last three images for instant rollback | Rebuilding an old commit took 20 minutes. | How do we get back when a new version is broken?
Unleash for feature toggles | Half-finished work is merged dark. | Can we hide something unfinished from customers?
Preview environment per pull request | Designers want to click before merge. | Can I try a change before it is accepted?
Fail at boot when an environment variable is missing | A typo sent mail to nobody for a week. | What if a setting is absent?
Helm charts on EKS | The team knows Kubernetes and autoscaling is built in. | Where do our containers run?
Terraform with remote state in S3 | Console edits could not be reviewed. | How are servers and networks set up?
Required checks and a merge queue | Main broke twice a week from semantic conflicts. | What must pass before code is accepted?
Turborepo remote cache | Pipelines rebuilt untouched packages. | Why did the build get faster?
Playwright for the ten key journeys | Cypress could not drive two tabs. | How do we check the whole application as a user would?
Testcontainers instead of mocked repositories | Mocks hid a broken unique constraint. | Do tests use a real Postgres?
Quarantine tests that fail without a code change | Red builds were ignored. | What do we do about checks that are sometimes red and sometimes green?
MSW for network stubs | Interception at the fetch level keeps production code untouched. | How do we avoid hitting real third-party servers in tests?
fast-check for parsers | Hand-picked cases missed surrogate pairs. | How do we find inputs nobody thought of?
TanStack Query for remote data | Cached reads and retries replaced our own reducers. | How do pages fetch what they show?
Zustand for client-only state | Redux ceremony slowed small features. | Where do we keep things several components need, such as open panels?
React Hook Form with zod resolvers | Uncontrolled inputs keep typing fast. | How do we check what somebody typed into fields?
Tailwind with design tokens | Class names replaced 9,000 lines of Sass. | How do we style things?
Dark mode follows the system and can be overridden | Night-shift staff asked for it. | Can the interface have a black background?
WCAG 2.2 AA as release criterion | Public-sector contracts demand it. | Do blind people manage to use our product?
ICU messages through FormatJS | Plurals differ in Polish and Arabic. | How do we show the interface in other languages?
Next.js app router with streaming | Search engines and slow phones get HTML first. | Is HTML produced on the server?
Route-level code splitting | First load was 1.9 MB of JavaScript. | How do we keep the start of the web app quick?
Virtualised tables above 200 rows | Scrolling froze with 5,000 DOM nodes. | What about very long lists on screen?
Error boundary around each widget | A failing chart blanked the dashboard. | What do users see when one part of a page crashes?
Optimistic updates for likes and drags | Waiting for the round trip felt broken. | Why does the button react before the server answers?
Autosave drafts to IndexedDB every 3 s | Tabs die with long texts in them. | Do I lose my text if the browser crashes?
Yjs for shared documents | CRDTs merge without a central arbiter. | How do several people write in one text at once?
SQLite on the device with a sync queue | Drivers work in tunnels. | Does the app function with no internet?
Firebase Cloud Messaging for both platforms | One API for Android and iOS. | How do we make a phone buzz when there is news?
Forced update below the minimum supported build | Ancient clients sent malformed orders. | What about people who never update the app?
Integer cents with an ISO currency code | Floats lost pennies in invoices. | How do we store prices?
Stripe Checkout, hosted page | Keeps us in the smallest PCI scope. | How can customers give us money?
Prorate plan changes to the day | Support got complaints about full-month charges. | What does someone pay who switches to a bigger tier mid-month?
Stripe Tax for VAT and sales tax | Rules in 40 countries are not our business. | How do we know how much to add for the state?
Gapless invoice numbers from a locked counter | Auditors require consecutive numbers. | How are bills numbered?
Double-entry bookkeeping in the wallet service | Sums must always be zero. | How do we keep track of where every cent went?
Refunds above 500 euros need a second person | Fraud by one agent. | When is money given back and who agrees?
Reserve stock for 15 minutes at checkout | Two buyers got the last pair. | How do we avoid selling more than there is in the warehouse?
Presigned S3 uploads straight from the browser | Proxying gigabytes tied up web workers. | How do big files reach us?
ClamAV scan before a file becomes visible | A customer shared an infected macro. | What protects against dangerous attachments?
sharp generates WebP in three widths | Phones downloaded 4 MB originals. | How do pictures get smaller?
Postmark for transactional mail | Better inbox placement than our own SMTP host. | Who sends our messages to customers?
SPF, DKIM and DMARC reject on all domains | Invites landed in junk. | Why do our letters no longer end up in spam?
Digest instead of single notifications | People muted everything. | How do we avoid pestering users with too many messages?
Meilisearch for the help centre | Typo tolerance out of the box. | How do visitors find articles although they misspell words?
pgvector for similar tickets | Embeddings sit next to the rows they describe. | How do we find things that mean the same in other words?
ClickHouse for product analytics | Aggregates over billions of rows in under a second. | How do we learn what people do with the product?
dbt models run hourly in Airflow | Transformations are reviewed like code. | How does information get into the warehouse?
A/B tests assigned by hashed user id | Assignment is stable without storage. | How do we know which of two designs works better?
Zod at every boundary | Inside, types can be trusted. | How do we deal with malformed data from outside?
Result values instead of thrown exceptions | Callers see in the signature what can fail. | How do functions report that they did not succeed?
TypeScript strict with noUncheckedIndexedAccess | Undefined reads were the top crash. | Do we let the compiler catch mistakes early?
Prettier decides, nobody argues | Reviews were about commas. | How should source look?
Ports and adapters around the domain | Frameworks come and go. | How do we keep business rules apart from technology?
pnpm workspaces in one repository | Cross-package changes land in one commit. | How do several packages share code?
Renovate merges patch updates on green | Upgrades in bulk were painful. | How do we keep third-party libraries current?
No GPL code in the client | Legal forbids copyleft in shipped bundles. | May I use any open source package?
ADRs in docs/adr | The why gets lost when people leave. | Where do we write down the reasons for choices?
Trunk-based work with short branches | Long-lived forks were hell to merge. | How do we combine the work of many developers?
Two approvals for payment code | Mistakes there cost money. | Who looks at my changes before they land?
Dev containers for all services | Setup took new hires three days. | How does a newcomer get the project running on a laptop?
ESM only, no barrel files | Barrels pulled half the app into tests. | How are imports organised?
Constructor injection without a container | Explicit wiring is greppable. | How do objects get their collaborators?
ULIDs for public order references | Short, copyable and hard to guess. | What identifies a purchase towards customers?
Web workers for spreadsheet parsing | The main thread froze for seconds. | Why does the window not hang during heavy computing?
Debounce search-as-you-type by 250 ms | A request per keystroke overloaded the index. | How do we avoid asking the server for every letter?
`);

export const secondTuningExamples: readonly Example[] = examplesIn(`
Passkeys as the primary credential | Phishing-resistant and quicker than typing. | Can I come in with my fingerprint?
SCIM provisioning for paid plans | Leavers must lose access the same hour. | What happens to the account of an employee who quits?
Support may impersonate only with a ticket number | Every such visit is recorded and shown to the account owner. | Can our helpdesk look at things through the eyes of a customer?
Refresh tokens rotate and reuse revokes the family | A copied one is detected at the second use. | What if somebody steals the thing that keeps a login alive?
mTLS between all internal services | The mesh issues short-lived certificates. | How do our backends know that the other side is genuine?
hCaptcha only after suspicious behaviour | Humans hate puzzles. | How do we keep out automated fake registrations?
DOMPurify on all user-supplied HTML | Comments may contain markup but nothing executable. | Is formatted text from strangers harmless to show?
Outbound fetches go through an egress proxy with an allowlist | User-given addresses reached the metadata endpoint. | What stops a customer from making our server call internal machines?
Reject archives with entries outside the target folder | Zip slip overwrote a config file. | Are unpacked files kept from landing elsewhere on disk?
npm audit fails the build on high severity | Known CVEs shipped twice. | How do we learn about holes in packages we use?
EU customers live in eu-central-1 only | Contracts forbid transfers to the US. | In which country is information about Germans stored?
Cookie banner blocks all trackers until accepted | French regulator fines are real. | Do we need permission before measuring visitors?
Customers can download everything as a zip | Portability is a legal right. | How does somebody get a copy of all we hold about them?
Log lines are kept 30 days, audit entries seven years | Storage price against legal duty. | For how long do we store what was recorded?
Mongo dropped in favour of JSONB columns | Schemaless documents drifted. | Where do attributes go that vary from product to product?
Backfills run in batches of 1,000 with pauses | One giant UPDATE locked the table for an hour. | How do we fill a fresh column for rows that exist already?
Sagas with compensating steps for travel bookings | Flight, hotel and car are three vendors. | What if the second of three external reservations does not work out?
Materialised view refreshed every ten minutes | The totals took nine seconds live. | How is the expensive summary made available at once?
Closure table for categories | Deep nesting with cheap subtree reads. | How do we keep subcategories of subcategories?
PostGIS for store finder | Radius queries with a GiST index. | How do we find the shop closest to a visitor?
TimescaleDB for sensor readings | Compression and automatic rollups. | Where do temperature values of the machines go?
Litestream streams the SQLite WAL to S3 | A single box with cheap recovery. | What if the small server's disk breaks?
Read-your-writes by pinning to the primary for 5 s | People saved and then saw the previous text. | Why did users not see what they had just stored?
Cron replaced by pg_cron | One place to look and it survives pod moves. | What starts the recurring chores at midnight?
Separate queue for enterprise tenants | A bulk import blocked everyone's mails. | How do we keep one big client from hogging the workers?
Consumers are at-least-once and dedupe on message id | Brokers redeliver after a rebalance. | Could an event get handled two times?
Bounded channel between reader and writer | The parser outran the disk and memory exploded. | What if input arrives faster than we can put it away?
Leases with fencing tokens for import jobs | A paused worker woke up and wrote over its successor. | What if a worker dies while it owns a task?
Serve stale prices when the pricing service is unreachable | A slightly old number beats an empty page. | What do shoppers see while a dependency is unavailable?
Shed anonymous traffic above 80 % CPU | Paying customers come first on sale days. | What do we do when far more visitors come than expected?
AbortController passed through to fetch and pg | Abandoned searches kept burning CPU. | Do we keep working when the person has already left?
Streaming JSON parser for exports | Loading 2 GB at once killed the process. | How do we treat files that do not fit in RAM?
Redis pub/sub fans out to all socket nodes | A user may be connected anywhere. | How do all instances learn about a chat message?
Piscina for PDF generation | CPU work stalled the event loop. | How do we keep heavy computation from blocking other requests?
CalDAV recurrence rules stored as RRULE | Expanding to rows breaks on edits. | How do we model a meeting that takes place each Monday?
Monotonic clock for durations | NTP jumps produced negative times. | Can we rely on the time of day when measuring how long something took?
Tolerant readers: ignore unknown fields | Producers can add without asking. | May we add another property to a message without telling everyone?
Sunset header six months before removal | Integrators need a date to plan. | How do we get rid of an old call?
trpc for the admin panel | Client and server share one TypeScript codebase. | How do internal screens call the backend with checked types?
BFF for the mobile clients | One round trip instead of nine on 3G. | Why is there an extra server just for the phones?
Long polling as a fallback behind strict proxies | Some hospitals block upgrades. | What if a network forbids permanent connections?
Brotli for text responses | Twenty percent smaller than gzip. | How do we send less over the wire?
ETags on all GET endpoints | Unchanged lists cost nothing. | How does a client avoid downloading something that is the same as before?
pprof captures on every pod at 1 % | We can compare flame graphs between releases. | How do we find out which function eats the processor?
k6 run against staging every week | Capacity surprises before campaigns. | How many simultaneous visitors do we survive?
Heap limit 512 MB with restart on OOM | A leak in the PDF library is not fixed upstream. | What do we do about the process that eats more and more RAM?
Request id in AsyncLocalStorage | Support quotes it and we find all lines. | How can I see all log entries that belong to one call?
Runbook link in every alarm | Whoever is on duty may not know the part. | What does the person on call follow at 3 am?
Blue-green for the database proxy | Switching takes a second and can be switched back. | How do we swap a critical component with hardly any interruption?
Renew certificates with cert-manager | An expired one took down checkout. | Who makes sure the padlock in the browser stays valid?
Spot instances for batch work | Two thirds cheaper and jobs can restart. | How did we lower the monthly cloud bill?
Distroless base image | Fewer CVEs and 80 MB instead of 900. | Why are our Docker artifacts so small?
Lambda only for webhooks | Cold starts hurt interactive calls. | Where do we go without permanently running machines?
Changesets for library releases | The bump is decided with the pull request. | How do we number published packages?
Conventional commits enforced by commitlint | Release notes are generated from them. | How should messages in git look?
Visual diffs through Chromatic | A padding change broke 40 screens unnoticed. | How do we notice that something looks off after a change?
Pact between orders and billing | Field renames broke the other team. | How do two teams make sure their services still fit together?
Stryker on the pricing module | Lines were executed but nothing asserted. | Are our tests good enough to catch mistakes?
Object mothers with faker seeds | Hand-written fixtures rotted. | Where do sample customers for specs come from?
Radix primitives wrapped in our own kit | Focus handling is hard to get right. | Why do all buttons and menus look alike?
Signals instead of context for the editor | Every keystroke rendered the whole tree. | Why was typing laggy and what helped?
URL holds all filter settings | Support wants to paste what they look at. | How can I send a colleague exactly the view I have?
Skeletons rather than spinners | Perceived wait is shorter. | What is displayed until content has arrived?
Confirm dialogs only for irreversible actions | People click them away without reading. | When do we ask are you sure?
Fractional indexing for board columns | Moving one card must not rewrite all. | How is a manually arranged sequence saved?
TipTap for the note editor | ProseMirror schema without the boilerplate. | With what do people write bold words and headings?
Lighthouse budget of 170 kB per route | Phones on 3G gave up. | How heavy may a page be?
Expo with over-the-air updates | Store review takes days. | How do fixes reach the phones fast?
Vector clocks decide, then field-level merge | Tablet and desktop were both edited on a flight. | What if I edited on two devices while disconnected?
Electron replaced by Tauri | Installer shrank from 120 to 9 MB. | What is our program for Windows and Mac built on?
Basis points for all percentages | 0.1 + 0.2 once cost us a day. | How do we avoid rounding trouble?
ECB rates fixed at order time | Later swings must not alter the receipt. | Which conversion is used when someone pays in yen?
Dunning mails on days 1, 4 and 10 | Most cards are merely out of date. | What if the monthly charge does not go through?
Coupons are single-use rows, not codes in config | Influencers leaked evergreen ones. | How do we handle special offers?
Usage is metered per minute and aggregated nightly | Pricing is by consumption. | How do we know what each client owes for what they used?
Contentful for marketing pages | Writers should not wait for a deploy. | Who can alter the texts on the homepage without a programmer?
Resumable uploads with tus | Field crews have 2G. | What if sending a large video is interrupted?
Papaparse in chunks, bad lines go to a report | One wrong cell must not stop 10,000 contacts. | What happens to faulty lines when somebody loads a spreadsheet?
Reciprocal rank fusion of BM25 and vectors | Either alone missed half. | How are hits sorted?
System prompt never contains customer text | Pasted mails carried instructions. | How do we stop outsiders from tricking the assistant?
Feature store on Redis for the fraud model | Same values in training and serving. | Where do the inputs for predictions live?
Codegen from the OpenAPI document | Hand-written clients drifted. | How do frontend types stay equal to those of the backend?
Branded types for ids | A user id was passed as an order id. | How do we keep from mixing up identifiers?
Dependency cruiser forbids feature-to-feature imports | Cycles made extraction impossible. | Which folder may use which?
Strangler facade in front of the PHP shop | A rewrite in one go failed in 2018. | How do we replace the ancient system?
CODEOWNERS per directory | Reviews went to whoever was online. | Whom do I ask about this part?
RE2 for user-supplied patterns | One expression pinned a core for minutes. | Could a search pattern from a customer hang the server?
NFC on input, utf8mb4 in storage | Emoji truncated names. | Why do smileys and accents no longer break?
JSON Logic for shipping rules | Operations change them weekly. | Can staff alter conditions without writing code?
Middleware hooks instead of forks | Three customers maintained patches. | How can others add their own behaviour?
`);

export const heldOutExamples: readonly Example[] = examplesIn(`
Keycloak as identity broker | One place for user federation and brute-force detection. | Which product takes care of letting people into our applications?
Step-up authentication before payouts | A hijacked tab must not move funds. | Do we ask again for proof before something risky?
Session cookies are HttpOnly and Secure | Script on the page cannot read them. | Can injected code grab what keeps someone signed in?
Permissions live in OpenFGA | Sharing rules outgrew a role column. | Where are the rules about who may view a folder?
Pseudonymise analytics with a daily salt | No consent needed for counts. | How do we gather statistics without knowing individuals?
Webhook payloads carry an HMAC-SHA256 header | The receiver can check origin and freshness. | How can the recipient be certain a call came from us?
SOPS-encrypted values in git | Review of changes without plain text. | Can confidential settings be part of the repository?
Rotate database credentials weekly | Vault issues them dynamically. | How frequently do we exchange the login of the data store?
Account lock after inactivity of 18 months | Dormant logins are a risk and hold personal data. | What do we do about people who have not shown up for ages?
WAF rules in front of the login form | Credential stuffing from botnets. | What slows down attackers with leaked lists?
Drizzle as query layer | SQL-like and fully typed. | How do we write statements for Postgres in TypeScript?
Partition the log table by month | Dropping a partition replaces mass deletes. | How do we cope with an ever growing table?
Logical replication to the reporting cluster | Analysts may run anything there. | Where can analysts put load without hurting production?
Deferred foreign keys during imports | Rows arrive in any order. | What about references that point to something not yet loaded?
Restore drill every quarter | A dump nobody has tried is not one. | Do we know that our safety copies really work?
Enums as lookup tables | Adding a value needs no ALTER TYPE. | How do we represent a fixed list of possible values?
Full history through temporal tables | Auditors ask for the state on a given day. | Can we tell what a contract looked like last May?
Advisory lock around migrations at boot | Two pods ran them at once. | What if several instances start and all want to change the tables?
Cache-aside with a version in the key | Bumping it drops everything at once. | How do we flush remembered results after a format change?
Valkey instead of Redis | Licence change. | Which in-memory store do we use nowadays?
SQS with long visibility timeout for video encoding | Jobs took longer than 30 seconds and ran twice. | Why was the same film converted repeatedly?
Priority lanes: interactive before bulk | A marketing send delayed password mails by an hour. | How come urgent tasks no longer wait behind mass jobs?
Retry only idempotent methods | A repeated POST created two orders. | Which failed requests may be sent once more automatically?
Full jitter between attempts | All clients returned in the same second after the outage. | How do we keep everyone from coming back simultaneously?
Bulkhead: ten connections per downstream | One slow vendor took all sockets. | How do we contain trouble with a single supplier?
Hedged reads after the 95th percentile | Tail latency dominated by one sick replica. | What do we do about the few very slow answers?
Inbox table with processed ids | The broker may deliver again. | How do we ignore a message we have dealt with already?
Outgoing events follow CloudEvents | Consumers parse one envelope. | What do notices between systems look like?
Heartbeat every 10 s, claim lost after 30 s | Crashed runners blocked tasks for hours. | When can another worker pick up an orphaned job?
NATS replaces RabbitMQ | Lighter to run, subjects instead of exchanges. | Through what do our services pass messages?
Batch inserts of 500 rows with COPY fallback | Row-by-row took all night. | How do we get masses of records in quickly?
Sparse fieldsets via ?fields= | Mobile plans are small. | Can callers ask for a smaller response?
Stable sort with id as tie-breaker | Items appeared on two pages. | Why did the same entry show up again when paging?
Deprecated fields log their callers | We only remove what nobody reads. | How do we find out whether someone still depends on an old property?
202 plus status resource for exports | Gateways cut after 60 seconds. | How does a client follow an operation that takes minutes?
Correlation id returned in an error body | Users paste it into tickets. | What reference can a customer quote to support?
Loki with 14 days hot and 90 in S3 | Elasticsearch cost more than production. | Where can I look through last week's output of the services?
Alert fatigue review each sprint | Half the pages needed no action. | What do we do against useless alarms?
Status page updated by the incident bot | Customers should not have to ask. | How do outsiders learn that we have an outage?
Argo CD syncs from the infra repo | Git is the truth and drift is reverted. | How does a merged change reach the cluster?
Flags older than 60 days fail the lint | Dead toggles doubled the test matrix. | How do we get rid of switches that are no longer needed?
Deploy freeze from Friday noon | Nobody wants a weekend page. | When may nothing go live?
Node 22 pinned through .nvmrc and engines | Different minor versions gave different lockfiles. | Does everybody run the same JavaScript engine?
Karpenter for nodes | Pods waited four minutes for capacity. | How do we obtain more machines when load rises?
Synthetic checkout every five minutes | Real purchases are rare at night. | How do we notice at night that buying is broken?
React Server Components for the catalogue | Less JavaScript on the client. | How did we cut the amount of script that the shop sends?
CSS logical properties everywhere | Hebrew and Arabic mirror the layout. | Does the page work for people who read from right to left?
Focus moves to the dialog and back | Screen-reader users got lost. | What about people with assistive tools when a popup opens?
Command palette on Ctrl+K | Power users dislike menus. | Can I do things quickly without reaching for the mouse?
Form state survives navigation via sessionStorage | Back lost ten minutes of typing. | Is my input gone if I leave and return?
Toasts stay until dismissed for errors | They vanished before being read. | How long does a failure notice remain visible?
Canvas instead of SVG above 5,000 points | Panning dropped to 4 fps. | How do we draw graphs with lots of values smoothly?
Locale from profile, then browser | Travellers complained about IP detection. | How is the language of a visitor determined?
Map tiles from our own Protomaps file | Google raised prices. | What do we use to show places and streets?
Conflict copies instead of silent merge | Nobody may lose a paragraph. | What happens to my edits when a colleague changed the same note offline?
Tap targets at least 44 px | Thumbs missed the buttons. | Are controls large enough for touch?
Klarna for instalments | Baskets above 300 euros are abandoned otherwise. | Can buyers spread the amount over months?
Prices include tax in the EU, exclude it in the US | Law and habit differ. | Is the amount displayed net or gross?
Chargebacks freeze the account | Repeat abuse of disputes. | What do we do when the bank takes the sum back?
Payouts to sellers every Tuesday through Stripe Connect | Manual transfers took a day. | When do merchants on our marketplace receive their share?
Guest checkout keeps the basket for 7 days | Forced registration lost a third. | Can somebody order without becoming a member?
Thumbnails generated lazily on first view | Most uploads are never opened. | When are the small versions of photos made?
Content-addressed blobs | Same attachment stored once. | How do we avoid holding identical files many times?
Reindex into a new alias, then swap | Search was empty during rebuilds. | How do we rebuild the lookup for articles without a gap?
Synonym list maintained by support | They hear what customers call things. | Who teaches the search box that two words mean the same?
Event names are past tense, object first | Three spellings of signup. | How are tracked actions called?
Holdout group of 5 % for all growth work | Sum of wins did not add up. | How do we measure the total effect of our trials?
Quiet hours by recipient time zone | 3 am pushes caused uninstalls. | Do we disturb people while they sleep?
Small model for routing, large for answers | Ninety percent of prompts are trivial. | How do we keep AI expenses down?
Eval set of 300 questions runs in CI | A prompt tweak made it worse unnoticed. | How do we know the chatbot did not become dumber?
Errors carry a code, message and cause | Logs lost the origin through rewrapping. | What must an exception contain?
Exhaustive switch with a never check | New states were forgotten. | How do we notice unhandled variants?
Feature folders, not type folders | Related files change together. | How is the source tree laid out?
Comments explain why, names explain what | Restating code ages badly. | When should I annotate a function?
Max 400 changed lines per pull request | Larger ones were rubber-stamped. | How big may a contribution be?
Fake clock and seeded random in all tests | Midnight and leap days broke builds. | How do we make checks repeatable despite dates?
Contract suite runs against every store | SQLite and Postgres differed on ordering. | How do we ensure both storage backends behave alike?
Bug fix starts with a failing test | Old defects came back. | What do we do first when a defect is reported?
Internal packages are consumed as source | Build order headaches vanished. | Do shared libraries in the repo need compiling first?
Dedicated week for debt each quarter | Otherwise it never gets scheduled. | When do we tidy up?
`);

function examplesIn(lines: string): Example[] {
  const filled = lines.split('\n').filter((line) => line.includes(' | '));
  return filled.map((line) => {
    const [title = '', rationale = '', question = ''] = line.split(' | ');
    return { title, rationale, question };
  });
}
