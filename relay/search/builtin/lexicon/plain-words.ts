/** What people who are not engineers say when they ask about a concept; each hints at it. */
export const plainWords = `
identity: genuine person, real person
sign-in: come in, enter, entrance, gain entry, get inside, recognise users, prove identity, sign, logins
password: type to get in, secret phrase, typing a secret, memorable
password-hash: thief, theft of passwords, dump of users, unreadable passwords
account-recovery: forgot, forgotten, reset, cannot enter, lost phone
multi-factor: second check, extra check, another check, second proof, extra proof, confirm on phone
passkey: fingerprint, thumb, face, biometrics
magic-link: mailed address, one click entry
oauth: google, facebook, github, social accounts, another account
sso: employer, corporate, one account for all, company directory
directory: quits, quit, resigns, leaver, leavers, dismissed, new employees, hired
access-token: login alive, keeps a login
jwt: without asking the database, verify locally
token-expiry: login alive, keep a login alive, how long, renew, steals
revocation: steals, stolen, cut off, throw out, end access, lock out
session: remain logged in, stay logged, visit, return visits, come back without
authorization: may, allowed, permission, rights, permitted, who may, who can, private to
admin: helpdesk, support, eyes of a customer, on their behalf, internal staff
least-privilege: minimum rights, only what is needed, narrow
api-key: scripts, robots of customers, programs of customers, automation access
service-auth: genuine, other side, trust each other, backends trust, know that the caller
tenant: one company, another company, other company, separate clients, between clients, belong to others
e-mail-verification: real mailbox, fake registration
invitation: bring others, new colleague in
brute-force: trying passwords, lots of passwords, many passwords, endless tries
bot: automated, fake registration, fake registrations, humans only, machines signing up, automatic sign ups
delegation: let others see, outsiders view, give a link
encryption: copy of the disk, readable, read the contents, stolen disk
tls: padlock, eavesdroppers, on the way, between browser and server
certificate: padlock, valid, run out
signature: genuine, forged, really from us, came from, unaltered
random: guess, lottery
xss: foreign script, foreign code, foreign javascript, evil code, injected code
html-sanitise: harmless to show, formatted text from strangers, harmless, markup by strangers, clean markup
csp: foreign scripts, allowed scripts, what may load
csrf: malicious website, evil website, other website, without their knowledge
cors: another website, other websites call, other domains
sql-injection: injection, evil input, tampered input
command-injection: run commands, arbitrary commands
path-traversal: unpacked, unpack, elsewhere on disk, outside the directory, landing elsewhere, other folders
ssrf: internal machines, internal addresses, make our server call, server calls, private network
dependency-security: holes, known holes, security holes, weaknesses in libraries
supply-chain: poisoned, hijacked, trust packages
secret: credentials, sensitive keys, production keys, keys and passwords
rotation: replaced regularly, exchange keys
privacy: legal, law, personal, data protection, intimate
pii: names, birthdays, sensitive facts
redaction: keep out of, blacken, hide parts, censored
data-deletion: vanish, forgotten, erased, leaves us, delete an account
data-export: everything we hold, all we hold, hold about, a copy of everything, copy of all
retention: how long, older than, for how long, kept for, stored for, years
consent: need permission, permission before, asked before, agree before, allowed to measure
data-residency: in which country, which country, abroad, leave europe, germans, europeans, overseas
audit: who did, who changed, who touched, touched, trace back, proof of what happened, which person
sandbox: foreign programs, untrusted programs, contain
database: where stored, keep data, storing
document-store: loose documents, schemaless
json-column: attributes vary, vary, varies, varying, properties differ, vary from, optional attributes, extra fields
schema: tables, columns, structure of data
migration: columns altered, altered, alter, table changes, rename fields
zero-downtime: offline, without going offline, hardly any interruption, hardly noticed, interruption, keep the site up, unnoticed
backfill: fresh column, exist already, already exist, older rows, existing entries, fill a column
transaction: all together, half, partially, both or nothing, in one go
isolation-level: concurrent changes, corrupt each other, at the same time in the database
query: fetching rows, ask for data
cqrs: summary made available, expensive summary, expensive overview, precomputed
slow-query: listing, slow listing, slow page of data, statement takes
index: listing, slow listing, searching a table
n-plus-one: too many reads, hundreds of statements
connection-pool: out of connections, exhaust, too many clients of the database
replication: statistics, heavy reading, reports elsewhere, copies
replica-lag: not see, just stored, just saved, what they saved, own change missing
sharding: one machine, single machine, outgrow, too large for one
backup: breaks, lost, recover, disk dies, hard disk, restored
soft-delete: removed by accident, brought back, undo a removal
archive: old things, long ago
history: earlier, before the change, older states
data-integrity: twice in the list, duplicates, contradict
time-series: temperature, values of machines, measured values, over time
tree: subcategories, sub, inside each other, categories, levels
geo: closest, nearest, shop near, around me, surroundings
tags: group, grouping, mark things
bulk: thousands, in one request, masses
queue: line, waiting jobs, put in line
worker: slow, heavy job, chores in the background, elsewhere
scheduler: chores, recurring chores, midnight, every night, recurring work, starts at, regularly started
priority: hog, hogging, big client, large client, unfair, crowd out, everyone else waits
dead-letter: never be processed, cannot be processed, hopeless, impossible work, gives up
delivery-guarantee: handled two times, two times, sequence, right sequence, order of arrival, lost, arrives
message-broker: between programs, carry messages
event: something happened, learn about, inform others
pub-sub: all instances, everyone learns, everybody hears, all nodes, all servers learn
event-sourcing: how it came, present state, came to be, reconstruct
stream: fit in memory, do not fit, too large to load, huge file, ram, larger than memory
backpressure: faster than, faster, put it away, arrives faster, cannot follow, pile up, too fast
outbox: announcement, never lost, after saving, message when saving
saga: second of three, external reservations, does not work out, partly succeeded, several vendors
workflow: several days, many steps, long procedure, paused for days
state-machine: stages, which status, next stage, allowed next
retry: fails, failing call, call fails, another go, once more
back-off: wait between, pause, politely
timeout: how long wait, wait for an answer, hanging, no reply, never replies, slow partner
cancellation: already left, has left, person left, gone away, closed the page, nobody reads
circuit-breaker: broken partner, dragging us down, partner down, dead service, broken dependency
fallback: unavailable, not reachable, unreachable, not there, shown instead, forbids, if forbidden
degraded: while unavailable, dependency is unavailable, half broken, still usable
load-shedding: visitors than expected, more than expected, too many visitors, far more visitors, expected, sudden crowd, run on the site
rate-limit: far too often, too often, calls too often, calls us, limit a client
idempotency: paying twice, double clicks, twice, second time, pressed again, clicks again
race-condition: at once, same moment, both at the same time, two at a time
optimistic-lock: same record, colleague changed, overwritten by
lock: only one, one server, exclusive
lease: dies, worker dies, owner dies, dies while, task of a dead
leader-election: only one server, exactly one server, one machine does
process: blocking other requests, computation, block others, heavy computing, uses one core
graceful-shutdown: server is stopped, stopped, running requests, being stopped, during a deploy
unique-id: numbered, identify, identifies, what identifies, numbers for, reference number
date-time: moment, dates
time-zone: other parts of the world, different clock, clock, local hour, abroad
clock-skew: rely on the time, time of day, measuring how long, duration, jumps in time, clock jumps
calendar-recurrence: takes place, meeting, each monday, every monday, each week, weekly
api-style: url look, shape of calls
graphql: pick fields, pick just the fields, only some fields, choose what they get
grpc: backends talk, talk to each other, between backends, checked types
serialization: turn into text, transport objects
pagination: thousands of results, read through, part by part, long result, big result, page through
api-versioning: alter the interface, existing integrations, change calls, old customers programs
compatibility: add another property, without telling everyone, additional field, another property, without breaking, extra property, new property
deprecation: get rid of, old call, remove a call, end an old, switch off an old
webhook: partner systems, tell partners, call customers, inform partner
third-party: outside firms, supplier, vendor
gateway: extra server, server just for, in front of the backend, single door
real-time: update without reloading, live, at the very moment, chat
websocket: permanent connection, permanent connections, stay connected
sse: update without reloading, server pushes
polling: forbids permanent, ask again, asking repeatedly
http-cache: same as before, not changed, unchanged, avoid downloading, download twice
error-format: caller receive, callers receive, goes wrong, what a client gets
api-docs: which calls exist, outside developers, how to call, calls exist
microservices: separate programs, cut up
load-balancing: divide visitors, distribute visitors
contract-testing: two teams, services still fit, still fit together, between teams
url: links, addresses
caching: computing the same, same answer, over and over, repeatedly computing, keep ready, made available at once
cache-invalidation: outdated, old value, still see the old, stale
cache-stampede: popular entry, everybody asks, at the same moment, everyone asks
cdn: far away, distant, other continents, quickly far away
performance: quick, speed, laggy
profiling: which function, eats the processor, uses the processor, where is time spent, cpu time, processor
load-test: simultaneous visitors, how many visitors, do we survive, visitors at once, withstand
memory: eats ram, more ram, ram, more and more memory, swallow memory
resource-limit: how large, too large, maximum
scaling: more visitors, grow, ten times
failover: machine breaks, breaks down
disaster-recovery: data centre, catastrophe
logging: programs write down, write down what they do, recorded, entries, notes of programs
log-storage: recorded, records of what happened, keep logs
metrics: figures, numbers about, throughput, load figures
tracing: single request, follow a request, whole way, way through the system
correlation-id: entries that belong, belong to one call, all log entries, entries of one request
monitoring: notice, find out that
alerting: woken, wake, at night, called out of bed, alarm at night
slo: promise, how reliable, reliability promised
incident: 3 am, on duty, what to follow, emergency, instructions for emergencies
postmortem: learn from an outage, after an outage, learn from failures
error-tracking: bugs in the wild, hear about bugs, crashes at customers
health-check: instance can take traffic, know that an instance, able to work, ready
deployment: bring to customers, new version
rollout: damage of a bad release, limit the damage, swap, switch over, swap a component, safe release
release-undo: get back, new version is broken, previous one, go back
feature-flag: hide something, unfinished, not yet public, show to some
environment: try a change, before it is accepted, look at a change, trial place
config: absent setting, setting is absent, options
orchestration: where containers run, containers
container: artifacts, docker, small images, small artifacts
serverless: without permanently running, permanently running machines, only when called, no machines
cloud: hosting, rented
infrastructure-code: servers and networks, set up servers, networks set up, create machines
cost: bill, lowered the bill, lower the bill, cheaper, expenses
ci-pipeline: before accepted, must pass, before code is accepted, automatic checks
build-cache: build faster, build got faster, slow checks
versioning-release: number packages, published packages, version numbers
changelog: messages in git, git messages, what is new, list of news
frontend-state: several components, open panels, panels, keep things in the page
server-state: pages fetch, fetch what they show, get what they show
optimistic-ui: before the server answers, button react, react before
form: fill, typed, fields, input boxes
form-validation: typed into fields, check what somebody typed, wrong entries
draft: lose my text, text lost, browser crashes, half written
rendering: laggy, typing was laggy, redraw, slow typing, jumpy
server-rendering: html produced, produced on the server
routing: exactly the view, view i have, same view, send a view, share my view, view to a colleague
styling: style, looks, pretty
theming: black, background, night shift, colours
design-system: look alike, buttons and menus, menus alike, same buttons, equal look
responsive: small display, narrow
accessibility: blind, handicapped, wheelchair, cannot hear
keyboard: without mouse, keys
internationalisation: other languages, foreign, translated
locale: written in other countries, decimal
toast: are you sure, sure, ask are you, confirm, before deleting
error-message: part of a page crashes, users see, crashed part
loading: displayed until, until content, has arrived, until it arrives, while it arrives, in the meantime shown
infinite-scroll: very long lists, long lists on screen, endless
table-grid: tables on screen
charts: graphics, curves
rich-text: bold, headings, formatted, bold words
collaboration: write in one text, several people, one text at once, together in a text
drag-drop: manually arranged, arranged, sequence saved, arranged sequence, own sequence, cards, sorted by hand
bundling: heavy page, how heavy, heavy may a page, weight of a page, kilobytes, how big may a page
lazy-loading: start quick, start of the app, starts quickly, opening the app
image-processing: pictures, smaller pictures, photos, pictures smaller
mobile: phones, just for the phones, handheld
app-store: never update, fixes reach the phones, reach the phones, update phones, old app, fixes for phones
push-notification: buzz, phone rings, news on the phone
offline-sync: no internet, disconnected, without connection, tunnel, while disconnected
conflict-resolution: two devices, edited on two, both devices, edited twice, edited while disconnected
desktop: windows, mac, program for windows, installed program, macintosh
money: store prices, prices stored, amounts
currency: yen, dollars, pays in, conversion, foreign, exchange
number-precision: rounding, rounding trouble, fractions, sums wrong
payment: give money, give us money, pay us, paying customers
subscription: monthly charge, charge does not go through, does not go through, bigger tier, mid month, unpaid
billing: client owes, owes, each client owes, what they used, used up amount
invoice: bills, numbered bills, receipts
tax: add for the state, state, government, authorities
refund: money back, given back, returned money
ledger: every cent, cent, where money went
discount: special offers, offers, rebates, cheaper for
inventory: more than there is, warehouse, sell more than, last piece
e-mail: messages to customers, letters
e-mail-delivery: spam, letters arrive, junk, end up in spam
notification: pestering, too many messages, bother
cms: homepage, alter the texts, texts on the homepage, without a programmer, texts of the website
file-upload: big files reach us, reach us, sending a large, send a large, sending is interrupted, hand in
signed-url: reach us directly, private file
virus-scan: dangerous attachments, harmful attachments, infected
csv: spreadsheet, faulty lines, loads a spreadsheet, bad lines, excel sheet, lines of a spreadsheet
search-engine: find articles, visitors find, hits
fuzzy-search: misspell, misspelled, wrong spelling
ranking: hits sorted, sorted hits, first hits, order of hits
vector-search: mean the same, same in other words, in other words, related meaning
analytics: what people do, people do with the product, usage, learn what
tracking: measuring visitors, measure visitors, watch visitors
experiment: two designs, works better, which of two
data-warehouse: information get into, warehouse
data-pipeline: information get into, brought into, flows
machine-learning: predictions, predict, inputs for predictions, learned
language-model: assistant, tricking the assistant, bot, made up
error-handling: did not succeed, report failure, functions fail, signal
input-validation: malformed, from outside, wrong data, nonsense
types: mixing up, mix up, mixing identifiers, compiler, mistakes early, wrong type
codegen: stay equal, types equal, equal to those, same as the backend, in step with the backend
null-handling: absent, missing
immutability: changed in place, untouchable
code-style: source look, format of the source, commas
lint: mistakes early, automatic complaints
naming: what to call, words for things
documentation: described, read about, learn how
decision-record: reasons for choices, why chosen, choices
architecture: technology apart, rules apart, business apart
modules: which folder, folder may use, may use which, where to put, imports
dependency-injection: collaborators, get their parts, objects get
monorepo: packages share, several packages, share code
dependency: libraries current, packages we use, foreign libraries
licence: open source, may i use, allowed to use
dev-setup: newcomer, on a laptop, project running, first day
version-control: git, work of many, combine work
code-review: looks at my changes, looks at changes, second person, who agrees, read my code
ownership: whom do i ask, whom to ask, about this part, who knows this part
cleanup: ancient, ancient system, replace the old, replace the ancient, old program
testing: sure that it works, check that, specs
integration-test: real postgres, with a real database, parts together
end-to-end-test: whole application, as a user would, like a customer would
mock: third party servers in tests, avoid hitting, hitting real, stand ins
test-data: sample customers, samples for tests, specs, invented
visual-test: looks off, look off, notice that something looks, looks wrong, appearance changed
property-test: inputs nobody thought of, nobody thought, strange inputs
flaky-test: sometimes red, sometimes green, sometimes
test-coverage: good enough, tests good enough, enough tests, catch mistakes with tests, are our tests
plugin: add their own, own behaviour, others add, add behaviour, extend our product
background-ui: window hang, window does not hang, heavy computing in the page
compression: send less, over the wire, less data
debounce: every letter, asking for every letter, each key
text-encoding: smileys, accents, smiley, emoji, strange letters, broken letters
regular-expression: search pattern, pattern from a customer, text patterns
parser: reading a language, formulas
rules-engine: alter conditions, conditions, staff alter, without writing code, rules without code
payload-size: too much data, only what is needed
request-batching: many calls, fewer calls, one trip
`;
