import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Call } from '../../relay/kernel/handlers.ts';
import { bootstrap } from '../../relay/bootstrap.ts';
import { newestSeq } from '../../relay/store/event-queries.ts';
import { negotiationService } from '../../relay/negotiations/service.ts';
import { sessionHandler } from '../../relay/sessions/batch.ts';
import type { SessionCommand } from '../../relay/sessions/command.ts';
import { GroupCommitter } from '../../relay/store/group-committer.ts';
import type { Database } from '../../relay/store/database.ts';
import { openDatabase } from '../../relay/store/open.ts';
import { cascadeOf } from '../../relay/core.ts';
import { sweepNow } from '../../relay/sweeper.ts';
import { Authorizer } from '../../relay/access/authorizer.ts';
import { CommandRunner } from '../../relay/access/command-runner.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { placeNamed } from '../../shared/reservations/places.ts';
import { defaultDurations as durations } from '../../shared/sessions/rules.ts';
import { FakeClock } from '../support/fake-clock.ts';

const deadlines = 1_000;
/** With each restart. */
const atOnce = 5;
const deadlineMs = 60_000;

/** When the power fails: not at all, before the commit, or after it and before anybody is answered. */
type Failure = 'none' | 'before the commit' | 'after the commit';
const failures: readonly Failure[] = ['none', 'before the commit', 'after the commit'];

/** What of a relay decides, over the database file; it is stopped and started again as often as it takes. */
class Process {
  failure: Failure = 'none';
  readonly committer: GroupCommitter;
  readonly negotiations: ReturnType<typeof negotiationService>;
  private readonly sessions = sessionHandler(durations);

  private constructor(
    readonly database: Database,
    private readonly clock: FakeClock,
  ) {
    const failing: Database = { ...database, transaction: (work) => this.transaction(work) };
    this.committer = new GroupCommitter(failing, clock, () => undefined, cascadeOf(durations));
    const authorizer = new Authorizer(database);
    const commandRunner = new CommandRunner(authorizer, this.committer);
    this.negotiations = negotiationService({
      database,
      committer: this.committer,
      authorizer,
      commandRunner,
      clock,
      durations,
      onError: () => undefined,
    });
  }

  static async start(path: string, clock: FakeClock): Promise<Process> {
    return new Process(await openDatabase(path), clock);
  }

  edit(workspaceId: string, call: Call, path: string): Promise<unknown> {
    const command: SessionCommand = {
      workspaceId,
      call,
      effect: 'acquire',
      session: { conversationId: call.caller.name, agentId: '' },
      opens: true,
      agentType: 'test',
      files: [{ path, key: path, places: [placeNamed('login')] }],
    };
    return this.committer.submit(this.sessions, command);
  }

  sweep(): Promise<void> {
    const { database, committer, clock } = this;
    return sweepNow({ database, committer, clock, durations });
  }

  async stop(): Promise<void> {
    await this.committer.close();
    await this.database.close();
  }

  private async transaction<T>(
    work: Parameters<typeof this.database.transaction<T>>[0],
  ): Promise<T> {
    const done = await this.database.transaction(async (connection) => {
      const result = await work(connection);
      if (this.failure === 'before the commit') throw new Error('the power failed');
      return result;
    });
    if (this.failure === 'after the commit') throw new Error('the power failed');
    return done;
  }
}

function callOf(userId: string, name: string): Call {
  const caller = { userId, keyId: 'key', name, email: `${name}@example.com` };
  return { caller: { ...caller, tier: 'team', createdAt: 0 } };
}

async function endsOf(
  process: Process,
  { id }: Place,
  { negotiationId, seq }: Contest,
): Promise<string[]> {
  const rows = await process.database.reader
    .selectFrom('events')
    .select('payload')
    .where('workspace_id', '=', id)
    .where('seq', '>', seq)
    .where('type', '=', 'negotiation_ended')
    .execute();
  const ends = rows.map(({ payload }) => JSON.parse(payload) as Record<string, string>);
  return ends
    .filter((end) => end['negotiation_id'] === negotiationId)
    .map(({ outcome = '' }) => outcome);
}

async function holdersOf(process: Process, { id }: Place, path: string): Promise<string[]> {
  const rows = await process.database.reader
    .selectFrom('reservations as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .select('s.conversation_id')
    .where('r.workspace_id', '=', id)
    .where('r.path_key', '=', path)
    .execute();
  return rows.map((row) => row.conversation_id);
}

/** One deadline: whether the holder answers a millisecond before it, and who comes first at the restart. */
interface Contest {
  readonly file: string;
  readonly negotiationId: string;
  /** Of the workspace when it was opened. */
  readonly seq: number;
  readonly answer: (relay: Process) => Promise<unknown>;
}

async function contestIn(relay: Process, { id, ada, bob }: Place, file: string): Promise<Contest> {
  await relay.edit(id, ada, file);
  const opened = await relay.negotiations.openNegotiation(
    {
      id,
      session_id: bob.caller.name,
      file,
      symbol_ids: ['login'],
      rationale: 'mine',
      max_turns: 6,
      deadline_ms: deadlineMs,
    },
    bob,
  );
  if (isRefusal(opened)) throw new Error(opened.message);
  const { id: negotiation_id } = opened;
  const holding = {
    id,
    negotiation_id,
    session_id: ada.caller.name,
    action: 'hold',
    note: '',
  } as const;
  return {
    file,
    negotiationId: negotiation_id,
    seq: await newestSeq(relay.database.reader, id),
    answer: async ({ negotiations }) => negotiations.respondNegotiation(holding, ada),
  };
}

interface Place {
  readonly id: string;
  readonly ada: Call;
  readonly bob: Call;
}

/** The one outcome, compared with the record and the reservations. */
async function outcomeOf(relay: Process, place: Place, contest: Contest): Promise<string> {
  const { id, ada } = place;
  const { negotiationId: negotiation_id, file } = contest;
  const ends = await endsOf(relay, place, contest);
  assert.is(ends.length, 1, `${file}: ${ends.join(' and ')}`);
  const [outcome = ''] = ends;
  const found = await relay.negotiations.getNegotiation({ id, negotiation_id }, ada);
  if (isRefusal(found)) throw new Error(found.message);
  assert.equal([found.status, found.outcome], ['resolved', outcome]);
  const holder = outcome === 'deadline' ? 'bob' : 'ada';
  assert.equal(await holdersOf(relay, place, file), [holder], `${file}: ${outcome}`);
  return outcome;
}

const isOneOf = (round: number, ...every: readonly number[]) =>
  every.some((each) => round % each === 0);

test(`NEG-6 the deadline at the instant of a restart: one outcome, ${deadlines} times`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coord-restart-'));
  const clock = new FakeClock();
  const path = join(folder, 'relay.db');
  let relay = await Process.start(path, clock);
  try {
    const owner = { email: 'ada@example.com', name: 'ada' };
    const shop = { workspaceSlug: 'shop', workspaceName: 'shop' };
    const { workspaceId: id, userId } = await bootstrap(
      { committer: relay.committer, defaultTier: 'team' },
      { ...owner, ...shop },
    );
    const place = { id, ada: callOf(userId, 'ada'), bob: callOf(userId, 'bob') };
    const seen = new Map<string, number>();
    for (let round = 0; round * atOnce < deadlines; round += 1) {
      await relay.edit(id, place.bob, 'src/own.ts');
      const contests: Contest[] = [];
      for (let index = 0; index < atOnce; index += 1)
        contests.push(await contestIn(relay, place, `src/file-${round}-${index}.ts`));
      // The holder answers just in time, at the very instant, or never.
      const isInTime = isOneOf(round, 4);
      clock.advance(isInTime ? deadlineMs - 1 : deadlineMs);
      relay.failure = failures[round % failures.length] ?? 'none';
      const answers = () => contests.slice(round % 3).map((contest) => contest.answer(relay));
      const last = isOneOf(round, 2)
        ? [...answers(), relay.sweep()]
        : [relay.sweep(), ...answers()];
      // What was submitted is finished, or lost, when it stops.
      const stopping = isOneOf(round, 5, 7) ? relay.stop() : undefined;
      await Promise.allSettled(last);
      await (stopping ?? relay.stop());
      relay = await Process.start(path, clock);
      if (isInTime) clock.advance(1);
      const next = isOneOf(round, 3)
        ? [...answers(), relay.sweep()]
        : [relay.sweep(), ...answers()];
      await Promise.all(next);
      await relay.sweep();
      for (const contest of contests) {
        const outcome = await outcomeOf(relay, place, contest);
        if (!isInTime) assert.is(outcome, 'deadline', 'an answer at the instant is too late');
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      }
    }
    assert.equal([...seen.keys()].sort(), ['deadline', 'hold'], 'both were seen');
    assert.is((seen.get('deadline') ?? 0) + (seen.get('hold') ?? 0), deadlines);
  } finally {
    await relay.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
