/** Words of general English, each with the concepts it may stand for in a question about software; the rest of the text decides. */
export const moreWords = `
abandon: cart cancellation dependency cleanup form
abuse: abuse rate-limit
accept: consent input-validation code-review payment file-upload
accident: undo soft-delete backup secret
accomplish: worker planning
account for: ledger audit
accurate: number-precision data-integrity metrics
achieve: slo planning
acknowledge: delivery-guarantee incident alerting
acquire: lock lease
act for: admin delegation
action: audit undo command-line event idempotency
activate: feature-flag e-mail-verification
active: session tracking analytics
actual: integration-test environment
ad: csp tracking consent
adapt: responsive locale third-party
add up to: number-precision
addition: plugin inventory
adjust: config image-processing
administer: admin
adopt: dependency decision-record
adult: consent privacy
advance: workflow state-machine
advert: csp load-test tracking
advice: decision-record lint documentation
afford: cost
age: retention date-time pii
agency: third-party cms
agent: language-model admin
aggregate: metrics data-warehouse cqrs
agreement: contract-testing decision-record licence slo
aid: index debugging
aim: slo planning experiment
alike: design-system contract-testing integration-test
alive: health-check session lease
allow: authorization licence consent cors
allowance: quota
alone: unit-test modular-monolith
alphabet: text-encoding internationalisation locale
alternative: fallback experiment decision-record
amend: invoice migration
amount: money quota pagination resource-limit
analyse: analytics profiling data-warehouse
analyst: data-warehouse replication analytics
ancient: compatibility dependency browser cleanup
angry: refund alerting notification
animate: animation
announce: event deprecation changelog outbox
annoy: notification alerting bot lint
annual: subscription retention
anonymous: privacy cart analytics tracking
answer: api error-format timeout caching
anticipate: scaling load-test
apart: tenant microservices environment
apologise: incident error-message
apologize: incident error-message
appear twice: idempotency data-integrity pagination
apple: app-store mobile push-notification
applicant: workflow form
apply: migration infrastructure-code deployment
appoint: calendar-recurrence
approach: architecture decision-record
approve: code-review workflow
argue: code-style decision-record
argument: code-style command-line dependency-injection
arrange: modules drag-drop
array: types algorithm
arrival: delivery-guarantee queue
artist: design-system
ask for: authorization consent
assemble: build-tool dependency-injection component
assess: code-review ranking experiment
assign: role ownership planning
assist: admin language-model
assistant: language-model
associate: tags correlation-id
assume: assertion types
attach: file-upload correlation-id
attack: security abuse brute-force
attempt: retry brute-force
attend: calendar-recurrence
attention: alerting notification
attract: seo
author: version-control ownership cms
authority: tax audit privacy certificate
auditor: audit retention
automatic: ci-pipeline scheduler code-style
automatically: ci-pipeline scheduler code-style deployment
autumn: time-zone
avatar: image-processing account
average: metrics ranking
award: discount game
awake: alerting
aware: monitoring audit
awful: cleanup
baby: onboarding
background: worker theming decision-record
bad actor: abuse security
badge: push-notification notification design-system
balance: ledger load-balancing
ban: lint revocation abuse
bank: payment ledger refund subscription
bargain: discount
barrier: code-review accessibility
basement: offline-sync
basic: onboarding
basket: cart
battery: draft mobile embedded-device
beat: health-check
beginner: onboarding dev-setup
behave: testing experiment environment contract-testing
behaviour: analytics testing experiment
behind: replica-lag dependency proxy backpressure
belong: ownership tenant correlation-id
beneath: database architecture
benefit: experiment
bet: experiment
bigger: scaling resource-limit sharding
bill: invoice billing cost
billion: sharding data-warehouse
bind: dependency-injection types
birthday: pii date-time scheduler
blame: postmortem audit version-control
blank: null-handling rendering error-message
blast: rollout least-privilege
blind: accessibility observability
block: lock process rate-limit ci-pipeline
blow up: memory load-shedding
board: drag-drop charts planning
body: input-validation api
bomb: resource-limit
book: calendar-recurrence inventory ledger
booking: calendar-recurrence inventory saga
boost: performance ranking
border: data-residency modules styling
bored: scaling
borrow: dependency lease
boss: analytics workflow role
bother: alerting notification
bottleneck: profiling slow-query scaling
bounce: e-mail-delivery
boundary: modules architecture input-validation microservices
box: form container infrastructure-code
brain: architecture language-model
brand: theming design-system
break: contract-testing testing incident api-versioning
breakage: contract-testing testing incident
break down: fault-tolerance incident
brief: back-off retry
bright: theming
broadcast: pub-sub
broken: incident error-message testing
browse: product-catalog browser degraded pagination
bucket: file-storage rate-limit
buddy: code-review
budget: cost slo
buffer: backpressure
bug: error-tracking debugging testing
build: build-tool ci-pipeline
bulky: payload-size bundling
bundle: bundling batch
burden: worker
burn: disaster-recovery cost slo
burst: load-shedding rate-limit
busy: scaling load-shedding
button: design-system component idempotency
buyer: order payment cart inventory
bypass: feature-flag authorization code-review
calculate: number-precision algorithm billing caching
call: http-client api
call off: cancellation
calm: alerting
camera: image-processing file-upload
campaign: load-test discount load-shedding
cancel: cancellation subscription refund
candidate: experiment rollout
capable: authorization browser
capacity: scaling load-test
caption: accessibility video
capture: tracking error-tracking
card: payment pci
careful: rollout code-review
careless: lint assertion
carry: message-broker access-token
carrier: shipping sms
case: property-test naming assertion
cashier: payment
catch: error-handling types testing lint
cause: postmortem debugging
cautious: rollout
ceiling: quota resource-limit
cell: table-grid sms
cellar: offline-sync
central: log-storage sso gateway config
chain: tracing blockchain supply-chain saga
change hands: ownership
channel: notification websocket pub-sub
character: text-encoding
characters: text-encoding
charge: payment billing
chase: subscription
chat: real-time language-model comments
cheap: cost
cheat: abuse
check: testing input-validation ci-pipeline health-check
checkout: payment cart order
chief: ownership admin
children: tree consent
choice: decision-record data-type form
choices: data-type form
choke: backpressure infinite-scroll
chop: sharding microservices pagination
chunk: stream bulk
circle: modules
circles: modules
claim: jwt lease
clash: optimistic-lock race-condition version-control
classify: tags machine-learning
cleaner: cleanup
clerk: admin
clever: algorithm
click: end-to-end-test tracking optimistic-ui idempotency
client: tenant http-client api-docs
clip: video
clock: time-zone clock-skew date-time
clone: monorepo version-control environment
close: draft graceful-shutdown cancellation
clue: debugging logging
clumsy: cleanup accessibility
cluster: orchestration distributed
clutter: cleanup logging
code word: password
coin: currency blockchain money
collapse: load-shedding circuit-breaker
collect: data-pipeline metrics tracking log-storage
collection: document-store bulk
collision: race-condition unique-id hashing
colour: styling theming design-system
combination: property-test brute-force
combine: version-control graphql data-pipeline conflict-resolution
come up: search-engine seo
comfortable: theming accessibility
comma: locale code-style
command: command-line cqrs
comment: comments comments-in-code
commit: version-control transaction
common: design-system monorepo
communicate: grpc event incident
communication: grpc event message-broker
compact: compression protobuf
companion: mobile
comparable: benchmark
compare: benchmark experiment snapshot-test
compensate: saga refund
compete: race-condition
competitor: unique-id bot data-export
compile: build-tool types
complain: notification e-mail-delivery performance
complaint: e-mail-delivery refund privacy
complete: worker transaction workflow
complex: cleanup architecture
complicated: cleanup architecture query
component: component modules
compose: component
computation: caching background-ui process
compute: caching algorithm process
concern: architecture
conclusion: decision-record postmortem
concurrent: concurrency race-condition isolation-level
condition: rules-engine filtering
confidence: testing test-coverage
confident: testing test-coverage
confidential: encryption secret authorization pii
confirm: e-mail-verification toast consent delivery-guarantee
confirmation: e-mail-verification toast e-mail delivery-guarantee
conflict: optimistic-lock conflict-resolution version-control
confuse: naming types onboarding
confusing: naming types onboarding
connect: network websocket third-party oauth
consecutive: invoice unique-id
consent: consent
consequence: slo incident
consistent: consistency design-system code-style
console: logging command-line debugging
constant: naming immutability config
consultant: least-privilege authorization
consume: message-broker memory billing
contact: third-party ownership e-mail-delivery
contain: rollout sandbox
contender: experiment
content: cms static-site html-sanitise
continent: region cdn
continue: workflow degraded draft
contract: contract-testing api-docs enterprise slo
contractor: least-privilege redaction authorization
contribute: code-review
contribution: code-review
contributor: code-review licence ownership
control: authorization feature-flag
convert: serialization currency locale experiment
conversion: experiment currency analytics
convince: decision-record
cooperate: collaboration team
coordinate: saga leader-election lock
copy: backup replication data-export monorepo
corner: property-test
corporate: sso enterprise
correct: backfill invoice undo
correction: invoice backfill
corrupt: checksum transaction file-system
count: metrics analytics quota billing
counter: race-condition metrics rate-limit
counterfeit: signature bot
country: locale tax data-residency region
couple: architecture modules
courier: shipping
court: privacy licence data-residency
cover: test-coverage
crack: password-hash brute-force
crash: error-tracking memory fault-tolerance transaction
crawl: seo performance bot
create: infrastructure-code sign-up unique-id
creator: ownership audit
credential: secret api-key
credentials: secret sign-in
credit: ledger refund licence
crime: abuse
criminal: abuse security
crisis: incident
critical: priority alerting end-to-end-test
criterion: filtering
crooked: styling visual-test
crowd: load-shedding scaling
cruel: abuse
cryptic: error-message source-maps naming
culprit: audit profiling debugging
curious: authorization privacy
current: dependency real-time cache-invalidation
curve: charts metrics
customise: theming plugin
customize: theming plugin
cut: image-processing cost code-review
cut off: timeout graceful-shutdown revocation
cycle: modules billing
daily: scheduler
damage: backup rollout least-privilege
danger: security virus-scan
dashboard: charts metrics
date: date-time time-zone
dated: dependency
dawn: scheduler
dead: health-check lease lint circuit-breaker
deadlock: lock
deaf: accessibility
deal: discount enterprise
debate: code-style decision-record
debt: cleanup subscription
debtor: subscription
debug: debugging logging source-maps
decay: machine-learning cleanup
decent: slo
decimal: number-precision locale
decline: subscription
declined: subscription authorization
decorate: styling
deduct: ledger inventory
deep: tree graphql
default: config fallback
defect: debugging planning error-tracking
defence: security
defend: security load-shedding abuse
defense: security
define: infrastructure-code api-docs schema
definition: naming codegen planning
delay: back-off debounce replica-lag
delegate: delegation
delete: soft-delete data-deletion retention
deliver: delivery-guarantee deployment shipping cdn
delivery: delivery-guarantee deployment shipping
demand: scaling
demo: environment seed-data
demonstrate: audit
deny: authorization rate-limit cors
department: team role data-pipeline
depend: dependency architecture contract-testing
dependable: fault-tolerance outbox slo
deputy: delegation
derive: codegen event-sourcing
describe: api-docs documentation
description: api-docs documentation
design: design-system architecture
designer: design-system environment
desk: dev-setup desktop
destination: queue routing
destroy: backup data-deletion
detail: logging product-catalog
details: logging pii
detect: monitoring virus-scan checksum bot
determine: locale decision-record
developer: team dev-setup api-docs
device: mobile embedded-device conflict-resolution
diagnose: debugging logging tracing
diagram: charts documentation
dialog: toast accessibility
dictionary: naming internationalisation fuzzy-search
differ: environment runtime-version consistency
difference: snapshot-test changelog environment
difficult: cleanup accessibility
digest: notification hashing backpressure
digit: number-precision pci multi-factor
digits: number-precision pci multi-factor
dimension: image-processing data-warehouse
directory: modules file-system directory
dirty: data-integrity cleanup
disable: feature-flag revocation lint
disabled: accessibility feature-flag
disagree: decision-record consistency conflict-resolution
disappear: draft delivery-guarantee toast soft-delete
disaster: disaster-recovery
discard: retention load-shedding conflict-resolution
disclose: pii security redaction
disconnect: websocket offline-sync cancellation
discover: service-discovery search-engine api-docs
discuss: decision-record comments
discussion: decision-record code-style comments
disk: file-system file-storage
dismiss: toast
display: rendering locale error-message
dispose: retention memory
dispute: refund decision-record
distance: geo
distinguish: types bot tenant
distribute: load-balancing sharding
disturb: notification alerting
dive: debugging
divide: sharding microservices ownership
document: documentation file-storage collaboration pdf
dollar: money currency
domain: naming architecture url
door: gateway sign-in
double: idempotency race-condition data-integrity
doubt: assertion
download: file-storage signed-url bundling
downgrade: release-undo subscription
drain: graceful-shutdown
drama: incident
draw: rendering charts
drive: file-system
drop: load-shedding delivery-guarantee migration
drown: alerting notification load-shedding
dry run: environment command-line
duplicate: idempotency data-integrity delivery-guarantee
duration: clock-skew metrics timeout
duty: alerting tax
dynamic: rendering config
eager: lazy-loading
early: priority feature-flag
earn: analytics
east: region
easy: onboarding
eat: memory cost
economise: cost
edge: property-test edge-compute
edit: optimistic-lock collaboration cms
editor: rich-text cms dev-setup code-style
educate: documentation onboarding
effect: optimistic-ui experiment immutability
efficient: performance
effort: planning
elapsed: clock-skew metrics
elderly: accessibility
elect: leader-election
elsewhere: modules region backup
embarrassing: incident
embed: csp component
emergency: incident feature-flag
emit: event
employ: directory
employee: directory admin sso
empty: null-handling seed-data error-message
enable: feature-flag
encounter: error-tracking
encourage: planning
end of: deprecation retention
endless: timeout infinite-scroll memory
enemy: security
enforce: lint ci-pipeline schema
engine: database runtime-version search-engine
enquiry: query
enter: sign-in form
entire: transaction end-to-end-test
entitled: authorization subscription
entrance: sign-in gateway
entry: gateway table-grid logging
entries: pagination table-grid
envelope: api-style encryption
environment: environment config
equal: design-system hashing
equip: dev-setup
erase: data-deletion
error: error-handling error-format error-message
escape: sandbox xss
essential: degraded end-to-end-test consent
estimate: planning
europe: data-residency tax
evening: theming scheduler
event: event tracking
everyone: pub-sub authorization team
everybody: pub-sub team runtime-version
evidence: audit
evil: security supply-chain xss
evolve: api-versioning migration
exact: number-precision dependency
exam: testing
examine: code-review debugging
example: test-data documentation
examples: test-data documentation seed-data
exceed: quota resource-limit rate-limit
exceptional: error-handling
excess: load-shedding rate-limit
exchange: currency data-exchange rotation message-broker
exclude: filtering
exclusive: lock
execute: process-exec worker
exercise: test-coverage disaster-recovery
exhaust: connection-pool resource-limit memory
exist: service-discovery null-handling
existing: backfill compatibility cleanup
expand: scaling
expect: assertion testing
expensive: cost caching
experience: onboarding dev-setup
expert: keyboard ownership
expire: token-expiry expiry certificate
explain: documentation comments-in-code decision-record error-message
explode: memory cost
exploit: security
explore: analytics search-engine
export: data-export csv
expose: security api unique-id
extend: plugin
extension: plugin browser-extension
external: third-party webhook
extra: plugin multi-factor
extract: microservices data-pipeline
eye: accessibility theming
eyes: accessibility code-review theming
fabricate: language-model test-data
face: passkey
facility: disaster-recovery
factory: dependency-injection test-data
failure: error-handling error-format fault-tolerance
fair: priority rate-limit
faith: testing
fake: mock signature bot test-data
fall: fault-tolerance
fall behind: backpressure dependency
familiar: onboarding
famous: load-shedding
far: region cdn
fashion: styling
fast: performance
fat: bundling payload-size
fault: postmortem fault-tolerance debugging
faulty: release-undo csv data-integrity
favour: decision-record
favourite: local-storage
fear: testing
feature: feature-flag planning
fee: payment billing subscription
feed: social stream
feedback: optimistic-ui code-review comments
fewer: request-batching code-review
field: form schema graphql
fields: form schema graphql
figure: analytics number-precision charts
figures: analytics number-precision charts
fill: form memory
film: video
filter: filtering
final: immutability inventory
finance: ledger invoice number-precision
financial: ledger invoice money
find out: monitoring observability api-docs
finger: passkey keyboard
finish: worker planning workflow
fire: incident disaster-recovery event
firm: tenant enterprise
fit: contract-testing responsive memory
fit together: contract-testing integration-test
fix: release-undo debugging incident
flag: feature-flag
flash: rendering
flexible: json-column plugin rules-engine
flip: pagination feature-flag internationalisation
flood: rate-limit load-shedding backpressure
flow: workflow end-to-end-test
fluctuate: scaling
fly: offline-sync
focus: accessibility keyboard
folder: modules file-system tree
folk: user
follow: tracing routing social worker
fool: security language-model
footprint: memory bundling
forbid: authorization lint
force: app-store ci-pipeline
forecast: machine-learning planning
foreign: internationalisation currency xss data-residency
forge: signature csrf
forget: account-recovery null-handling data-deletion assertion
forgotten: account-recovery retention data-deletion
form: form
formal: decision-record
format: code-style serialization locale
former: directory history
formula: parser
forward: routing deployment e-mail
foundation: cleanup architecture
fragment: component graphql
fragile: flaky-test cleanup fault-tolerance
framework: frontend server architecture dependency
fraud: abuse
freedom: licence code-style
freeze: background-ui deployment immutability
frequency: polling scheduler versioning-release
frequently: polling caching deployment
fresh: cache-invalidation dev-setup
friday: deployment
friend: social invitation
frighten: error-message
front door: gateway sign-in
frozen: background-ui immutability
fruit: analytics
frustrate: performance
fulfil: order
function: unit-test functional serverless
fund: ledger payment
funds: ledger payment
funny: text-encoding
fuss: code-style
future: scheduler deprecation
gadget: embedded-device mobile
gain: cost performance
gap: invoice unique-id
garbage: input-validation memory fuzzing
gate: ci-pipeline sign-in gateway
gather: metrics analytics data-pipeline
generate: codegen pdf unique-id
gentle: back-off rollout
genuine: signature identity
german: internationalisation data-residency
germany: internationalisation data-residency tax
get in touch: ownership
get rid of: cleanup deprecation retention
giant: sharding payload-size modular-monolith
gift: discount
give back: refund
give up: dead-letter timeout retry
global: region frontend-state dependency-injection
glue: third-party dependency-injection
goal: slo planning
goods: inventory shipping product-catalog
google: seo oauth
govern: ownership authorization
government: tax privacy accessibility
grab: lock inventory lease
grade: ranking
grammar: internationalisation parser
grant: authorization role oauth
granular: least-privilege authorization
graph: charts metrics graph-database
grey: accessibility styling
group: tags team role batch
grow: scaling memory sharding retention
guarantee: delivery-guarantee slo
guard: authorization input-validation
guess: brute-force unique-id machine-learning random
guest: cart invitation
guide: documentation onboarding
guilty: postmortem audit
guinea pig: rollout
habit: locale code-style
hacker: security
half: transaction experiment
halt: graceful-shutdown cancellation
hammer: rate-limit back-off
hand over: ownership directory worker
handbook: documentation
handle: error-handling event
handset: mobile push-notification
handy: command-line
hang: timeout background-ui
happen: event audit
harbour: data-residency
hardware: embedded-device failover cost
harm: security sandbox
harmful: virus-scan security
harmless: idempotency virus-scan html-sanitise
haste: performance
hate: lint
head: architecture version-control
headache: cleanup
heading: rich-text accessibility
heal: fault-tolerance orchestration
health: health-check
hear: accessibility error-tracking event
heavy: worker bundling
held: lock retention
help: documentation admin accessibility
hesitate: rollout
hidden: feature-flag authorization dependency-injection
hide: feature-flag redaction authorization
hint: onboarding toast error-message
hire: onboarding dev-setup directory
hit: search-engine ranking rate-limit
hits: search-engine ranking caching
hold: lock retention inventory
hole: security dependency-security
holiday: calendar-recurrence alerting
home: serverless cloud
honest: postmortem
hook: webhook plugin lint
hope: testing
host: cloud server
hostile: security fuzzing abuse
hosting: cloud cost
hotel: saga calendar-recurrence
hour: time-zone scheduler
house: architecture
huge: payload-size sharding resource-limit code-review
human: bot workflow code-review
humans: bot workflow
hungry: memory
hunt: debugging memory
hurry: priority
hurt: experiment performance
idea: experiment decision-record
identical: checksum design-system idempotency environment
identify: unique-id identity
identity: sign-in identity
idle: session scaling cost
ignore: lint alerting compatibility
ill: circuit-breaker health-check
illegal: state-machine licence privacy
illness: pii
image: image-processing container
images: image-processing
imitate: mock
immediately: optimistic-ui real-time
impact: rollout postmortem
impatient: idempotency performance
implement: architecture
imply: types
import: csv modules
important: priority degraded
impossible: state-machine assertion types
impression: analytics
improve: cleanup performance experiment
inactive: account retention session
inactivity: session account
incident: incident
inclusive: accessibility
income: analytics data-pipeline
incoming: input-validation gateway webhook
incomplete: transaction draft feature-flag
inconsistent: consistency transaction design-system
incorrect: data-integrity form-validation input-validation
increase: scaling
independent: microservices architecture unit-test
index: index search-engine
individual: pii privacy tenant
individuals: pii privacy
industry: enterprise
inexpensive: cost
influence: experiment
inform: notification event webhook incident
information: pii logging documentation
infrastructure: infrastructure-code cloud
inhabit: data-residency
inherit: functional
initial: lazy-loading seed-data
inject: sql-injection xss dependency-injection
injure: security
inner: modules architecture
innocent: brute-force
input: input-validation form
inquire: polling
insert: bulk database
inside: observability sandbox
insist: ci-pipeline
inspect: debugging code-review audit
inspector: audit
install: dependency dev-setup
installed: dependency app-store
instant: optimistic-ui real-time
instruction: documentation language-model
instructions: documentation incident language-model
insurance: backup
integrate: third-party api-docs version-control
intelligence: machine-learning
intend: naming
intermittent: flaky-test retry
internal: service-auth admin modules
international: internationalisation currency region
interpret: parser
interrupt: graceful-shutdown alerting file-upload
interval: polling scheduler
introduce: onboarding dependency
intruder: security
invade: security
invalid: input-validation revocation
invent: language-model test-data
investigate: debugging audit
invisible: feature-flag accessibility seo
invoke: process-exec serverless
involve: code-review
irregular: flaky-test
irrelevant: ranking
irreversible: hashing data-deletion
isolate: tenant sandbox unit-test
issue: planning error-tracking
item: inventory product-catalog queue
jam: dead-letter
job: worker queue role
join: sign-up invitation query dev-setup
joint: collaboration ownership
joke: code-review
journey: end-to-end-test tracing
judge: experiment code-review
jump: rendering time-zone state-machine
junior: role code-review
junk: bot e-mail-delivery input-validation
justify: decision-record
keep alive: session websocket
keep apart: tenant environment
keep out: authorization bot
keep up: backpressure dependency
key: unique-id secret keyboard
kick off: worker
kill: graceful-shutdown memory cancellation
kind: types role
king: admin
kit: design-system
knock: back-off service-auth
knowledge: documentation ownership
label: tags naming internationalisation
labour: planning
lack: accessibility test-coverage
land: tax data-residency
language: internationalisation runtime-version
languages: internationalisation
laptop: dev-setup draft
large: resource-limit file-upload pagination
last: history timeout
late: time-zone replica-lag subscription
launch: rollout feature-flag deployment
law: privacy licence retention tax
lawful: privacy licence
lawyer: licence privacy
lawyers: licence privacy
layer: architecture
layout: styling responsive schema
lazy: lazy-loading
lead: incident leader-election ownership
leaf: tree
leak: memory secret pii tenant
learn about: event error-tracking documentation
leave: directory session
legacy: cleanup compatibility
legal: licence privacy consent
legible: accessibility
legitimate: signature bot identity
length: naming code-review token-expiry resource-limit
letter: e-mail text-encoding fuzzy-search
letters: e-mail text-encoding accessibility
level: logging role
liability: ledger
library: dependency
lie: language-model
life: expiry token-expiry
lifetime: expiry token-expiry session
lift: worker
light: theming
lightweight: bundling performance
limit: rate-limit quota resource-limit
line: logging queue test-coverage
lines: logging code-review test-coverage
link: url signed-url
list: pagination table-grid infinite-scroll
listen: tls event
literally: xss
live: deployment real-time environment
load: lazy-loading load-test server-state
loan: lease
local: dev-setup locale
location: geo region modules
lock: lock
log in: sign-in
logic: architecture functional rules-engine
longer: performance
look after: ownership
look alike: design-system
look for: search-engine debugging
look into: debugging admin
look up: index search-engine caching
loop: n-plus-one algorithm
loose: json-column architecture
lose: draft backup delivery-guarantee
loss: backup delivery-guarantee
lottery: flaky-test random
loud: assertion alerting
low: accessibility
loyal: discount
luck: flaky-test random
lunch: session
luxury: cost
machine: server sharding failover
machines: server scaling infrastructure-code
magic: naming magic-link
mail: e-mail
mailbox: e-mail e-mail-verification e-mail-delivery
maintain: ownership cleanup
maintenance: zero-downtime cleanup
majority: distributed experiment
malicious: security xss supply-chain
man in: tls
manage: admin planning
manager: analytics role planning
mandatory: ci-pipeline form-validation multi-factor
manipulate: signature csrf
manual: documentation infrastructure-code
manually: infrastructure-code deployment codegen
manufacture: build-tool
march: time-zone
margin: styling
mark: tags soft-delete
market: locale experiment
marketing: cms e-mail analytics
mask: redaction
mass: bulk
massive: sharding bulk
master: replication key-management version-control
match: contract-testing ranking regular-expression
material: design-system retention
mature: dependency
maximum: resource-limit quota
meaning: vector-search naming
meanings: naming
measure: metrics benchmark tracking
measurement: metrics time-series
meeting: calendar-recurrence planning
member: sign-up role team
memory: memory caching
mention: notification documentation
menu: routing
merchant: payment
merge: version-control conflict-resolution
mess: cleanup data-integrity
message: queue e-mail error-message notification
messages: message-broker notification logging
method: api-style functional
metre: locale
middle: transaction proxy graceful-shutdown
midnight: scheduler time-zone
migrate: migration cleanup
mile: locale
million: sharding bulk pagination
mimic: mock
mind: undo
minimise: least-privilege privacy bundling
minimum: app-store test-coverage least-privilege
minor: versioning-release
minute: worker expiry
minutes: worker ci-pipeline slo
misbehave: rate-limit abuse
misleading: naming
mislead: naming
miss: delivery-guarantee test-coverage
missing: null-handling config replica-lag
misspell: fuzzy-search
mistake: undo lint form-validation postmortem
mistakes: lint form-validation types postmortem
misunderstand: naming contract-testing
misuse: abuse rate-limit
mobile: mobile
mode: degraded environment
model: schema machine-learning
modern: browser cleanup
modest: least-privilege
modify: immutability plugin
module: modules
moment: real-time date-time
money: money payment cost
monitor: monitoring responsive
month: subscription retention date-time
monthly: subscription scheduler
morning: scheduler
motion: animation
mountain: offline-sync
mouse: keyboard accessibility drag-drop
move: routing drag-drop data-pipeline
movement: animation ledger
movie: video
multiple: concurrency tenant
multiply: scaling number-precision
mutual: service-auth
mystery: debugging
name: naming pii
names: naming pii service-discovery
narrow: filtering least-privilege
nasty: xss security
nation: locale tax
native: mobile
nature: types
near: geo cdn
necessary: end-to-end-test consent least-privilege
neglect: alerting cleanup
negotiate: decision-record
neighbour: tenant priority
nest: tree
nested: tree graphql
new version: deployment app-store dependency
newcomer: dev-setup onboarding
newest: dependency browser
newsletter: e-mail consent scheduler
night: alerting scheduler
nightly: scheduler data-pipeline backup
noise: alerting logging
noisy: alerting logging
nonsense: input-validation language-model
norm: code-style
north: region
note: documentation comments
notes: documentation changelog
notice: monitoring toast
notify: notification
novice: onboarding
number: unique-id metrics invoice
numbers: metrics analytics number-precision
nurse: pii
obey: lint
object: dependency-injection file-storage
objection: decision-record
obligation: licence privacy
observe: observability tracking
obsolete: deprecation cleanup
obstacle: accessibility
obtain: access-token inventory
obvious: naming
occasion: scheduler
occasionally: flaky-test retry
occupy: connection-pool lease
occur: date-time event
offer: discount subscription
office: sso
official: api-docs
offline: offline-sync
often: polling rate-limit scheduler deployment
older: compatibility retention history
omit: redaction null-handling
once: idempotency delivery-guarantee
one by one: n-plus-one batch
one place: log-storage modules codegen
online: real-time
open: licence lazy-loading
opening: lazy-loading locale
operate: incident orchestration
operation: idempotency worker
operator: admin incident
opinion: code-review decision-record
opportunity: experiment
oppose: decision-record
option: config command-line
optional: null-handling feature-flag
order: order ranking delivery-guarantee
ordinary: role
organisation: tenant
organise: modules architecture
organize: modules architecture
origin: cors audit supply-chain
original: hashing file-storage
outage: incident slo
outcome: experiment postmortem
outdated: dependency cache-invalidation documentation
outlive: token-expiry
output: logging snapshot-test command-line
outside: third-party input-validation security
outsider: authorization api-docs delegation
outsiders: authorization api-docs plugin
overcharge: refund
overflow: backpressure number-precision styling
overhead: performance
overlap: calendar-recurrence lock
overload: load-shedding rate-limit
overnight: scheduler data-pipeline
overseas: region cdn tax
oversee: admin
oversight: audit
overview: cqrs charts
overwhelm: load-shedding notification backpressure
overwrite: optimistic-lock race-condition
own: ownership tenant
owner: ownership authorization
pace: back-off rate-limit
package: dependency container shipping
packet: network
page: pagination alerting frontend
paging: pagination alerting
pain: cleanup
paint: rendering styling
pair: code-review public-key
panic: error-handling incident
paper: pdf invoice
paperwork: invoice
parallel: concurrency planning
paragraph: rich-text
parcel: shipping
pardon: error-message
parent: tree
parental: consent
partial: transaction graphql degraded
participant: collaboration team
partner: third-party webhook api-versioning
partners: third-party webhook api-versioning api-docs
party: third-party
pass: ci-pipeline dependency-injection
past: history event-sourcing
paste: rich-text secret
patch: dependency dependency-security
path: file-system url end-to-end-test
patience: timeout
patient: timeout pii
pattern: regular-expression architecture
pause: back-off workflow backpressure
payroll: ledger
peak: load-shedding scaling
peek: authorization
peer: code-review
penalty: privacy
people: user team
per customer: tenant json-column
percent: rollout slo test-coverage
percentage: rollout test-coverage discount
perform: performance
period: retention subscription
permanent: soft-delete data-deletion least-privilege
permit: authorization
perpetual: memory
person: pii privacy
personal: pii privacy
persuade: decision-record
petition: code-review
phase: rollout state-machine
phone: mobile alerting sms
photo: image-processing
photograph: image-processing
phrase: internationalisation password
physical: data-residency
picture: image-processing visual-test
pictures: image-processing
piece: component code-review
pile: queue retention
pinch: responsive
pink: styling
pipe: data-pipeline stream
place: file-storage modules region
plain: encryption redaction
plan: planning subscription
planet: region
plane: offline-sync
platform: orchestration cloud mobile
play: video game
pleasant: onboarding
plug: plugin third-party
pocket: mobile
point at: routing
poison: dead-letter supply-chain
police: lint
policy: authorization retention password
polish: internationalisation
polite: back-off
politics: decision-record
poor: accessibility offline-sync
popular: ranking caching
popup: toast accessibility
portable: data-export container
portion: pagination rollout
position: drag-drop geo
possess: ownership
possible: data-type state-machine
post: e-mail social webhook
postpone: scheduler worker
postcode: geo form-validation
potential: security
pound: money
power: least-privilege admin scaling
powerful: admin
practice: code-review disaster-recovery
practise: disaster-recovery
precise: number-precision
predict: machine-learning unique-id
prefer: local-storage decision-record
preference: local-storage theming consent
prepare: load-test incident
prepared: load-test incident sql-injection
present: cart discount
preserve: history draft compatibility
press: load-shedding idempotency keyboard
pressure: backpressure load-shedding
pretend: mock optimistic-ui signature
prevent: security
preview: environment image-processing
previous: release-undo history
previously: backfill history
price: money discount subscription
primitive: design-system
principle: architecture
print: logging pdf
prior: history
priority: priority
private: pii authorization modules redaction
privilege: least-privilege authorization
privileged: admin least-privilege
problem: incident error-handling
procedure: workflow incident
proceed: workflow degraded
process: workflow process
produce: pdf build-tool message-broker
producer: message-broker backpressure
product: product-catalog analytics
professional: ownership
profile: account
profit: analytics
program: process-exec third-party
programmer: team
programming language: runtime-version
progress: loading draft
prohibit: lint authorization
project: monorepo planning
promise: slo delivery-guarantee
promote: deployment failover
prompt: language-model
proof: audit signature sign-in
proper: code-style
property: json-column property-test
proposal: decision-record code-review
propose: decision-record code-review
protect: security encryption
protection: security privacy
protocol: grpc websocket network
prove: audit sign-in signature
provide: third-party
provider: third-party cloud
public: seo delegation licence
publish: event versioning-release cms
pull: version-control drag-drop
pulse: health-check
punish: postmortem
purchase: order payment
purge: cache-invalidation retention
purpose: consent naming
push: ci-pipeline push-notification real-time
puzzle: bot
quality: testing code-review image-processing
quantity: inventory test-coverage
quarantine: flaky-test dead-letter virus-scan
quarrel: code-style
quarter: planning
query: query
queue: queue
quick: performance
quiet: notification alerting
quit: directory graceful-shutdown
quota: quota
quote: code-style sql-injection
race: race-condition
radio: offline-sync
rain: disaster-recovery
raise: error-handling alerting
random: random flaky-test
range: filtering dependency
rank: ranking
rapid: performance
rare: archive property-test
rarely: archive caching
rate: rate-limit tax currency
raw: sql-injection data-warehouse
reach: network least-privilege notification
react: event background-ui incident
read: query code-review accessibility
readable: naming slug source-maps
reader: replication accessibility
readers: accessibility replication documentation
ready: health-check planning feature-flag
real: integration-test environment identity
real thing: integration-test mock
realistic: test-data environment
reality: integration-test
realise: monitoring
rearrange: drag-drop modules
reason: decision-record
reasonable: slo
reasons: decision-record
reboot: graceful-shutdown
rebuild: event-sourcing build-cache infrastructure-code
receipt: invoice
receive: webhook delivery-guarantee e-mail-delivery
recent: replica-lag dependency
reception: offline-sync
recipe: infrastructure-code documentation
recipient: e-mail-delivery notification
reckon: number-precision
recognise: sign-in session hashing
recognize: sign-in session hashing
recommend: recommendation
recompute: backfill caching
record: audit logging tracking
records: database data-integrity
recover: backup account-recovery disaster-recovery
recruit: dev-setup
red: flaky-test ci-pipeline form-validation
redo: retry
reduce: cost compression
redundant: replication availability data-integrity
refer: modules url
reference: api-docs schema
refresh: real-time server-state cache-invalidation
refuse: authorization rate-limit input-validation error-handling
region: region data-residency
register: sign-up
regret: undo
regular: scheduler
regulate: privacy
regulation: privacy retention
regulator: privacy consent audit
rehearse: disaster-recovery environment
reinvent: dependency
reject: input-validation authorization
relate: graph-database vector-search
relation: schema graph-database
relative: modules
release: deployment versioning-release lock
relevant: ranking
reliable: fault-tolerance delivery-guarantee slo
relieve: caching replication
reload: http-cache real-time local-storage
rely: dependency contract-testing
remain: session retention toast
remainder: pagination
remark: comments code-review
remedy: incident
remember: session caching local-storage
remind: notification scheduler subscription
remote: http-client embedded-device
remove: soft-delete data-deletion deprecation
rename: naming migration api-versioning
renew: token-expiry certificate subscription
rent: cloud
repair: incident backfill cleanup
repay: refund
repeat: retry idempotency calendar-recurrence
repeated: retry idempotency caching
replace: cleanup mock rotation third-party
replacement: cleanup failover
replay: event-sourcing dead-letter
reply: timeout comments
report: data-warehouse analytics error-tracking
reports: data-warehouse replication analytics
repository: version-control monorepo
represent: data-type
reproduce: debugging container
reputation: e-mail-delivery
request: api http-client code-review
require: ci-pipeline form-validation
rescue: release-undo backup
research: analytics
resemble: vector-search
reserve: inventory calendar-recurrence
reset: account-recovery test-container
reside: data-residency
resign: directory
resilient: fault-tolerance
resist: security
resolution: image-processing responsive
resolve: conflict-resolution incident
resource: resource-limit infrastructure-code
respect: privacy accessibility
respond: timeout incident
responsible: ownership
rest: pagination degraded
restart: graceful-shutdown health-check workflow
restore: backup release-undo soft-delete
restrict: authorization rate-limit least-privilege
result: caching search-engine error-handling
results: search-engine ranking experiment
resume: workflow file-upload draft
retire: deprecation cleanup
retrieve: query search-engine
return: refund error-handling session
reuse: caching component monorepo
reveal: unique-id redaction feature-flag
revenue: analytics data-pipeline
reverse: undo saga release-undo
review: code-review
revise: history
revisit: decision-record
reward: discount
rewrite: cleanup
rich: rich-text
right to left: internationalisation
rights: authorization role
ring: alerting
rise: scaling
risk: rollout security
risky: rollout feature-flag
rival: race-condition
road: offline-sync
robot: bot end-to-end-test language-model
robust: fault-tolerance
role: role
roll out: rollout deployment
room: calendar-recurrence
root: postmortem least-privilege
rotate: rotation image-processing log-storage
rough: planning
round: number-precision
route: routing load-balancing geo
routine: scheduler
row: table-grid schema
rows: table-grid bulk sharding
rubbish: input-validation
ruin: file-system data-integrity
rule: lint rules-engine
rules: lint rules-engine code-style
run out: certificate connection-pool quota memory
runaway: rate-limit timeout
rush: load-shedding
sabotage: supply-chain
sack: directory
safe: security transaction idempotency
safety: security types
salary: authorization pii
sale: discount load-shedding order
sample: tracing test-data
sand: sandbox
satisfy: slo
save: draft database cost
saving: draft optimistic-ui cost
scale: scaling
scan: virus-scan index
scare: error-message
scatter: monorepo modules
schedule: scheduler
scheme: theming
school: documentation
science: experiment
scope: oauth least-privilege
score: ranking game
scramble: encryption
scrape: bot metrics
scratch: cleanup
screen: frontend responsive
script: xss api-key command-line
scroll: infinite-scroll
seal: signature
seamless: zero-downtime
search: search-engine
season: scaling time-zone
seat: inventory billing
second: timeout optimistic-ui
seconds: timeout performance
secrecy: encryption
secret: secret
section: component rollout
secure: security
see inside: observability
seek: search-engine
segment: analytics rollout
select: query form
sell: order product-catalog inventory
send: e-mail webhook delivery-guarantee
send back: error-format refund
senior: code-review accessibility
sense: vector-search
sensible: config
sensitive: pii encryption secret
sentence: internationalisation
separate: tenant microservices environment
separately: microservices deployment
sequence: delivery-guarantee unique-id
serious: incident priority
serve: cdn static-assets machine-learning
session: session
settle: ledger decision-record
severe: incident
sew: integration-test
shade: design-system
shadow: rollout mock
shake: accessibility
shape: schema input-validation error-format
share: delegation monorepo frontend-state
sharp: image-processing
shed: load-shedding
shelf: inventory
shield: security rate-limit
shift: alerting time-zone rendering
ship: deployment shipping
shop: order
shopper: cart inventory
shorten: naming url
shot: visual-test
shout: alerting
shred: data-deletion
shrink: compression image-processing bundling
shut down: graceful-shutdown deprecation
shut out: brute-force revocation
sick: health-check circuit-breaker
side by side: monorepo concurrency
sight: accessibility
sign: signature
signal: event alerting
silent: monitoring error-handling
silently: monitoring error-handling
similar: vector-search
simple: architecture
simplify: cleanup
simulate: mock load-test
simultaneous: concurrency race-condition
simultaneously: concurrency race-condition rollout
single: modular-monolith leader-election
sister: tenant
site: deployment frontend
situation: incident
size: resource-limit bundling image-processing code-review
skeleton: loading
skill: ownership
skip: build-cache pagination csv
slave: replication
sleep: alerting
slice: architecture pagination
slide: animation
slip: lint undo
slow: performance slow-query
slow down: rate-limit performance
smart: algorithm
smell: lint
smooth: animation
smuggle: supply-chain
snail: slow-query
snapshot: snapshot-test backup
snoop: tls authorization
social: social
soft: soft-delete
sole: ownership leader-election
solid: fault-tolerance
somewhere else: failover region
sort: filtering ranking
sound: video
source: licence version-control
south: region
space: file-system tenant
spam: bot e-mail-delivery
spare: failover
speak: grpc internationalisation
special: feature-flag rules-engine
specialist: ownership
specification: api-docs contract-testing
speed: performance benchmark
spell: fuzzy-search
spend: cost
spike: load-shedding
spill: secret
split: microservices bundling sharding
spoil: data-integrity
spoof: signature
spot: monitoring code-review
spread: load-balancing rollout
spring: time-zone
spy: tls tracking mock
stable: fault-tolerance
staff: admin directory
stage: environment state-machine
stages: environment state-machine workflow
staircase: tree
stale: cache-invalidation replica-lag
stamp: date-time
stand in: mock
stand still: zero-downtime process
standard: code-style
standby: failover alerting
starve: priority
state: frontend-state state-machine
statement: query invoice
statements: query invoice
statistic: analytics metrics
statistics: analytics data-warehouse replication
status: state-machine worker
stay: session retention
steal: security access-token
steer: feature-flag
step: workflow saga multi-factor
steps: workflow saga
steward: ownership
stick: tags
stop working: incident deprecation
storage: database file-storage
store: database file-storage
storm: back-off
story: planning
straight: signed-url
strange: debugging fuzzing text-encoding
stranger: authorization security
strangers: authorization security html-sanitise
strategy: architecture planning
stream: stream
street: geo
strict: types lint
strike: circuit-breaker
string: types text-encoding
strip: html-sanitise redaction
strong: password encryption
structure: architecture schema modules
struggle: accessibility onboarding
stubborn: dead-letter
student: onboarding
stuff: retention
stumble: end-to-end-test
stutter: animation video
style: styling code-style
subject: identity
submit: form idempotency
subscribe: subscription notification pub-sub
subscriber: subscription pub-sub e-mail
substitute: fallback mock
succeed: retry transaction
success: analytics
suck: performance
sudden: load-shedding
suffer: accessibility
sufficient: test-coverage
suggest: fuzzy-search recommendation
suit: contract-testing
sum: number-precision money
sums: number-precision money
summary: cqrs language-model
summer: time-zone
sunday: alerting scheduler
superior: admin
supervise: monitoring
supplier: third-party circuit-breaker
supply: dependency-injection
support: admin browser
surface: api
surge: load-shedding
surname: pii
surprise: contract-testing
surround: environment
survive: fault-tolerance workflow conflict-resolution
suspect: abuse
suspend: subscription account
suspicious: abuse bot
swallow: error-handling
swamp: load-shedding
swap: third-party dependency-injection rollout
swift: performance
switch: feature-flag third-party
switch off: feature-flag
switches: feature-flag
symbol: static-assets
sympathy: error-message
symptom: alerting
sync: offline-sync
system: architecture
tablet: responsive mobile
tackle: incident planning
take over: failover cleanup ownership
take part: experiment
talk: grpc third-party
tamper: signature checksum
tap: mobile optimistic-ui idempotency
target: slo
taste: code-style
tax: tax
teach: documentation onboarding
tear: architecture
technique: architecture
technology: architecture
telephone: sms mobile
temperature: time-series
temporary: signed-url feature-flag file-system retry
tempt: abuse
terminal: command-line
terminate: graceful-shutdown subscription revocation
terms: naming licence consent
terrible: cleanup
test: testing
text: cms internationalisation
texts: cms internationalisation template vector-search
theft: security
thief: security encryption access-token
thing: inventory
third: third-party
threaten: security
threshold: alerting
throttle: rate-limit
throughput: performance load-test
throw: error-handling
throw away: retention cleanup
ticket: inventory planning
tidy: cleanup code-style
tight: types least-privilege
time out: timeout
tiny: static-assets accessibility
tired: alerting
title: naming seo
together: collaboration transaction correlation-id
tolerate: fault-tolerance fuzzy-search
tongue: internationalisation
tool: command-line dependency
tooling: build-tool
top: ranking
topic: message-broker tags
total: number-precision money
touch: ownership code-review mobile
tough: cleanup
tour: onboarding
town: geo
trace: tracing audit
track: tracking audit tracing
trade: order
traditional: relational
traffic: load-balancing load-shedding
train: machine-learning offline-sync
trainee: role
training: machine-learning onboarding
transfer: data-exchange ledger
transform: data-pipeline image-processing
transition: state-machine
translate: internationalisation
transmit: tls
transport: tls message-broker
trap: accessibility
travel: time-zone
treasure: secret
treat: error-handling
tree: tree
trial: subscription experiment
trick: csrf abuse ssrf
trigger: event rules-engine
trip: saga offline-sync
trouble: incident fault-tolerance
true: integration-test
trust: signature input-validation service-auth supply-chain
truth: consistency codegen
tune: performance config
tunnel: offline-sync
turn away: load-shedding
turn off: feature-flag
turn on: feature-flag
twin: idempotency
type: types
typing: debounce types draft
ugly: cleanup styling
unable: accessibility
unaffected: degraded tenant
unauthorised: authorization
unavailable: availability fallback
unaware: monitoring
uncertain: testing
unchanged: http-cache build-cache
undo: undo
unexpected: error-handling assertion property-test
unfair: priority
unfinished: feature-flag draft
unhappy: refund
uniform: design-system code-style error-format
unify: design-system
unique: unique-id data-integrity
unit: unit-test locale
universal: text-encoding
unknown: compatibility error-tracking
unlock: account-recovery feature-flag
unnecessary: cleanup rendering
unpack: path-traversal
unpaid: subscription
unpleasant: performance
unpredictable: random flaky-test
unreadable: encryption naming source-maps
unreliable: flaky-test retry offline-sync
unsafe: security
unseen: monitoring
unstable: flaky-test
unsubscribe: e-mail-delivery
untouched: build-cache
unused: lint cleanup
unusual: property-test
unwanted: abuse notification
up to date: cache-invalidation dependency real-time
update: dependency migration app-store
upgrade: dependency subscription
upper: resource-limit
upset: notification
urgent: priority
usage: billing analytics quota
useless: ranking alerting
usual: config
utility: monorepo
vacation: alerting
vague: error-message naming
valid: input-validation expiry
valuable: priority
value: config null-handling
vanish: draft data-deletion flaky-test
variable: config naming
variation: product-catalog experiment
vehicle: geo
vendor: third-party
verify: signature e-mail-verification testing
version: versioning-release api-versioning history
versions: versioning-release dependency history
victim: csrf
view: frontend cqrs authorization
village: offline-sync
violate: lint privacy
visible: cache-invalidation feature-flag authorization
vision: accessibility
visit: session tracking
visitor: user analytics
visitors: user load-test analytics
visual: visual-test charts
vital: degraded
voice: accessibility sms
volume: file-system log-storage
voluntary: consent
volunteer: ownership
vote: decision-record distributed
vulnerable: dependency-security security
wait: timeout loading
waiting: queue timeout loading
wake: alerting
walk away: session
wallet: ledger
want back: refund
ware: inventory
warehouse: inventory data-warehouse
warm: cache-stampede
warn: lint deprecation alerting
warning: lint deprecation
waste: cost
watch: monitoring tracking
wave: rollout
weak: password security
wealth: ledger
weather: disaster-recovery
wedding: calendar-recurrence
week: planning retention
weekend: alerting
weekly: scheduler calendar-recurrence
weigh: ranking image-processing
weight: bundling ranking
weird: property-test debugging text-encoding
welcome: onboarding
west: region
wheel: dependency
whole thing: end-to-end-test transaction
wide: responsive
wild: rate-limit
win: conflict-resolution experiment
window: desktop toast calendar-recurrence
windows: desktop
winter: time-zone
wipe: data-deletion
wire: tls dependency-injection
wise: decision-record
wish: planning
withdraw: consent deprecation
witness: audit
word: naming
words: naming internationalisation
work together: integration-test collaboration
workaround: cleanup
workday: calendar-recurrence
workload: scaling
workplace: sso
world: region
worry: security
worth: cost experiment
wound: security
wrap: third-party error-handling
write: database rich-text
written: documentation
year: retention date-time
yesterday: history backup
yield: experiment
young: consent
zero: null-handling seed-data
zone: time-zone
zoom: responsive accessibility
`;
