/** Databases and what is done with them. */
export const data = `
database =0.5
database, databases, db, dbms, datastore, data store, persistence, persist, storage engine, store data, where data lives, saved, save data, where we keep data, keep records, rows, table, tables, record store, system of record, stored, put the data, durable storage

relational < database ~ schema query
postgres, postgresql, mysql, mariadb, sql server, oracle, relational, rdbms, sql, aurora, rds, cockroachdb, planetscale, neon, supabase, spanner, sql database, main database, primary database, pg, tables with relations

embedded-database < database ~ local-storage
sqlite, embedded database, better sqlite3, libsql, turso, duckdb, single file database, rocksdb, leveldb, lmdb, in process database, wal mode, write ahead logging, file based database, no database server, without a server, local database, zero setup

document-store < database ~ schema
mongodb, mongo, mongoose, document store, document database, nosql, couchdb, firestore, dynamodb, cosmosdb, schemaless, bson, collections?, key value store, cassandra, scylla, wide column, single table design, partition key, loose structure, fauna

json-column < database ~ schema
jsonb, json column, json field, semi structured, custom fields, flexible attributes, extra attributes, arbitrary fields, entity attribute value, eav, user defined fields, metadata column, free form data, dynamic fields, unstructured attributes, varying properties, properties differ

schema < database ~ migration data-type
schema, data model, table design, column, columns, field?, normalised, normalized, normalisation, denormalise, denormalized, foreign key, foreign keys, primary key, constraint, constraints, unique constraint, check constraint, nullable, not null, entity, entities, relations, relationship, many to many, one to many, join table, er diagram, data structure, how data is laid out, table layout, naming columns, domain model, referential integrity, dangling references, orphan rows, cascade

migration < schema ~ zero-downtime backfill
migration, migrations, migrate, schema change, schema migration, alter table, flyway, liquibase, knex migrate, prisma migrate, alembic, migration script, add a column, drop a column, rename a column, change the tables, change tables, change the shape, change the database, database changes, upgrade the database, evolve schema, altering tables, forward only, reversible migration, down migration, database structure, structure changes, new column

zero-downtime < migration ~ deployment
zero downtime, expand and contract, expand contract, without downtime, no downtime, downtime, online schema change, backward compatible migration, two phase migration, dual write, dual writes, stay up, stay online, keep running while, without interruption, without stopping, no interruption, maintenance window, gh ost, old and new code at once, while people are using it, without taking the site down, live system, running system

backfill < migration ~ batch
backfill, backfilling, fill in old rows, existing rows, historical data, data migration, one off script, populate, update all rows, existing records, old records get, reprocess, recompute, recalculate, data fix, fix old data, bulk update, migrate old data, previously stored

transaction < database ~ isolation-level outbox saga consistency
transaction, transactions, transactional, commit?, acid, atomic, atomically, atomicity, begin commit, unit of work, all or nothing, half done, half finished, half written, partly saved, partial update, together or not at all, either both or none, both writes, savepoint, nested transaction, both succeed, several tables at once, inconsistent state, write fails halfway, fails halfway, fails midway, halfway, stops in the middle, dies in the middle

isolation-level < transaction ~ lock race-condition
isolation level, serializable, serialisable, repeatable read, read committed, snapshot isolation, mvcc, phantom read, dirty read, write skew, lost update, serialization failure, select for update, read uncommitted, concurrent transactions, overlapping transactions

rollback-data =0.8 < transaction ~ undo backup
rollback, roll back, rolled back, undo changes, abort, revert data, compensating, compensate, point in time, restore state, put back, undo, back out, taken back

query < database ~ index orm n-plus-one
query, queries, sql query, select, where clause, join, joins, query builder, kysely, knex, drizzle, raw query, stored procedure, stored procedures, views?, materialized view, cte, subquery, fetch rows, read from the database, ask the database, get data out of the database, aggregate query, group by, explain analyze, query plan

slow-query < query ~ index performance
slow query, slow queries, query performance, full table scan, sequential scan, explain, query planner, query timeout, statement timeout, expensive query, heavy query, pg stat statements, optimise query, query tuning, database is slow, takes ages to load from database, vacuum, analyze, long running queries

index < database ~ query search-engine
index, indexes, indices, indexed, btree, b tree, gin index, gist, composite index, covering index, partial index, unique index, index only scan, concurrently, create index, look up, lookup, find rows quickly, find quickly, fast lookup, quick lookup, find a row, clustered

n-plus-one < query ~ request-batching orm
n+1, n plus one, n 1 queries, dataloader, eager loading, eager load, prefetch related, batch loading, batched lookups, too many queries, hundreds of queries, one query per row, query per item, query in a loop, preload relations, include relations, many small queries, chatty, one by one from the database, round trips, avoid round trips

orm < database ~ query
orm, prisma, typeorm, sequelize, mikro orm, hibernate, active record, activerecord, sqlalchemy, drizzle, objection, entity framework, object relational mapping, data mapper, repository pattern, map rows to objects, database access layer, data access layer, dao, rows become objects, handwritten sql

connection-pool < database ~ resource-limit
connection pool, pool, pooling, pooler, pgbouncer, max connections, database connections, too many connections, connection limit, hikari, pool size, open connections, idle connections, rds proxy, connections run out, run out of connections, reuse connections, connection exhaustion, exhausted connections

replication < database ~ replica-lag availability
replica, replicas, read replica, replication, follower, standby, secondary, primary, leader follower, streaming replication, logical replication, hot standby, copies of the database, read only copy, spread reads, reads go, scale reads, mirror, second database, reporting database

replica-lag < replication ~ consistency
replica lag, replication lag, read your own writes, read your writes, read after write, stale read, stale reads, own changes, just saved but not shown, changes not visible yet, see what they just saved, just written, see own edits, old value after saving, do not see my change

consistency =0.9 < database ~ transaction replica-lag distributed
consistency, consistent, eventual consistency, eventually consistent, strong consistency, strongly consistent, cap theorem, causal, linearizable, linearizability, stale, out of sync, out of date, in agreement, agree on, disagree, inconsistent, up to date everywhere, quorum, catches up, not the same everywhere, mismatch, diverge

sharding < database ~ scaling tenant
shard, sharding, shards, partition, partitioning, partitioned, partitions, horizontal partitioning, consistent hashing, shard key, vitess, citus, hot partition, split the database, split the table, split across, too big for one machine, too big for one server, table too big, table gets huge, distribute data, spread data, huge tables, hash ring, partition by month, split by customer

backup < database ~ disaster-recovery rollback-data
backup, backups, back up, backed up, snapshot, snapshots, restore, restored, restoring, point in time recovery, pitr, dump, pg dump, wal archiving, litestream, lost data, data loss, lose everything, lose data, losing data, get data back, bring data back, accidentally deleted, deleted by mistake, copies of data, disk dies, copy every night, recover data

soft-delete < database ~ data-deletion undo trash
soft delete, soft deletion, soft deleted, deleted at, is deleted, tombstone, tombstones, archived flag, mark as deleted, flag as deleted, keep deleted rows, hidden instead of removed, deleted rows, deleted items, recoverable deletion, really removed, removed records, removed things, paranoid mode, logical delete, still there after deleting, deleting a record, undelete

archive < database ~ retention file-storage
archive, archived, archiving, archival, cold storage, glacier, cold data, historic records, move old rows, move old data, cold tier, rarely read, rarely used data, old orders, warm storage, infrequent access, deep storage

history ~ audit event-sourcing
history, version history, revisions, revision, previous versions, earlier version, temporal table, temporal tables, bitemporal, change history, past state, past values, as it was, what it looked like before, what it used to be, old versions, time travel, earlier state, record versions, what changed, older copy, how it looked last week

undo ~ rollback-data soft-delete history
undo, redo, undo button, take back, take it back, revert an action, mistake, mistakes, by mistake, by accident, accidental, change their mind, oops, command pattern, grace period, reversible, reverse an action, get it back, wrong click, bring it back, clicked wrong

trash < soft-delete ~ undo
trash, recycle bin, bin, restore deleted, deleted items folder, undelete, bring back deleted, bring back something deleted, recover deleted, thirty days in trash, empty trash, restorable, thrown away by mistake

data-integrity < database ~ consistency input-validation
data integrity, data quality, bad data, dirty data, wrong data, broken records, invalid rows, duplicates, duplicate, duplicate rows, deduplicate, deduplication, dedupe, unique rows, uniqueness, same thing twice in the table, orphaned, reconcile, reconciliation, sanity check, checks on data, garbage data, clean data, entered twice, upsert, merge duplicates

seed-data < database ~ test-data
seed, seeds, seeding, seed data, fixtures?, sample data, demo data, demo content, initial data, reference data, lookup tables, bootstrap data, starter data, example data, initial rows, empty database, fill a new database

time-series < database ~ metrics analytics
time series, timeseries, timescaledb, timescale, influxdb, hypertable, sensor data, measurements, measurement, downsampling, downsample, rollup, rollups, data points, continuous aggregate, readings, values over time, per minute data, sensors, temperature

graph-database < database ~ tree
graph database, neo4j, cypher, gremlin, nodes and edges, graph traversal, social graph, adjacency, relationships between people, graph query, connected data, janusgraph, who knows whom, traverse, friends of friends

tree =0.9 ~ schema
tree, hierarchy, hierarchical, nested set, materialized path, ltree, closure table, adjacency list, parent id, recursive cte, folders?, nested categories, nested, subfolders, category tree, org chart, threaded, parent and child, children, nesting, levels deep, branches and leaves, sub items

geo ~ database maps
postgis, geospatial, geography, latitude, longitude, geohash, h3, nearest, nearby, location, coordinates, spatial index, near me, within distance, radius, geofence, close to the user, places close, distance between, gps, where somebody is, how far

maps < geo ~ frontend
map, maps, mapbox, leaflet, google maps, tiles, geocoding, geocode, route planning, street address, openstreetmap, markers, map tiles, show on a map, pins on a map, addresses to coordinates, directions

data-type =0.8 < schema ~ money date-time unique-id
data type, column type, enum, enums, integer, bigint, varchar, text column, numeric, float, floats, boolean, timestamp column, uuid column, lookup table, fixed set of values, list of allowed values, enumerated, int64, status column, status values, possible values, overflow, large numbers, big numbers

tags =0.9 ~ search-engine tree
tags, tagging, labels, categories, categorise, classify, taxonomy, folksonomy, hashtags, keywords, label things, group things, grouping, topic, topics?, put into groups

bulk ~ batch performance
bulk, bulk insert, bulk import, batch insert, copy command, mass update, thousands of rows, many at once, at once in one request, load many, multi row, chunk, chunks, chunked, in chunks, big batches, bulk endpoint, bulk operation, hundreds at once, mass
`;
