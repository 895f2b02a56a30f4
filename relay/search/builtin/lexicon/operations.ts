/** Running software: caches, scale, watching it, shipping it, configuring it. */
export const operations = `
caching =0.9 < performance ~ cache-invalidation key-value-store
cache, caches, cached, caching, memcached, memcache, memoize, memoise, memoization, lru, lru cache, in memory cache, cache aside, read through, write through, write behind, cache hit, cache miss, redis cache, kept in memory, keep in memory, keep results, remember results, remember the result, remember answers, stored answers, do not compute again, compute once, same answer again, avoid repeated work, avoid asking again, precompute, precomputed, reuse results, copy nearby, repeated lookups, repeated reads, expensive result, same calculation, asked over and over

cache-invalidation < caching ~ expiry replica-lag
cache invalidation, invalidate, invalidation, invalidated, evict, eviction, cache busting, bust the cache, purge cache, stale cache, stale content, stale data, old data shown, shows old, see old data, out of date copy, outdated copy, outdated values, refresh the cache, cache key, cache tags, cache ttl, surrogate keys, cached too long, fresh, freshness, how fresh, still see the old price, old value, old content, copies out of date, update not visible, out of date information, forget cached

cache-stampede < caching ~ load-shedding lock
cache stampede, stampede, dog pile, dogpile, thundering herd, request coalescing, single flight, singleflight, in flight dedupe, everybody recomputes, recompute at once, all miss, warm the cache, cache warming, cold cache, early refresh, probabilistic refresh, everyone asks at once, popular item expires, same work done by many requests, coalesce, empty after restart

key-value-store < database ~ caching session
redis, valkey, key value, key value store, dragonfly, memcached, in memory store, keydb, upstash, redis cluster, sentinel, sorted set, redis streams, elasticache, in memory database, kv, cloudflare kv, hash map store

cdn < caching ~ http-cache region static-assets
cdn, content delivery, content delivery network, cloudflare, cloudfront, fastly, akamai, edge cache, edge, edge network, edge location, points of presence, pop, near the visitor, close to users, close to visitors, static delivery, bunny, serve assets, serve images fast, far away visitors, distant users, visitors on other continents, other side of the world, near them, around the globe

performance =0.6
performance, performant, fast, faster, slow, slower, speed, speed up, latency, throughput, optimise, optimize, optimisation, optimization, response time, sluggish, quick, quickly, bottleneck, hot path, p99, p95, percentile, milliseconds?, takes ages, takes forever, lag, efficient, snappy, feels slow, too slow, wait time, feel fast

profiling < performance ~ metrics benchmark
profiling, profiler, profile?, flame graph, flamegraph, cpu profile, pprof, clinic js, hot spot, hotspot, where time goes, where the time goes, time is spent, find the slow part, what makes it slow, heap snapshot, continuous profiling, pyroscope, sampling profiler, why is it slow, sampled stacks, find out why it is slow

benchmark < performance ~ load-test testing
benchmark, benchmarks, benchmarking, microbenchmark, performance test, performance regression, performance budget, tinybench, hyperfine, measure speed, measure performance, compare speed, got slower, gets slower, became slower, regressions in speed, how fast is it, speed check, perf budget, keep it from getting slower, noticed slowdown

load-test < testing ~ benchmark scaling
load test, load testing, stress test, soak test, k6, gatling, jmeter, locust, artillery, capacity test, simulate users, simulated traffic, how many users can, how many users it holds, hold how many, can it handle, synthetic traffic, endurance, breaking point, autocannon, simulated visitors, how much can it take, pretend users

memory < performance ~ resource-limit
memory, ram, heap, memory leak, leak, leaks, leaking, out of memory, oom, garbage collection, garbage collector, gc, gc pause, weakmap, weakref, heap size, max old space, memory use, memory footprint, allocation, allocations, eats memory, memory grows, grows until, uses more and more, gigabytes of memory, object pool, runs out of memory, never freed, released

resource-limit =0.8 ~ memory scaling
resource limit, resource limits, cpu limit, memory limit, limits, requests and limits, ulimit, file descriptors, cgroup, bound, bounded, upper bound, maximum size, max size, too large, too big, oversized, size limit, size limits, body limit, payload limit, payload size, payload too large, 413, enormous, huge input, huge request, gigantic, how big, how large, how long may, maximum length, cap the size

scaling =0.9 ~ load-balancing load-shedding availability
scale, scaling, scales, scalability, scalable, autoscale, autoscaling, auto scaling, horizontal scaling, vertical scaling, scale out, scale up, hpa, keda, more servers, add servers, adding servers, more machines, bigger machine, more traffic, growth, grow, growing, capacity, capacity planning, elastic, more users, ten times more, handle more, grow with demand, demand, stateless servers, stateless, number of servers, how many copies run, extra machines, add more

availability =0.8 ~ failover fault-tolerance
availability, high availability, available, highly available, ha, uptime, always on, always reachable, redundancy, redundant, single point of failure, sla, five nines, stays up, keep the site up, go down, goes down, is down, down?, site is down, reachable, offline server, keep running, whole site

failover < availability ~ replication disaster-recovery
failover, fail over, hot standby, promote replica, promotion, switch over, switchover, standby takes over, multi az, availability zone, active passive, active active, server dies, machine dies, server crashes, one machine breaks, hardware fails, database goes down, database dies, main database fails, primary fails, lose a server, replacement server, patroni, other machine takes over, when a server breaks

disaster-recovery < availability ~ backup region
disaster recovery, disaster, dr plan, rto, rpo, recovery time, recovery point, region outage, whole region, data center, data centre, data centre burns, catastrophe, business continuity, worst case, burns down, cloud provider down, fire, flood in the data centre, restore drill, lose the region, rebuild everything

region < cloud ~ data-residency cdn
region, regions, multi region, geo distributed, geographic, us east, eu west, frankfurt, aws region, continents, countries, worldwide, global users, globally, near users, cross region, world, around the world, other continents

logging < observability ~ log-storage redaction
logging, logs, log, logger, log line, log lines, log message, structured logs, structured logging, json logs, pino, winston, bunyan, log4j, log level, log levels, debug logs, verbose, console log, log entry, print, printed, written down what happened, write down what happened, write to a log, what gets recorded, leave a trace, noisy logs, log4js, printing messages, messages programs write

log-storage < logging ~ retention search-engine
loki, logstash, fluentd, fluent bit, vector dev, elk, splunk, datadog logs, cloudwatch logs, cloudwatch, papertrail, log aggregation, central logs, log shipping, log collection, log retention, log search, log volume, search logs, all logs in one place, look through logs, find logs, logs from all servers, log rotation, logrotate, where do logs go, disk full of logs, kibana

observability =0.7 ~ monitoring
observability, observable, telemetry, instrumentation, instrument, instrumented, opentelemetry, otel, insight into production, see what is going on, see what happens, what is happening inside, understand production, datadog, new relic, honeycomb, dynatrace, visibility, look inside, watch the system, see inside

metrics < observability ~ alerting time-series
metrics, metric, prometheus, grafana, statsd, counters, counter?, gauge, histogram, cardinality, labels cardinality, dashboards, dashboard?, measure?, measuring, numbers about, graphs, charts of the system, red method, golden signals, kpi, numbers over time, how many requests per second, victoriametrics, count errors, system numbers, cloudwatch metrics, cpu usage, usage graphs

tracing < observability ~ correlation-id microservices
tracing, trace, traces, distributed tracing, span, spans, jaeger, zipkin, tempo, trace id, traceparent, trace context, x ray, follow a request, follow one request, path of a request, request journey, across services, through all services, which service was slow, sampling?, tail sampling, head sampling, through the whole system, w3c trace, request went, which step was slow

correlation-id < logging ~ tracing
correlation id, request id, x request id, asynclocalstorage, request context, trace logs together, tie logs together, connect log lines, logs of one request, group log lines, everything about one request, belonging together, match log lines, mdc, als, async context, reference number for support, lines of the same request, which log lines belong

monitoring < observability ~ alerting health-check
monitoring, monitor, monitored, watch, watching, uptime check, synthetic checks, synthetic monitoring, pingdom, healthchecks io, nagios, zabbix, status page, statuspage, notice problems, notice, how do we know, know when it breaks, find out that something broke, find out it is broken, detect problems, detect, keep an eye, heartbeat monitor, dead man switch, how do we notice, find out before customers

alerting < monitoring ~ incident metrics
alert, alerts, alerting, alarm, alarms, pager, pagerduty, opsgenie, alertmanager, on call, oncall, page someone, wake, woken up, wakes somebody, wake somebody, wake up at night, called at night, threshold, alert fatigue, symptom based, burn rate, noisy alerts, warn us, who gets told, gets called, phone rings, in the middle of the night, told when it breaks, slack alert, notified about problems

slo < monitoring ~ alerting availability
slo, sli, sla, error budget, service level, service level objective, reliability target, budget burn, availability target, latency target, how reliable, how good is good enough, promise to customers, 99.9, three nines, how much downtime, acceptable downtime, allowed downtime, good enough reliability

incident ~ alerting postmortem
incident, incidents, incident response, outage, outages, war room, severity, sev1, incident commander, runbook, runbooks, playbook, emergency, emergencies, something breaks, production is down, production problem, production broken, who fixes, who is called, firefighting, escalate, escalation, what to do when, live site issue, broken in production, crisis

postmortem < incident ~ documentation
postmortem, post mortem, blameless, retrospective, root cause, root cause analysis, five whys, incident review, lessons learned, learn from outage, learn from mistakes, why it happened, why did it break, learning from failure, never again, not happen again, after an outage, write up, follow up actions, blame

error-tracking < monitoring ~ error-handling source-maps
sentry, bugsnag, rollbar, error tracking, error monitoring, crash report, crash reports, crash reporting, crashlytics, uncaught exception, unhandled rejection, unhandled error, exceptions in production, report errors, errors in production, errors at users, errors users see, stack trace, stack traces, bug reports, how do we learn about bugs, know about crashes, js errors in the browser, airbrake, collect errors, bugs in the wild, hear about crashes, notice crashes, grouping errors

health-check < monitoring ~ orchestration graceful-shutdown
health check, health checks, healthcheck, health endpoint, healthz, liveness, readiness, readiness probe, liveness probe, startup probe, probe, probes, alive, is it alive, still alive, ready to serve, ready for traffic, ready to take requests, ping endpoint, heartbeat, sick instance, unhealthy, healthy, working properly, is running properly, dead instance, able to serve, not ready yet

deployment ~ ci-pipeline rollout
deploy, deploys, deployed, deployment, deployments, deploying, release, releases, released, ship, shipping, shipped, ship it, go live, goes live, put live, rollout, push to production, into production, production deploy, continuous delivery, continuous deployment, cd, gitops, argocd, argo cd, flux, spinnaker, vercel, netlify, heroku, fly io, render com, new version goes out, bring out, new code reaches, reaches users, gets to users, gets onto the servers, publish a new version, put a new version, launch, from laptop to production, promote, how code gets live

rollout < deployment ~ feature-flag release-undo
canary, canary release, canaries, rolling update, rolling deploy, blue green, blue/green, staged rollout, gradual rollout, gradual, gradually, progressive delivery, percentage rollout, phased, small share of users, few users first, some users first, part of the users, one percent, small group first, step by step release, ring deployment, wave, waves, dark launch, shadow traffic, limit damage of a bad release, try it on a few, risky release, minimise risk of a release, a few percent, not everybody at once, slowly roll

release-undo < deployment ~ rollout rollback-data
rollback, roll back, rolled back, rollbacks, revert, reverts, reverted, undo a release, undo a deploy, bad release, bad deploy, broken release, faulty release, previous version, go back to the old version, last good version, back to the previous, go back, one click rollback, roll forward, fix forward, restore the previous build, take back a release, wrong version went out, new version is broken, hotfix, broken version, withdraw a release

feature-flag < deployment ~ rollout experiment config
feature flag, feature flags, feature toggle, feature toggles, toggle, toggles, flag, flags, launchdarkly, unleash, growthbook, statsig, flagsmith, kill switch, openfeature, switch on and off, turn on and off, turn off a feature, turn on a feature, switch features, hide unfinished, unfinished work, unfinished features, unfinished code, half built, not ready features, enable for some, enabled for, per customer features, early access, beta users, beta, without deploying, without a deploy, without a release, switch off quickly, stale flags, ship dark, conditional features, off switch, only some customers see

environment < deployment ~ config
environment, environments, staging, production, prod, preproduction, dev environment, test environment, preview environment, preview environments, preview deploy, per branch environment, review app, review apps, sandbox environment, qa environment, dev prod parity, look like production, try before release, see a change before it is merged, try a branch, copy of production, test system, ephemeral environments, throwaway environment, try it out before

config ~ environment secret
config, configuration, configured, configure, settings, setting, environment variable, environment variables, env var, env vars, env file, dotenv, env, process env, options, parameters?, 12 factor, twelve factor, configurable, knobs, defaults, config file, config schema, where settings live, values that differ, differ per environment, start with wrong settings, missing setting, misconfigured, validated at startup, at startup, remote config, appsettings, adjust without code, per environment values

orchestration < container ~ scaling cloud
kubernetes, k8s, eks, gke, aks, ecs, fargate, nomad, helm, kustomize, pod, pods, orchestrator, orchestration, container orchestration, docker swarm, cluster, namespace, statefulset, daemonset, operator pattern, where containers run, manage containers, cloud run, node pool, kubectl, scheduling containers

container < deployment
docker, dockerfile, container, containers, image, images?, container image, podman, oci, distroless, alpine, base image, multi stage build, docker compose, compose file, buildkit, registry image, ecr, packaged, package the application, same everywhere, works on my machine, slim image, non root user, containerised, image size, bundle with its system

serverless < cloud ~ scaling edge-compute
serverless, lambda, aws lambda, cloud functions, functions as a service, faas, azure functions, cold start, cold starts, warm start, provisioned concurrency, pay per use, no servers to manage, function invocation, api gateway lambda, scale to zero, first request is slow, lambdas, nothing running when idle

edge-compute < serverless ~ cdn
cloudflare workers, edge functions, edge runtime, edge workers, vercel edge, deno deploy, lambda at edge, fastly compute, durable objects, code near the user, run close to users, edge middleware, v8 isolates, workers kv

cloud =0.6 ~ infrastructure-code
cloud, aws, gcp, azure, google cloud, amazon, ec2, hosting, hosted, hetzner, digitalocean, cloud provider, iaas, paas, on premise, on premises, on prem, self hosted, self host, data centre, virtual machine, vm, bare metal, managed service, managed database, where do we host, rented servers, run it themselves, own hardware, customers own servers

infrastructure-code < cloud ~ deployment
terraform, pulumi, cloudformation, cdk, ansible, chef, puppet, infrastructure as code, iac, opentofu, bicep, crossplane, infrastructure, infra, provision servers, provisioning, set up servers, setting up servers, server setup, create servers, clicked together, by hand in the console, reproducible infrastructure, drift, state file, rebuild the servers, cloud resources, described in files, new environment from scratch, who creates the servers

cost =0.8 ~ cloud
cost, costs, cloud bill, cloud cost, finops, budget, spend, spending, cheap, cheaper, expensive?, save money, too expensive, spot instances, reserved instances, savings plan, hosting bill, monthly bill, price of hosting, how much we pay, pay less, waste, cost allocation, infrastructure bill, afford

ci-pipeline < build-tool ~ testing deployment
ci, continuous integration, github actions, gitlab ci, jenkins, circleci, buildkite, travis, azure pipelines, pipeline, pipelines, build pipeline, checks before merge, before merge, before merging, merge checks, required checks, gate, quality gate, merge queue, runner, runners, self hosted runner, build server, automatic checks, checked automatically, green build, red build, broken main, must pass, every push, every commit, every pull request, on each change, matrix build, who checks, automatically run, run on every

build-cache < ci-pipeline ~ build-tool caching
build cache, remote cache, turborepo, nx cache, bazel cache, incremental build, incremental builds, affected projects, only changed packages, sccache, ccache, docker layer cache, ci cache, slow ci, slow pipeline, slow build, slow builds, ci takes too long, faster builds, builds take, waiting for the build, waiting for ci, pipeline takes, test sharding, split tests, parallel tests, skip unchanged, rebuild only, long build, checks take long

versioning-release < deployment ~ changelog
semver, semantic versioning, version bump, release tag, tags release, changesets, semantic release, release please, calver, major version, minor version, patch version, version number, version numbers, numbering releases, release process, release train, release cadence, how often we release, release schedule, release branch, lerna publish, npm publish, publish packages, publish a package, publish a library, publishing, number of a release, name a release

changelog < documentation ~ versioning-release
changelog, change log, release notes, what is new, whats new, conventional commits, commit message, commit messages, what changed in this version, tell users what changed, news about the release, announce changes, commit format, keep a changelog, list of changes
`;
