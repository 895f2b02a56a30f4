/** Work done by servers: queues, failures, concurrency, events, distribution. */
export const backend = `
server =0.45
server, backend, back end, back-end, node process, application server, service?, services?, host, hosts, machine?, machines?, box, nodejs, express, fastify, koa, nestjs, hono, server side

distributed =0.6 ~ consistency network
distributed, distributed system, cluster, clustered, nodes?, several servers, many servers, several machines, several instances, multiple instances, multiple servers, instances, multi node, more than one copy running, consensus, raft, paxos, gossip, split brain, two servers, two instances, zookeeper, etcd

queue < asynchronous ~ worker message-broker
queue, queues, queued, enqueue, dequeue, job queue, task queue, message queue, bullmq, bull, sidekiq, celery, resque, sqs, cloud tasks, pg boss, graphile worker, faktory, work queue, waiting line, line up, put aside for later, backlog of jobs, visibility timeout, fifo, waiting work, queueing

worker < asynchronous ~ queue process
worker, workers, background job, background jobs, background worker, background task, background, job, jobs, job processor, worker process, in the background, behind the scenes, slow job, slow jobs, slow work, heavy work, long running, long running task, long task, lengthy work, takes minutes, takes a long time, off the request path, offload, outside the request, work done later, do later, after answering, after the response, without making them wait, keep people waiting, time consuming, not in the request, run heavy

asynchronous =0.5
asynchronous, async, asynchronously, deferred, defer, fire and forget, later, non blocking, do not wait, no waiting, eventually, in the meantime, afterwards

scheduler < asynchronous ~ worker date-time
cron, cron job, crontab, scheduler, scheduled, schedule, scheduled task, periodic, periodically, recurring job, every night, nightly, every hour, hourly, daily job, every day, at a fixed time, timer, timers, once a day, at night, every morning, regularly, repeat job, temporal?, delayed job, at midnight, run on a schedule, every week, weekly, each night, overnight, agenda, in the future, reminders?

priority =0.8 < queue
priority, priorities, prioritise, prioritize, urgent, important first, jump the queue, fairness, fair, starvation, noisy neighbour, noisy neighbor, one customer hogs, hog, starve, lanes, more important, goes first, separate queue, weighted fair, big customer, crowd out, what goes first

dead-letter < queue ~ retry error-handling
dead letter, dead letter queue, dlq, poison message, poison pill, failed jobs, failed job, keeps failing, keep failing, never succeeds, give up, gives up, giving up, parked, quarantine, set aside, unprocessable, cannot be processed, cannot process, failed messages, inspect failed, after many attempts, fails every time, max attempts, replay failed, impossible jobs, stuck job

delivery-guarantee < queue ~ idempotency message-broker
at least once, at most once, exactly once, delivery guarantee, duplicate delivery, delivered twice, redelivery, redelivered, message lost, lost messages, messages get lost, acknowledge, acknowledgement, ack, nack, manual ack, processed twice, processed once, arrives twice, message ordering, in order, out of order, ordering, order of messages, sequence number, ordered delivery, wrong order, arrive late, late messages, same message

message-broker < asynchronous ~ event stream queue
kafka, rabbitmq, rabbit, nats, jetstream, pulsar, activemq, amqp, mqtt, message broker, broker, message bus, service bus, exchange?, topic, topics, consumer group, consumer, consumers, producer, producers, redpanda, kinesis, event hub, eventbridge, pubsub, google pubsub, messaging, offset?, partitions?

event < asynchronous ~ message-broker pub-sub
event, events, domain event, domain events, event driven, event bus, emit, emits, emitted, emitter, event emitter, publish, notify other parts, something happened, react to, tell other parts, when something happens, event handler, listener, listeners, other parts find out, other services learn, other parts of the system learn, announce, announced, integration event, other modules know, other services need to know

pub-sub < event ~ message-broker real-time
publish subscribe, pub sub, pubsub, redis pubsub, fan out, fanout, broadcast, subscribe, subscriber, subscribers, subscription?, sns, observer, listen notify, pg notify, spread the news, tell everyone, topics?, tell every server, send to all

event-sourcing < event ~ audit cqrs history
event sourcing, event sourced, event store, append only, event log, rebuild state, replay events, replay, replayed, projection, projections, state from events, aggregate, ledger?, log of changes, immutable log, immutable records, derive state, facts, never overwrite, every change kept, how we got here, reconstruct, recreate the past

cqrs < event-sourcing ~ query replication
cqrs, read model, write model, separate reads from writes, command handler, commands and queries, view model, read side, write side, denormalised view, projection, query side, command query, reading and writing apart, precomputed view, separate model for reading

stream < asynchronous ~ message-broker data-pipeline backpressure
stream, streams, streaming, stream processing, flink, kafka streams, windowing, tumbling window, watermark, continuous processing, unbounded, late events, readable stream, node streams, pipeline streams, piece by piece, bit by bit, as it arrives, without loading everything, without loading it all, whole file in memory, chunk by chunk, async iterator, generator, line by line, row by row, too big for memory

backpressure < stream ~ resource-limit load-shedding
backpressure, back pressure, flow control, slow consumer, slow consumers, overwhelmed, overwhelm, buffer, buffers, buffering, bounded queue, bounded buffer, high water mark, queue grows, queue grows forever, cannot keep up, keep up, falls behind, falling behind, fall behind, producer too fast, faster than we can, arrive faster, prefetch, queue depth, too much coming in, lagging

outbox < transaction ~ event message-broker delivery-guarantee
outbox, transactional outbox, outbox table, inbox table, inbox pattern, change data capture, cdc, debezium, relay messages, dual write, dual write problem, publish reliably, saved but not sent, saved but never announced, write and publish, message and row together, event with the row, logical decoding, reliably publish, database and broker, never gets sent, not lose events

saga < transaction ~ rollback-data workflow distributed
saga, sagas, compensation, compensating action, compensating transaction, distributed transaction, two phase commit, 2pc, process manager, orchestration, choreography, several services in one action, multi step process, step fails, later step fails, undo earlier steps, across services, span services, part of it fails, second step fails, undo the first, some steps done, operation touching several systems

workflow < asynchronous ~ saga state-machine
workflow, workflows, temporal, durable execution, step functions, airflow?, camunda, bpmn, long running process, inngest, multi step, steps, orchestrator, business process, approval, approval flow, human in the loop, days long process, continues after crash, resume where it stopped, picks up where it left, survive restarts, several stages, process that takes days

state-machine ~ workflow frontend-state
state machine, finite state machine, fsm, xstate, statechart, state transition, transitions, status transition, allowed transitions, order status, lifecycle, life cycle, states, which state may follow, status may change, illegal state, impossible states, statuses, moves from one state, stages of an order, draft to published, next status, from pending to

retry < fault-tolerance ~ back-off timeout idempotency
retry, retries, retried, retrying, retryable, try again, tries again, tried again, trying again, again, second attempt, another attempt, attempts, attempt, repeat the call, re-run, redo?, call again, transient, transient error, temporary failure, temporary error, hiccup, hiccups, glitch, flaky network, call fails, request fails, failed call, failed request, service fails, another service fails, does not answer, other side is down, p retry, polly, reattempt, does not succeed, temporarily, momentary, short outage

back-off < retry ~ rate-limit
backoff, back off, exponential backoff, exponential, jitter, wait longer, waits longer, increasing delay, growing delay, delay between attempts, pause between attempts, wait between, wait before trying, retry after, retry storm, thundering herd, hammer, hammering, how long to wait, doubling, retry budget, waiting time, longer pauses, slow down between tries, all at once again, come back all at once

timeout < fault-tolerance ~ retry cancellation
timeout, timeouts, time out, timed out, deadline, deadlines, hang, hangs, hanging, hung, stuck, wait forever, waits forever, how long to wait, never answers, never responds, no answer, no response, does not answer, time limit, takes too long, too slow to answer, deadline exceeded, socket timeout, request timeout, connect timeout, abort after, unresponsive, waiting for an answer, patience, slow dependency, slow upstream, give up waiting, stops responding, max duration

cancellation ~ timeout process
cancel, cancelled, cancellation, canceled, abort, aborted, abortcontroller, abort signal, cancellation token, stop early, stop the work, stop a running, user leaves the page, navigates away, nobody waiting any more, nobody is waiting, no longer needed, not needed any more, client disconnected, client gone, interrupt, halt, stop button, context cancelled, abandon, abandoned request, changed their mind

circuit-breaker < fault-tolerance ~ retry fallback load-shedding
circuit breaker, breaker, half open, open circuit, trip, opossum, hystrix, resilience4j, bulkhead, bulkheads, fail fast, fails fast, stop calling, stop asking, dependency is down, dependency down, upstream is down, upstream down, upstream outage, other system is down, other service is down, broken service, failing service, downstream, keep failing calls, spread of failure, drag us down, takes us down, pull down, domino, failing partner, sick service, partner is down

fallback < fault-tolerance ~ circuit-breaker degraded
fallback, fall back, falls back, default value, plan b, alternative, backup provider, second provider, secondary provider, failover provider, substitute, when it is unavailable, if unavailable, not available, instead show, cached copy instead, last known good, if it does not work, if that fails, what if it is down, stale if error, what else, other option

degraded < fault-tolerance ~ fallback availability
graceful degradation, degrade, degraded, degrades, degraded mode, partial outage, partial failure, still works without, keeps working, keep working, keep going, read only mode, limp, reduced functionality, optional feature down, carry on, survive, without breaking the rest, part is broken, part of the site, one part fails, one widget fails, rest of the page, nonessential, works when broken, limited mode

load-shedding < fault-tolerance ~ rate-limit backpressure scaling
load shedding, shed load, shed, overload, overloaded, 503, too busy, too much traffic, traffic spike, spike, spikes, surge, surges, drowning, fall over, falls over, buckle, collapse, admission control, concurrency limit, concurrency limits, too many users, sudden rush, rush, peak, peaks, black friday, crush, swamped, more than we can handle, reject requests, turn away, waiting room, go viral, hammered, very busy

rate-limit ~ load-shedding api abuse quota
rate limit, rate limiting, rate limiter, throttle, throttling, throttled, 429, too many requests, token bucket, leaky bucket, sliding window, fixed window, requests per second, requests per minute, calls per minute, calls per second, calls per hour, limit requests, limit calls, how often, too often, hammering us, greedy client, greedy, one client floods, burst, bursts, flood, floods, calls us too much, requests allowed, number of requests, abuse limit, excessive requests, asks too often, how many calls, how many requests, slow clients down, cap on requests, overuse

quota ~ rate-limit billing resource-limit
quota, quotas, usage limit, usage limits, plan limit, plan limits, allowance, fair use, cap, caps, capped, monthly limit, max per account, storage limit, limit per customer, how much may, how many may, used up, exceed, exceeded, over the limit, hit the limit, usage cap, allotment, maximum number per, too many projects, free tier limit

fault-tolerance =0.6
fault tolerance, fault tolerant, resilience, resilient, robust, failure, failures, fail, fails, failed, failing, goes wrong, go wrong, what if it fails, breaks, broken, unreliable, reliability, reliable, survive failure, self healing, outage?, crash?, unstable, chaos, chaos engineering, what happens when, trouble

idempotency < api ~ retry delivery-guarantee payment
idempotent, idempotency, idempotency key, idempotence, duplicate request, duplicate requests, double submit, double click, clicks twice, click twice, clicked twice, pressed twice, presses twice, submit twice, sent twice, twice, two times, charged twice, runs twice, happen twice, done twice, called twice, same request, repeat safely, safe to repeat, safe to retry, request id dedupe, dedupe key, no double, once only, only once, just once, double charge, double booking?, second click, same call again, repeated request, replay safe, hit the button again, same order again

concurrency =0.7
concurrency, concurrent, concurrently, parallel, parallelism, in parallel, simultaneous, simultaneously, same time, at once, together at once, p limit, p map, promise all, semaphore, semaphores, worker pool, goroutines, parallel requests, how many run at once, two people, limited parallelism, thread safety, thread safe

race-condition < concurrency ~ lock optimistic-lock isolation-level
race condition, race, races, racing, data race, toctou, check then act, interleaving, interleave, lost update, overwrite each other, overwrites, overwritten, step on each other, two requests, two people edit, edit the same, both edit, change the same, same record, same row, same item, last write wins, conflicting changes, clash, clashing, collide, conflicting edits, nondeterministic order, two users, last one in stock, two buyers, both get it, oversell, overselling, double booking, double book

optimistic-lock < concurrency ~ race-condition http-cache
optimistic lock, optimistic locking, optimistic concurrency, version column, version number column, if match, compare and swap, compare and set, cas, row version, 409, conflict, conflicts, edit conflict, somebody else changed it, someone else changed, somebody changed it meanwhile, changed in the meantime, stale version, save over, save over each other, overwrite somebody, someone elses edits, version check, precondition failed, lost edits, colleagues changes, who wins

lock < concurrency ~ lease race-condition isolation-level
lock, locks, locking, locked row, mutex, mutual exclusion, exclusive, exclusive access, advisory lock, pg advisory lock, row lock, pessimistic lock, pessimistic locking, critical section, for update, skip locked, serialise access, one at a time, one after another, only one may, single writer, one writer, deadlock, deadlocks, lock timeout, lock ordering, wait for each other, waiting on each other, take turns, reserve a row, hold a row, blocks others

lease < lock ~ leader-election distributed expiry
lease, leases, lease expiry, distributed lock, redlock, fencing token, fencing tokens, fencing, heartbeat, heartbeats, lock expires, lock with expiry, holder died, owner died, holder crashed, lock left behind, abandoned lock, worker dies, worker crashes, dies while holding, claim, claimed, claims expire, reclaim, ttl lock, takes over, take over, ownership expires, renew ownership, dead worker

leader-election < distributed ~ lease scheduler
leader election, leader, elect, elected, election, raft leader, primary election, single instance job, only one instance, one instance runs, exactly one server, one of the servers, run on one server only, coordinator, singleton job, who is in charge, in charge, not on every server, which server does, only one of them

process ~ server concurrency
process, processes, child process, fork, pm2, cluster mode, worker threads, thread, threads, thread pool, event loop, event loop blocked, block the event loop, blocking the event loop, cpu bound, cpu heavy, heavy computation, number crunching, libuv, piscina, separate thread, own thread, multi core, cores, single threaded, blocking, use all cores

process-exec < process ~ sandbox command-injection
spawn, exec, execute a program, subprocess, shell out, shell, external program, run a command, command line tool, ffmpeg, external binary, run another program, start another program, execa, exit status, stdout, stderr

graceful-shutdown < process ~ deployment health-check
graceful shutdown, shutdown, shut down, sigterm, sigint, drain, draining, finish in flight, in flight, in flight requests, requests in progress, running requests, running jobs when stopping, stop accepting, stopping a server, server stops, server stopped, restart, restarts, restarted, when we restart, during a restart, terminate, termination, prestop, cut off, kill signal, killed in the middle, requests when stopping, turned off, connections drain, switch off

unique-id ~ random schema
uuid, uuids, guid, ulid, nanoid, cuid, ksuid, snowflake, snowflake id, unique id, identifiers, identifier, uuidv7, uuid v7, uuid v4, id generation, auto increment, autoincrement, serial, bigserial, sequence?, primary keys, public id, external id, ids in urls, sequential, sequential ids, sortable id, time sortable, time ordered, guess ids, guess other ids, ids, numbering, how records are named, typeid, prefixed id, enumerate, key records, opaque id, record numbers, countable, numbers reveal

slug < url ~ unique-id
slug, slugs, pretty url, readable url, friendly url, human readable address, human readable id, permalink, vanity url, name in the address, url name, readable link, handle?, readable address, nice addresses, short name in the url, link does not break when renamed

date-time =0.8
date, dates, time, datetime, timestamp, timestamps, moment js, date fns, dayjs, luxon, temporal api, iso 8601, iso8601, rfc 3339, epoch, unix time, epoch milliseconds, milliseconds, clock, clocks, calendar, time of day, day, days?, when it happened, temporal polyfill, month, year, hours?, leap year, date library, format dates

time-zone < date-time ~ locale
time zone, timezone, time zones, timezones, utc, gmt, daylight saving, dst, daylight savings, summer time, winter time, clock change, clocks go back, iana zone, tzdb, local time, wall clock time, zoned, timestamptz, offset, other countries time, other part of the world, abroad, travel, travelling, wrong hour, off by an hour, off by one hour, an hour off, off by a day, midnight where, different hours, olson, offset from utc, what time is it for them

clock-skew < date-time ~ distributed
clock skew, clock drift, ntp, monotonic clock, monotonic, lamport, vector clock, hybrid logical clock, hlc, wall clock, clocks differ, clocks disagree, wrong clock, server clocks, system clock, device clock, server time, phones clock, trust the client clock, injected clock, fake clock, clock of the device

expiry =0.7
expiry, expire, expires, expired, expiration, ttl, time to live, valid until, validity, lifetime, how long valid, lapse, run out, runs out, outdated, goes stale, too old, max age, good for

calendar-recurrence < date-time ~ scheduler inventory
booking system, reserve a seat, reserve a room, room booking, hold a seat, reserve a place, seat map, double booked, reservation hold, booked twice, same seat, same room, same slot, overbooking, hotel, table in a restaurant, reserve a table, time slot, holds expire, recurrence, recurring, recurring event, rrule, icalendar, ical, ics, repeat every, repeats every, every monday, weekly meeting, appointment, appointments, booking, bookings, reservation?, holidays, business days, working days, opening hours, working hours, office hours, availability slots, slot, meeting time, weekdays, public holiday, bank holiday
`;
