/** Turns of everyday speech, each with the concepts it points at; most are made of words that tell nothing alone. */
export const turnsOfSpeech = `
look after: ownership
looks like now: visual-test styling
looked like: history visual-test
look through: log-storage code-review search-engine
look over: code-review
looked over: code-review
look into: debugging admin
look at: code-review authorization
look the same: design-system
look right: visual-test styling
look different: visual-test design-system locale
looks wrong: visual-test
looks old: cache-invalidation cleanup
let people in: sign-in authorization
letting people in: sign-in
let in: sign-in authorization
let into: sign-in authorization
let through: code-review gateway rate-limit
let go: directory lease
let others: delegation invitation plugin
let us know: monitoring error-tracking
let know: notification webhook event
get in: sign-in security
get into: sign-in security ci-pipeline
gets in: security sign-in
get out: data-export release-undo
get through: rate-limit load-shedding
get back: backup refund undo account-recovery
gets back: refund backup
get along without: degraded offline-sync
get around: authorization abuse
get worse: benchmark machine-learning
got worse: benchmark machine-learning language-model
got slower: benchmark
get hold of: server-state dependency-injection
get stuck: timeout dead-letter lock
gets stuck: timeout dead-letter lock
get lost: delivery-guarantee draft outbox
got lost: delivery-guarantee draft outbox
get rid of: cleanup deprecation retention
get used to: onboarding
get started: dev-setup onboarding
get to see: authorization feature-flag rollout
gets to see: authorization feature-flag rollout
get told: notification alerting event
come back: session draft cart
comes back: retry health-check
come in: input-validation gateway
comes in: input-validation gateway
come from: supply-chain audit signature
comes from: supply-chain audit signature cors
come out: versioning-release deployment
comes out: versioning-release deployment
come up with: unique-id decision-record
come first: priority ranking
comes first: priority ranking
come together: version-control integration-test
comes next: state-machine planning versioning-release
come to light: error-tracking postmortem
go back: release-undo routing undo
going back: release-undo routing undo
go away: toast deprecation
goes away: flaky-test deprecation toast
goes down: availability circuit-breaker failover
go down: availability circuit-breaker failover
goes out: deployment versioning-release
go out: deployment e-mail
go out of control: cost memory
go on: degraded workflow
going on: observability logging
goes on: observability logging
went on: logging audit
go live: deployment rollout
goes first: priority
go ahead: code-review optimistic-ui
go through: gateway end-to-end-test tracing
goes through: gateway tracing workflow
go together: transaction
go over: code-review quota
goes over: quota resource-limit
go where: file-storage modules
goes where: file-storage modules routing
go wrong: fault-tolerance error-handling incident
gone wrong: incident release-undo
went wrong: incident error-format debugging
goes wrong: incident error-handling error-format
show up: seo replica-lag visual-test
shown up: session retention
shows up: replica-lag real-time
show up again: pagination idempotency
show up twice: pagination idempotency
show others: environment delegation
show to others: environment delegation
show my work: environment
show off: environment
show at once: optimistic-ui lazy-loading
take care of: ownership
takes care of: ownership
take back: undo release-undo refund consent
takes back: refund undo
take away: revocation authorization deprecation
take over: failover cleanup ownership lease
takes over: failover lease ownership
take out: data-deletion retention
take part: experiment
take place: calendar-recurrence
take too long: timeout performance
takes too long: timeout performance slow-query
takes minutes: worker
take minutes: worker
takes hours: batch bulk
take turns: alerting lock
take for granted: input-validation
takes so long: performance profiling
taken down: incident deprecation
taken away: revocation
took place: audit date-time
give away: discount secret licence
gives away: unique-id security
give access: authorization oauth role
given access: authorization role
give out: api-key
given up: dead-letter retry
gave up: dead-letter retry timeout
give feedback: code-review optimistic-ui comments
put together: build-tool modules server-rendering
put away: archive queue
put off: worker scheduler planning
put back: backup undo
put back together: build-tool checksum
put up with: fault-tolerance slo
put in order: drag-drop ranking
put on hold: workflow
put first: priority
keep out: authorization bot security
keep in mind: decision-record
keep in step: codegen consistency
keep in sync: consistency codegen
keeps in step: codegen consistency
keep up: backpressure dependency scaling
keep up to date: dependency cache-invalidation
keep track of: audit tracking monitoring
keep quiet: alerting logging notification
keep alive: session websocket
keep clean: cleanup lint data-integrity
keep safe: secret encryption backup
keep small: bundling code-review
keep short: code-review versioning-release
keep secret: secret redaction
keep private: authorization modules
keep separate: tenant environment
keep together: modular-monolith transaction correlation-id
keep working: degraded compatibility
keep asking: polling
keeps asking: polling token-expiry
keep trying: retry back-off
keeps trying: retry back-off
keep going: degraded fault-tolerance
keep apart: tenant environment
keep from growing: retention bundling
make sense: decision-record
make sure: testing monitoring
make up: language-model test-data
makes up: language-model
made up: language-model test-data
make it faster: performance caching
make smaller: compression image-processing bundling
make room: retention
make changes: code-review migration
make known: event changelog
make mistakes: lint form-validation
make money: billing
made by hand: infrastructure-code
made when: audit decision-record
made out of: component container
made public: secret licence seo
work at the same time: concurrency collaboration
work on the same: collaboration version-control optimistic-lock
work together: integration-test collaboration
work for everybody: accessibility
work without: offline-sync degraded
works without: degraded offline-sync
work out: number-precision algorithm
work as before: compatibility testing
works as before: compatibility testing
work for long: worker
work in the past: compatibility
working on now: planning
works here: container runtime-version
works only: flaky-test
works for me: container dev-setup
used to be: history
used to look: history
used up: quota connection-pool memory
used by nobody: cleanup deprecation
nobody uses: cleanup deprecation
no one uses: cleanup deprecation
no longer used: cleanup deprecation
no longer needed: cleanup retention cancellation
no longer there: soft-delete null-handling
no longer works: incident deprecation api-versioning
no longer valid: expiry cache-invalidation
no longer allowed: authorization revocation
no longer with us: directory
not there: null-handling fallback
not any more: deprecation
not used for: session retention
not seen for: session retention
not needed: cleanup retention
not yet ready: feature-flag health-check
not ready: feature-flag health-check
not finished: feature-flag worker
not change: immutability
not lose: delivery-guarantee backup draft
not to lose: delivery-guarantee backup draft
not know: observability monitoring documentation
not see: authorization replica-lag accessibility
not our own: third-party dependency
not work: incident
not know what: observability types
not be able: accessibility authorization
not read: alerting code-review accessibility
not written: documentation
not happen again: postmortem idempotency
not more than once: idempotency
not twice: idempotency
more than once: idempotency delivery-guarantee
more than one: concurrency distributed
more and more: memory scaling
more often: versioning-release deployment
more than needed: least-privilege payload-size
more than we: quota scaling
more than allowed: quota rate-limit
most often: ranking
much too: performance resource-limit
too much: load-shedding backpressure
too many: rate-limit quota
too often: rate-limit debounce rendering
too fast: rate-limit backpressure
too slow: performance
too long: timeout retention
too big: resource-limit code-review bundling
too large: resource-limit code-review sharding
too late: time-zone monitoring
too old: dependency app-store
too early: time-zone health-check
all over: modules cleanup
all the same: design-system code-style
all or nothing: transaction
all together: transaction modular-monolith
all at once: load-shedding cache-stampede back-off rollout
all the time: polling monitoring
all day: availability
at once: real-time optimistic-ui concurrency
at the end: number-precision pagination
at the same time: concurrency race-condition
at the very beginning: seed-data onboarding
at night: scheduler alerting
at home: dev-setup mobile
at first: lazy-loading onboarding
at least: slo test-coverage
at most: quota resource-limit
how long: retention timeout token-expiry
how often: rate-limit polling scheduler versioning-release
how big: resource-limit code-review
how large: resource-limit code-review
how many: quota metrics resource-limit concurrency
how much: quota cost test-coverage
how old: date-time dependency retention
how fast: performance slo benchmark
how far: loading geo
how far back: history retention
how soon: cache-invalidation slo
how sure: testing
how certain: testing machine-learning
how late: slo
how good: experiment test-coverage
how small: component code-review
how strict: lint types
how do we call: naming http-client
how do we name: naming
how do we tell: monitoring changelog
how do we know: monitoring testing
how do we learn: monitoring error-tracking
how do we find out: monitoring error-tracking
how do others: api-docs monorepo
how do newcomers: dev-setup documentation
where do we write: documentation decision-record logging
where do we put: modules file-storage config
where do we keep: file-storage database secret
where do we look: log-storage documentation metrics
where does it run: cloud orchestration
where do things run: cloud orchestration
where does the time go: profiling
where can I see: metrics log-storage
where can I find: documentation modules
where do files: file-storage modules
where did: audit tracing
where from: supply-chain geo
who may: authorization role
who can: authorization role
who is allowed: authorization role
who gets: alerting notification authorization
who did: audit
who made: audit version-control
who was: audit
who owns: ownership
who decides: decision-record ownership
who looks: ownership code-review
who takes: ownership alerting
who is behind: ownership identity
who wins: conflict-resolution optimistic-lock
who to ask: ownership
who to call: ownership incident
who has to: code-review ownership
who should: ownership code-review
who wrote: version-control audit
who is who: identity
who am I: identity
who is there: real-time
who is online: real-time
why is it slow: profiling slow-query
why so: decision-record
why did we: decision-record
why do we: decision-record
why was: decision-record
why not: decision-record
may I use: licence dependency browser
may we use: licence dependency
can I use: licence dependency browser
can we use: licence dependency
may I skip: ci-pipeline
may I change: immutability code-review
may I call: modules api
may call: modules cors authorization
may one: authorization modules
may a: authorization
may import: modules
may know: modules authorization
what if two: race-condition
what if a: fault-tolerance
what if nobody: timeout
what if it fails: retry fault-tolerance
what happens if: fault-tolerance
what happens when: fault-tolerance
what happened: logging postmortem audit
what happened before: history logging
what was: history
what did we: decision-record history
what is different: changelog environment
what is new: changelog
what changed: changelog history
what comes after: state-machine
what to call: naming
what to do: incident
what to write: changelog documentation
what do we call: naming
what do we tell: incident error-message
what do people see: error-message loading
what does a person see: error-message loading
what do they see: error-message loading
what may: authorization least-privilege
what runs: scheduler orchestration
what is in there: container documentation
what counts as: planning metrics
up and running: dev-setup failover
up to now: decision-record
up to date: cache-invalidation dependency real-time
out of date: cache-invalidation dependency
out of order: delivery-guarantee
out of hand: cost memory
out of reach: offline-sync network
out of line: code-style
out of memory: memory
out of nowhere: flaky-test
out in the open: secret
out there: app-store embedded-device error-tracking
over and over: caching retry
over again: retry worker
over time: benchmark time-series
one after another: delivery-guarantee lock
one after the other: delivery-guarantee lock
one at a time: lock concurrency
one by one: n-plus-one batch
one place only: codegen
one and the same: design-system idempotency
one for all: design-system gateway
one of them: leader-election failover
once and for all: cleanup
on its own: scheduler microservices
on their own: rules-engine onboarding
on purpose: fuzzing disaster-recovery
on demand: lazy-loading
on the way: tls delivery-guarantee
on the fly: server-rendering image-processing
on the side: worker
on the road: offline-sync mobile
on the train: offline-sync
on top: ranking
on time: scheduler slo
on behalf: admin delegation
on both sides: codegen contract-testing
on another: region
on hold: workflow
in between: back-off tls
in the middle: graceful-shutdown transaction
in the wrong order: delivery-guarantee
in step: codegen consistency
in one go: transaction bulk
in one piece: checksum modular-monolith
in one place: log-storage monorepo codegen
in two places: codegen consistency conflict-resolution
in a row: brute-force retry
in a hurry: release-undo
in the open: secret encryption
in the past: history
in the wild: error-tracking
in the dark: theming observability
in small steps: rollout cleanup
in pieces: pagination stream
in parts: pagination stream file-upload
in front of: proxy cdn
in charge: ownership incident
in other words: vector-search
in their own: internationalisation currency
in plain: encryption
in turn: alerting
in time: timeout
in vain: retry
in common: monorepo
in pairs: code-review
behind the scenes: worker
behind our back: immutability
before others: rollout priority
before anyone: monitoring
before it is: environment code-review
before we know: optimistic-ui
before going: ci-pipeline
before it goes: ci-pipeline code-review
before the others: priority
after a while: token-expiry session memory
after the fact: audit postmortem
after a break: session
after all: decision-record
after each other: delivery-guarantee
without asking: consent authorization
without knowing: privacy monitoring
without being told: monitoring
without anyone noticing: monitoring zero-downtime
without waiting: worker optimistic-ui
without reading: lint
without breaking: api-versioning compatibility
without us: cms rules-engine
without help: rules-engine onboarding
without typing: passkey
without looking: redaction
without it: degraded
without stopping: zero-downtime graceful-shutdown
without harm: idempotency
without losing: graceful-shutdown backup draft
without paying: subscription licence
without registering: cart
without an account: cart delegation
without becoming: cart
against each other: race-condition
against us: security
same again: idempotency caching
same for all: design-system
same everywhere: container design-system environment
same way: code-style
same thing: idempotency naming
same time: concurrency race-condition
same person: data-integrity account
same code: monorepo container
same words: naming
same question: caching
same result: idempotency runtime-version caching
same data: consistency
each other: grpc service-discovery
every time: caching build-cache
every day: scheduler
every change: event-sourcing audit ci-pipeline
every so often: scheduler polling
every step: tracing workflow
only one: leader-election lock
only some: feature-flag rollout
only a few: rollout
only now and then: flaky-test retry
now and then: retry flaky-test scheduler
again and again: caching retry polling
first time: onboarding lazy-loading
first day: dev-setup
first come: priority
next to each other: concurrency
next step: state-machine workflow
next page: pagination
next time: postmortem session
next to nothing: cost
last time: changelog session
last week: history log-storage
last month: history
last year: history retention
last one: inventory race-condition
last resort: fallback
two people: optimistic-lock collaboration race-condition
two at once: race-condition
two of them: idempotency leader-election
two things: transaction naming
two words: naming vector-search
two ways: code-style decision-record
two sides: codegen contract-testing
two systems: consistency saga
two of us: optimistic-lock code-review
both of them: race-condition transaction
both sides: contract-testing codegen
second time: idempotency flaky-test
second opinion: code-review dependency
old ones: retention deprecation rotation
old stuff: retention archive cleanup
new one: deployment app-store
new ones: dependency
new people: dev-setup onboarding
new here: dev-setup onboarding
new machine: infrastructure-code scaling
new hands: dev-setup
long ago: archive history
long time: worker retention
long way: tracing
short time: signed-url token-expiry
short of: memory resource-limit
some of the: rollout tracing
some people: feature-flag rollout role
some time: timeout retention
by hand: infrastructure-code
by itself: scheduler ci-pipeline
by mistake: undo soft-delete
by accident: undo soft-delete secret
by chance: flaky-test random
by default: config least-privilege
by law: retention privacy
by name: service-discovery search-engine
by whom: audit ownership
for ever: retention timeout
for free: licence subscription
for good: data-deletion
for nothing: alerting cancellation
for real: integration-test
for a while: session expiry
for everyone: rollout accessibility
for later: queue draft
for sure: delivery-guarantee testing
for ages: session performance
for now: feature-flag
for all of them: bulk
think of: property-test
thought of: property-test
think again: undo
try out: environment experiment
tried out: environment experiment
try again: retry
try once more: retry
tell apart: tenant bot unique-id
tell who: audit identity
tell the difference: bot types
tell others: event changelog
tell the truth: input-validation
told apart: unique-id
turn up: loading ranking
turns up: loading ranking
turn out: experiment
turned on: feature-flag
turned off: feature-flag
turned away: load-shedding authorization
turn into: serialization
turn red: form-validation ci-pipeline
set aside: dead-letter
set up: dev-setup infrastructure-code config
set free: lease memory
set in stone: immutability
start up: lazy-loading health-check config
start over: retry cleanup workflow
start from: dev-setup cleanup
start working: dev-setup
stop working: incident deprecation
stop in the middle: transaction graceful-shutdown
stop asking: polling circuit-breaker
stop calling: circuit-breaker
stop doing: cancellation
stop growing: retention
end up: file-storage log-storage
ends up: file-storage log-storage
end up on: least-privilege
run at once: concurrency
run twice: leader-election idempotency
run by itself: scheduler
run for long: worker
run out of: memory connection-pool quota
run everywhere: container
run in parallel: concurrency
run side by side: concurrency
run the same: runtime-version container
run locally: dev-setup
run on: orchestration cloud
read by: code-review replication
read aloud: accessibility
read back: replica-lag
read over: code-review
read only: replication degraded
call home: tracking
call in: alerting
call off: cancellation
call out: alerting
call each other: grpc service-discovery modules
call for help: incident
call ours: http-client
call us: api cors rate-limit
call the same: caching naming
add to: plugin
add more: scaling
add ourselves: plugin
write down: documentation logging decision-record
write once: codegen immutability
write to: logging
write by hand: codegen query
written by: version-control
written twice: codegen
written in: runtime-version
say no: authorization rate-limit
say sorry: error-message
say yes: code-review consent
says no: authorization circuit-breaker
say what: error-message
speak to: grpc
talk to: grpc third-party language-model
talks to: network grpc
talk to each other: grpc event
mean the same: vector-search naming fuzzy-search
means the same: vector-search naming
meant to: feature-flag authorization
need to know: least-privilege event
needs to know: event pub-sub
know about: event modules
know that: monitoring delivery-guarantee
know which: feature-flag
know each other: architecture modules
knows about: event modules
knows how: documentation ownership
wait for: timeout worker workflow
waits for: timeout workflow
waiting for: timeout queue
wait their turn: queue
hold on: lock connection-pool
hold back: rollout rate-limit feature-flag
hold up: load-test
holds up: load-test
hold together: transaction
hold responsible: ownership
move on: state-machine timeout
move away: cleanup third-party
move over: migration
move to: migration
move up: ranking drag-drop
hand in: file-upload
hand out: api-key signed-url
hand over: ownership worker
hand written: query
pass on: event dependency-injection
passed on: privacy event
pass around: dependency-injection
pass by: gateway
pick up: queue worker workflow
picks up: queue worker workflow
picked up: queue
pick up again: draft workflow
pick out: filtering
pile up: queue retention
point out: lint code-review
point to: url
send along: access-token
send again: retry idempotency
send back: error-format
send out: e-mail notification
sent out: e-mail notification
send off: worker
carry out: worker
carry over: session migration
carry on: degraded
cut down: cost payload-size
cut out: redaction
drop out: cart sign-up
drop off: cart sign-up
fall apart: load-shedding cleanup
fall back: fallback
fall out of step: consistency
fall over: load-shedding memory
falls over: load-shedding memory
fall asleep: alerting
leave out: redaction null-handling
leave behind: retention cleanup
left behind: retention cleanup
left over: retention test-container
left open: session
leave open: session
leave alone: cleanup
leave the building: directory
leave us: directory data-export
leaves us: directory data-deletion
throw out: retention log-out
thrown out: log-out token-expiry
stand for: naming
stand out: styling
stay the same: design-system compatibility immutability
stay open: websocket connection-pool
stays open: websocket connection-pool
stay visible: toast
stay in: data-residency
stay away: load-shedding
stay on: session
stay under: quota resource-limit
stays behind: replica-lag
wear out: alerting
wake up: alerting
weigh down: bundling
belong to: ownership tenant
belongs to: ownership tenant
belong together: correlation-id transaction modules
depend on: dependency modules
depends on: dependency modules
differ from: environment
break off: file-upload cancellation
breaks off: file-upload cancellation
break up: microservices
break into: security brute-force
break apart: microservices
bring back: soft-delete backup
bring down: load-shedding circuit-breaker
bring in: dependency invitation
bring along: sso
bring together: data-pipeline version-control
build again: build-cache
built again: build-cache
built in: plugin
built on: runtime-version
build on top: api
buy or build: dependency
close down: deprecation
closed down: deprecation
close by: geo
count on: slo compatibility
count up: unique-id
deal with: error-handling
find again: search-engine documentation routing
find each other: service-discovery
find nothing: search-engine fuzzy-search
finds nothing: search-engine fuzzy-search
follow up: postmortem tracing
grow back: retention
grow too: retention bundling sharding
grown too: sharding cleanup
lead to: routing
lie about: signature
live in: data-residency file-storage
live on: app-store compatibility
live with: slo
log on: sign-in
lose work: draft
lose touch: offline-sync
pay back: refund
pay for: billing cost subscription
pay less: cost discount
pay more: billing
pay twice: idempotency
pay later: invoice
play back: video event-sourcing
play nice: rate-limit
pull in: dependency
pull out: microservices
push through: code-review
reach us: webhook input-validation
see again: session
see inside: observability
see through: encryption
see each other: tenant collaboration
see what others: real-time collaboration tenant
see everything: authorization least-privilege
see something else: experiment feature-flag
see the same: consistency
see the old: cache-invalidation http-cache
see before: environment
see too much: authorization graphql
sees what: authorization
sit and wait: worker timeout
slow down: rate-limit back-off performance
slows down: performance slow-query
speed up: performance caching index
split up: microservices sharding
spell out: naming
step in: failover
step aside: failover
switch over: failover rollout
switch between: tenant environment
tie to: third-party
tied to: third-party
trust blindly: input-validation
understand each other: contract-testing
watch over: monitoring
wipe out: data-deletion backup
`;
