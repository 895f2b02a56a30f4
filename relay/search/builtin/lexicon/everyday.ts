/** Everyday words, each with the concepts it hints at when somebody who is not an engineer asks. */
export const everyday = `
abroad: time-zone currency internationalisation region tax
accept: consent code-review input-validation resource-limit
access: authorization sign-in
accident: undo backup soft-delete
across: tracing saga distributed
activity: audit history social analytics
add up: number-precision ledger
address: url shipping geo e-mail service-discovery
adjust: config
afterwards: worker asynchronous postmortem
agree: consistency code-review consent contract-testing
alive: health-check
alone: unit-test leader-election code-review
alter: migration api-versioning immutability authorization
angry: back-off rate-limit refund
answer: api timeout error-format language-model caching
appear: rendering optimistic-ui real-time styling
arrange: drag-drop modules architecture
arrive: delivery-guarantee e-mail-delivery queue stream shipping
article: cms product-catalog
ask: query api polling language-model
attempt: retry brute-force
background: worker theming
bandwidth: compression payload-size
bank: payment ledger
bigger: scaling resource-limit sharding
black: theming
block: rate-limit authorization process lock
borrow: dependency licence lease
bother: notification alerting debounce
box: form container cloud
break: fault-tolerance incident api-versioning testing
bring back: soft-delete undo backup release-undo
bug: debugging error-tracking testing assertion
burst: load-shedding rate-limit
busy: load-shedding scaling process
button: form design-system idempotency optimistic-ui
buy: payment order cart
calculate: number-precision caching tax billing
caller: authorization api sign-in
carry on: degraded workflow
catch: error-handling types lint
change: migration history audit optimistic-lock cache-invalidation
cheap: cost
check: input-validation ci-pipeline testing code-review health-check
choose: feature-flag experiment config
clash: race-condition conflict-resolution optimistic-lock
clean: retention cleanup html-sanitise data-integrity
clear: cache-invalidation retention
clever: machine-learning algorithm
click: idempotency tracking form end-to-end-test
close: graceful-shutdown draft account
colleague: code-review team invitation
combine: version-control data-pipeline conflict-resolution request-batching
come back: session cart draft offline-sync
company: tenant enterprise sso
compare: experiment snapshot-test benchmark
complain: notification cache-invalidation incident
computer: desktop dev-setup
connect: network websocket third-party
contact: e-mail consent
copy: backup replication caching licence
corrupt: checksum race-condition
count: metrics analytics quota billing
country: locale tax data-residency region currency
crash: error-tracking fault-tolerance draft lease
crowd: load-shedding scaling
damage: rollout sandbox backup
dangerous: security virus-scan xss
dead: lease health-check dead-letter cleanup
delay: back-off scheduler queue debounce
describe: documentation api-docs
destroy: data-deletion backup
device: mobile embedded-device conflict-resolution
die: failover lease fault-tolerance
different: experiment environment responsive
disappear: retention delivery-guarantee data-deletion draft
discover: service-discovery search-engine monitoring
document: file-storage pdf collaboration
double: idempotency delivery-guarantee data-integrity
drag: drag-drop
draw: charts rendering
drop: delivery-guarantee load-shedding deprecation
drown: load-shedding alerting backpressure
employee: directory sso admin
empty: null-handling cart seed-data
enter: sign-in form
everywhere: design-system revocation container
evidence: audit
excel: csv
expose: security secret
fail: fault-tolerance retry error-handling
fake: mock abuse signature
fast: performance
fill: form seed-data
fingers: keyboard passkey
finish: worker graceful-shutdown workflow
fix: release-undo incident debugging
flood: rate-limit load-shedding bot
follow: tracing tracking social
forbid: authorization lint least-privilege
foreign: internationalisation third-party currency
forever: timeout retention memory
forget: account-recovery data-deletion null-handling
free: licence subscription quota
freeze: background-ui rendering process
fresh: cache-invalidation replica-lag
friend: social invitation
glance: charts metrics
grow: scaling sharding retention
guess: brute-force random unique-id
half: transaction experiment
halfway: transaction saga
hang: timeout background-ui
harm: security sandbox
hear: event error-tracking monitoring notification
heavy: worker data-warehouse bundling
hide: redaction feature-flag authorization
hurry: priority performance
hurt: incident theming
identical: checksum idempotency design-system
impatient: idempotency loading timeout
important: priority
improve: cleanup experiment performance
independent: microservices unit-test
inform: notification event webhook
ingredient: dependency
inside: sandbox observability
install: dependency dev-setup desktop service-worker
instance: scaling leader-election health-check
instant: real-time optimistic-ui
internet: offline-sync network
interrupt: cancellation graceful-shutdown file-upload
invalid: input-validation form-validation
join: invitation sign-up
journey: end-to-end-test tracing
judge: code-review experiment
kick out: revocation
laptop: dev-setup offline-sync
late: delivery-guarantee queue
laws: privacy data-residency tax
learn: documentation postmortem analytics
leave: directory data-deletion log-out
letter: e-mail debounce
limit: resource-limit quota rate-limit
list: pagination infinite-scroll
listen: event tls
load: lazy-loading server-state load-test
look: styling design-system code-style
lose: backup delivery-guarantee draft
machine: sharding failover server process
management: analytics
manual: documentation
measure: metrics benchmark experiment
meet: calendar-recurrence
mess: cleanup data-integrity
message: queue e-mail notification error-message
mess up: release-undo data-integrity
mirror: replication
missing: null-handling config dead-letter
mistake: undo lint types
misuse: abuse rate-limit
mix: tenant types
mouse: keyboard accessibility
move: migration drag-drop routing data-pipeline
music: video
mute: notification
neighbour: priority tenant
news: notification social push-notification
newcomer: dev-setup onboarding documentation
night: scheduler alerting theming
noise: alerting logging lint
nonsense: input-validation language-model
notice: monitoring error-tracking
number: unique-id metrics number-precision invoice
obsolete: deprecation cleanup
offend: abuse
old: retention compatibility archive deprecation
open: lazy-loading licence
opinion: code-review code-style
order: delivery-guarantee drag-drop ranking
origin: cors csrf
outsider: security api-docs third-party
outside: third-party input-validation webhook
overnight: scheduler
overwrite: race-condition optimistic-lock
pack: bundling container
page: frontend pagination routing
panel: frontend-state admin
paper: pdf invoice
parallel: concurrency
partner: third-party webhook circuit-breaker
pass on: pub-sub event
past: history event-sourcing
pause: back-off
peak: load-shedding scaling
phone: mobile sms push-notification
picture: image-processing
pile: backpressure queue retention
place: file-storage modules geo
plane: offline-sync
polite: error-message
popular: cache-stampede analytics ranking
press: idempotency keyboard
pretend: mock
print: pdf logging
private: privacy authorization
programmer: team
promise: slo
proof: sign-in audit
prove: sign-in audit
punish: rate-limit
quarrel: code-style
quick: performance lazy-loading
quiet: notification alerting
random: flaky-test random
reach: availability network
react: rendering event
ready: health-check feature-flag
real: mock integration-test
reason: decision-record
rebuild: event-sourcing build-cache infrastructure-code
receive: webhook delivery-guarantee
record: audit logging database
recover: backup account-recovery disaster-recovery
reject: input-validation load-shedding
release: deployment rollout
reload: real-time http-cache
remember: session caching local-storage decision-record
remove: data-deletion soft-delete deprecation
repair: release-undo incident data-integrity
repeat: retry idempotency calendar-recurrence caching
replace: cleanup mock rotation
resend: idempotency retry
responsible: ownership
restart: graceful-shutdown workflow
resume: workflow file-upload
return: refund
reuse: monorepo component caching
risk: rollout security
robot: bot end-to-end-test
rule: rules-engine architecture lint
rush: load-shedding
safe: security idempotency
same: consistency design-system data-integrity
save: database draft
scan: virus-scan dependency-security
scared: rollout
screen: frontend responsive
secretly: security
sell: inventory order
send: e-mail webhook
separate: tenant microservices sandbox
sequence: delivery-guarantee
setting: config
shape: schema api-style
share: monorepo delegation
shop: order inventory
show: frontend rendering
sign: sign-in signature
similar: vector-search recommendation
simultaneous: concurrency race-condition
sleep: alerting flaky-test
slow: performance slow-query worker
small: responsive compression
snoop: tls privacy
sound: video
source: code-style version-control
space: file-system compression
speak: internationalisation
spike: load-shedding
split: microservices sharding lazy-loading
spread: load-balancing sharding
spy: tls privacy tracking
stable: api-versioning flaky-test
staff: admin sso
steal: security secret revocation
step: workflow saga
stock: inventory
storm: back-off cache-stampede
stranger: authorization delegation
strict: types
stuck: timeout dead-letter
suddenly: load-shedding incident
suffer: degraded priority
summary: notification metrics
survive: fault-tolerance failover
suspicious: abuse audit
swamp: load-shedding notification
switch: feature-flag failover
table: database table-grid
take back: release-undo undo
take over: lease failover
talk: api service-discovery
tamper: signature
task: worker planning
teach: onboarding documentation
tell apart: unique-id tenant
text: internationalisation rich-text
thief: security revocation encryption
thousand: bulk pagination
ticket: planning inventory
tired: alerting
together: transaction collaboration
touch: audit ownership
traffic: load-balancing load-shedding
transfer: ledger file-upload
travel: time-zone
trick: csrf abuse
trigger: rules-engine event
trust: signature service-auth input-validation
try: retry rollout experiment environment
tunnel: offline-sync
twice: idempotency delivery-guarantee
type: form debounce
unable: accessibility fault-tolerance
uncertain: feature-flag
understand: documentation error-message
unexpected: error-handling input-validation
unfinished: feature-flag draft
unique: unique-id data-integrity
unpredictable: flaky-test random
unused: cleanup lint
update: migration dependency optimistic-ui
urgent: priority incident
vanish: backup delivery-guarantee
verify: testing sign-in signature
version: api-versioning versioning-release optimistic-lock
visit: analytics session
visitor: analytics cdn
wait: loading timeout worker
wake: alerting
warehouse: inventory data-warehouse
warn: alerting deprecation
waste: cost performance
watch: monitoring video
weekend: alerting calendar-recurrence
weird: debugging text-encoding
window: frontend toast
withdraw: deprecation consent revocation
word: naming internationalisation search-engine
worldwide: region cdn
worst: disaster-recovery
write: logging database documentation
wrong: error-handling data-integrity release-undo
young: onboarding
accepted: code-review
act for: delegation admin
activity feed: social audit
add to the price: tax discount
after a crash: workflow lease error-tracking
all customers at once: rollout feature-flag
allow: authorization
another computer: revocation conflict-resolution
as a user would: end-to-end-test
ask first: consent toast
asked too often: polling debounce notification
at the edge: input-validation edge-compute
attack: security abuse
bad code: code-review lint
bad network: offline-sync retry
badge: notification
be sure: testing
before it is merged: ci-pipeline code-review
before they land: code-review ci-pipeline
behave differently: environment feature-flag flaky-test
belong: ownership modules tenant
big change: migration decision-record
bigger plan: subscription
blank: error-message null-handling
broken by a change: testing api-versioning
broken link: url
bundle: bundling
call each other: grpc service-discovery
cannot reach: network fallback offline-sync
charge: payment billing
check twice: multi-factor code-review
checks: ci-pipeline testing
collect: data-pipeline analytics
column: schema
comma: code-style csv
complete application: end-to-end-test
confidential: secret pii encryption
confirm: e-mail-verification toast
confused: types error-message
connected: network graph-database
consequence: event
convert: serialization currency data-type
cope: scaling fault-tolerance
cut off: graceful-shutdown revocation
data from outside: input-validation
days: retention scheduler
debt: cleanup billing
decide together: decision-record
default: config fallback
deliver: delivery-guarantee shipping deployment
depend: dependency architecture
deserve: role
develop: dev-setup
discussed: decision-record comments
displayed: frontend rendering
do not like: undo consent
duplicates: data-integrity idempotency
each letter: debounce
early: types compatibility
easy to guess: unique-id password
entrance: gateway sign-in
error: error-handling
exactly: number-precision delivery-guarantee
exchange: data-exchange currency
expensive: cost caching slow-query
extra check: multi-factor
extra code: multi-factor
fails midway: transaction saga
faults: error-tracking fault-tolerance
feedback: optimistic-ui comments
fields: schema form payload-size
fit: contract-testing responsive
follow up: postmortem
for free: subscription licence
frontend and backend: api codegen
gave up: dead-letter
gather: data-pipeline metrics
get stuck: timeout dead-letter
give money: payment
give us money: payment
go offline: offline-sync degraded
gone: data-deletion soft-delete
good enough: slo test-coverage
goods: inventory shipping
greedy: rate-limit priority
half way: transaction saga
handed out: authorization lease
healthy: health-check
how many: metrics quota analytics
how often: rate-limit polling scheduler
how old: retention cache-invalidation
human error: undo audit
in which order: delivery-guarantee ranking
in parts: pagination stream
information: data-pipeline logging
inherit: functional role
inspect: debugging observability
interested: recommendation pub-sub
isolated: sandbox tenant unit-test
it departments: enterprise sso
keep apart: tenant environment
keep score: game analytics
keep track: audit analytics ledger
know what people do: analytics tracking
last seen: real-time
late at night: alerting
learn from: postmortem machine-learning
learn what people: analytics
leave behind: retention cart
lists: pagination
log into: sign-in
long texts: rich-text resource-limit
look after: ownership
look at changes: code-review
looks at changes: code-review
lost in transit: delivery-guarantee
made of: component
main: version-control
make up: language-model test-data
many clients: rate-limit scaling
many developers: version-control monorepo
many tries: brute-force
maximum: resource-limit quota
meaning: vector-search
measured: metrics
mobile data: payload-size compression
monthly: billing subscription
more than one machine: distributed sharding
move house: region
must not happen: assertion
near: geo cdn
needs permission: authorization code-review
neighbours: tenant priority
never stop: timeout
new colleagues: dev-setup documentation
new features: feature-flag experiment
new names: naming
no answer: timeout
no longer used: cleanup deprecation
not lost: delivery-guarantee backup outbox
not succeed: error-handling retry
notified: notification
numbers: metrics analytics
offer: discount
old machines: responsive performance
old programs: compatibility
only staff: admin
other browsers: browser
other companies: third-party webhook tenant
other people change: optimistic-lock
own server: cloud file-storage
own words: naming vector-search
parts of the code: modules architecture
patience: timeout loading
paying: payment
people cannot: accessibility authorization
people do: analytics tracking
permanent: data-deletion database
picked up: workflow queue
places in the world: region cdn
plain words: documentation error-message
poor: degraded offline-sync
postpone: scheduler worker
power cut: backup transaction
price: money
procedure: workflow incident
produce: build-tool codegen
program writes: logging codegen
programs: service process
promised: slo
purchase: order payment
purchase number: unique-id order
put off: worker queue
quality: testing lint
react to: event
rearranged: cleanup drag-drop
recent: history index
recognise: unique-id signature machine-learning
rejected: input-validation dead-letter
reliable: fault-tolerance slo
rent: cloud subscription
report did not: error-handling
report a failure: error-handling error-format
reports: analytics pdf
request too big: resource-limit
rights: authorization role
run locally: dev-setup
same product: product-catalog
scripts: api-key ci-pipeline
scripts of clients: api-key
second opinion: code-review
secretary: delegation
see each other: tenant real-time
seller: ledger inventory
settle: ledger
shared between: monorepo frontend-state
sleepless: alerting
slow list: index slow-query
slow listing: index slow-query
slow to load: lazy-loading performance
snapshot: backup
some customers: feature-flag rollout
spoken: internationalisation
stale: cache-invalidation
starting up: health-check config
stay in step: codegen offline-sync
steps: workflow
stored twice: data-integrity
strangers: authorization
suggestion: recommendation fuzzy-search
sum: money number-precision
supplier: third-party
talks to the database: orm
library for the database: orm
taught: onboarding
telephone: sms
texts: internationalisation template
things people type: form-validation
tidy: cleanup code-style modules
tiny: compression responsive
too expensive: cost
too long: timeout resource-limit
too much: rate-limit load-shedding resource-limit
touch screen: mobile responsive
tried: retry
trying lots: brute-force
turns up: event
two at once: race-condition
two computers: conflict-resolution distributed
two places: data-integrity consistency
unavailable: fallback availability circuit-breaker
unclear: documentation
unhappy: refund
unknown: null-handling
unknown words: search-engine
unlucky: race-condition flaky-test
unrelated: modules
unwanted: abuse notification
upset: incident
useless: cleanup
value: config data-type
visible: authorization observability feature-flag
wait for each other: lock
waiting customers: load-shedding loading
weak: password
web: frontend
wheel: dependency
whom: ownership
whose: ownership authorization
without asking: consent least-privilege
without typing a password: passkey magic-link
work done twice: idempotency lease
works offline: offline-sync
world: region internationalisation
write programs: logging
programs write: logging
wrong address: e-mail-delivery input-validation
wrong hands: security revocation
wrong person: authorization tenant
years: archive retention
`;
