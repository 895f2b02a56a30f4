/** Concepts people have in mind as a symptom or goal, each with the concepts that answer it; a weaker bond than being related. */
export const mechanisms = `
performance: index lazy-loading cdn worker compression n-plus-one bundling
slow-query: replication cqrs timeout caching
load-test: load-shedding availability rate-limit
load-shedding: queue fallback cdn
scaling: queue container cost sharding
cost: archive retention serverless compression
availability: load-balancing health-check orchestration zero-downtime
failover: health-check leader-election load-balancing
incident: release-undo monitoring documentation feature-flag
postmortem: ownership documentation
alerting: ownership slo error-tracking
monitoring: error-tracking metrics scheduler
debugging: correlation-id tracing error-tracking source-maps
error-tracking: logging error-message
observability: logging metrics tracing
memory: stream backpressure process
timeout: circuit-breaker worker back-off
retry: dead-letter queue circuit-breaker
idempotency: unique-id race-condition outbox
race-condition: transaction idempotency inventory
inventory: isolation-level transaction lock
leader-election: scheduler lock
scheduler: leader-election monitoring time-zone
delivery-guarantee: dead-letter outbox unique-id
outbox: consistency transaction retry
saga: idempotency retry refund
consistency: outbox cache-invalidation data-integrity
replica-lag: replication caching
cache-invalidation: http-cache event consistency
http-cache: deployment static-assets
cache-stampede: caching lock
queue: scaling priority backpressure
worker: scheduler notification loading
graceful-shutdown: zero-downtime queue lease
deployment: environment feature-flag zero-downtime versioning-release
rollout: monitoring experiment load-balancing
release-undo: migration deployment versioning-release
feature-flag: cleanup release-undo environment
environment: container seed-data test-data
dev-setup: runtime-version dependency seed-data test-container
runtime-version: container dev-setup dependency
container: runtime-version dependency-security environment
dependency: supply-chain runtime-version build-tool
supply-chain: signature checksum dependency
dependency-security: container supply-chain
secret: rotation key-management config version-control least-privilege
rotation: revocation expiry
password: password-hash multi-factor brute-force
account-recovery: multi-factor admin
brute-force: multi-factor password bot
sign-in: multi-factor passkey access-token cookie
session: expiry revocation key-value-store
access-token: cookie local-storage revocation
token-expiry: revocation log-out
revocation: directory token-expiry
directory: revocation role
authorization: admin delegation least-privilege
tenant: authorization query
admin: least-privilege authorization
least-privilege: network service-auth audit
audit: immutability history retention
privacy: pii data-deletion redaction consent retention
pii: redaction encryption test-data
redaction: pii privacy
data-deletion: backup soft-delete
retention: data-deletion scheduler cost sharding
data-residency: privacy cloud
consent: tracking e-mail privacy
encryption: backup pii secret
tls: service-auth network
security: authorization input-validation encryption
xss: cookie csp input-validation
csrf: cookie session
ssrf: network input-validation
virus-scan: sandbox file-upload
sandbox: plugin process least-privilege
bot: e-mail-verification sign-up
abuse: bot rate-limit discount
rate-limit: api-key gateway key-value-store
quota: subscription tenant
migration: backfill environment transaction
zero-downtime: rollout load-balancing migration compatibility
backfill: worker migration
schema: types data-integrity
data-integrity: schema idempotency unique-id
backup: encryption disaster-recovery undo
soft-delete: trash audit
undo: toast trash
history: version-control immutability
draft: frontend-state
sharding: retention archive
archive: cost file-storage
index: slow-query query
connection-pool: serverless timeout
n-plus-one: slow-query graphql
replication: data-warehouse slow-query
cqrs: caching slow-query
transaction: idempotency lock
optimistic-lock: conflict-resolution error-message
pagination: payload-size index unique-id
payload-size: pagination mobile
graphql: payload-size rate-limit
api-versioning: migration contract-testing mobile
compatibility: app-store migration deprecation
deprecation: notification logging compatibility
webhook: idempotency event dead-letter
third-party: timeout mock dependency-injection fallback
fallback: third-party caching
circuit-breaker: timeout degraded third-party
degraded: feature-flag caching error-message
error-format: input-validation types error-message
error-message: error-tracking internationalisation
error-handling: types assertion retry
api-docs: codegen types
service-auth: certificate network jwt
real-time: notification cache-invalidation
websocket: load-balancing retry
polling: worker cache-invalidation
frontend-state: local-storage routing
server-state: cache-invalidation optimistic-ui
loading: performance optimistic-ui
optimistic-ui: offline-sync loading
form-validation: error-message accessibility
rendering: background-ui infinite-scroll
infinite-scroll: performance table-grid
background-ui: worker loading
lazy-loading: rendering routing
bundling: dependency lint benchmark
seo: static-site url
accessibility: design-system testing form
design-system: monorepo theming
responsive: table-grid design-system
internationalisation: cms testing text-encoding
locale: currency date-time
time-zone: calendar-recurrence scheduler
mobile: app-store offline-sync push-notification
app-store: compatibility api-versioning
offline-sync: queue retry local-storage
push-notification: real-time
money: ledger invoice
number-precision: tax ledger invoice
payment: pci idempotency webhook
subscription: notification retry e-mail
billing: metrics ledger
invoice: immutability unique-id
refund: ledger saga
discount: rules-engine abuse
cart: local-storage key-value-store
order: state-machine saga
e-mail-delivery: queue notification
notification: queue batch sms
file-upload: retry virus-scan image-processing
file-storage: backup retention signed-url
signed-url: delegation expiry
file-system: transaction container
csv: input-validation error-message stream
pdf: worker process
search-engine: fuzzy-search outbox ranking
fuzzy-search: vector-search search-engine
analytics: privacy metrics experiment
tracking: privacy naming
experiment: metrics rollout
data-warehouse: replication stream
data-pipeline: idempotency scheduler data-integrity
machine-learning: monitoring experiment
language-model: cost caching input-validation
types: codegen null-handling lint
lint: code-review code-style
input-validation: types error-format xss
naming: documentation decision-record
documentation: onboarding ownership dev-setup
decision-record: architecture planning
architecture: dependency-injection third-party testing
modules: lint monorepo
modular-monolith: modules deployment
microservices: ownership contract-testing tracing
monorepo: build-cache versioning-release
build-cache: test-coverage flaky-test
ci-pipeline: lint build-cache flaky-test
version-control: deployment feature-flag
code-review: ownership lint
ownership: alerting documentation
planning: cleanup ownership
cleanup: deprecation test-coverage feature-flag
testing: ci-pipeline environment
integration-test: contract-testing mock
end-to-end-test: environment flaky-test monitoring
mock: clock-skew contract-testing
test-data: privacy redaction
flaky-test: clock-skew mock test-container
test-coverage: ci-pipeline property-test
property-test: assertion test-data
visual-test: styling ci-pipeline
contract-testing: api-versioning codegen
unique-id: security slug
checksum: file-upload supply-chain
plugin: sandbox api-versioning
embedded-device: message-broker offline-sync
`;
