import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { hashSecret, newSecret, prefixOf } from '../../relay/keys/secret.ts';
import type { Relay } from '../../relay/relay.ts';
import { startRelay } from './start-relay.ts';
import type { RelayOptions } from '../../relay/config.ts';
import type { TranscriptReader } from '../../relay/meetings/reading/read.ts';
import { misfitOfEvent } from '../../shared/contract/events/misfit-of-event.ts';
import type { Tier } from '../../shared/contract/tiers.ts';
import type { Role } from '../../shared/contract/fields.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { symbolIdUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import { freshDatabase, type TestDatabase } from './databases.ts';
import type { Daemons, Known } from './daemons.ts';
import { FakeClock } from './fake-clock.ts';
import { forgetConnections, send } from './http.ts';
import { Person, type Account } from './person.ts';
import type { Target } from './targets.ts';

/** The owner, two members, and somebody who has nothing to do with the workspace. */
export type Name = 'ada' | 'bob' | 'cleo' | 'mallory';

export type WorldOptions = Partial<Omit<RelayOptions, 'host' | 'port' | 'database' | 'clock'>>;

/** Longer than a daemon gathers what it sends to the relay after its answers. */
const quietMs = 50;

/** From the source, a thread of its own takes a second to start. */
const readHere: TranscriptReader = async (turns, context) => {
  const { readTranscript } = await import('../../relay/meetings/reader/reader.ts');
  return readTranscript(turns, context);
};

/** A relay on a fresh database with a small team, for one test. */
export class World {
  readonly clock = new FakeClock();
  /** What the relay called a bug. A test that expects some empties it; any other fails. */
  readonly errors: unknown[] = [];
  private readonly relays = new Map<string, Relay>();
  private readonly people = new Map<string, Person>();
  private main: Relay | undefined;
  private daemons: Daemons | undefined;
  private found: { id: string; slug: string } | undefined;

  private constructor(
    readonly target: Target,
    readonly database: TestDatabase,
    private readonly options: WorldOptions,
  ) {}

  static async start(target: Target, options: WorldOptions = {}): Promise<World> {
    const world = new World(target, await freshDatabase(target.database), options);
    world.main = await world.startRelay();
    await world.populate();
    return world;
  }

  get relay(): Relay {
    if (this.main === undefined) throw new Error('the relay is not running');
    return this.main;
  }

  get workspace(): { readonly id: string; readonly slug: string } {
    if (this.found === undefined) throw new Error('the workspace is not there yet');
    return this.found;
  }

  as(name: Name | (string & {})): Person {
    const person = this.people.get(name);
    if (person === undefined) throw new Error(`there is no ${name}`);
    return person;
  }

  /** Starts one more relay process on the same database. */
  async startRelay(port = 0): Promise<Relay> {
    const relay = await startRelay({
      host: '127.0.0.1',
      port,
      database: this.database.address,
      clock: this.clock,
      onError: (error) => this.errors.push(error),
      transcriptReader: readHere,
      ...this.options,
    });
    this.relays.set(relay.url, relay);
    return relay;
  }

  /** Stops the relay and starts it again on the same database and address, with the same time. */
  async restart(): Promise<void> {
    await this.whileGone(() => Promise.resolve());
  }

  /** Stops the relay for as long as `run` takes, and starts it again as `restart` does. */
  async whileGone(run: () => Promise<unknown>): Promise<void> {
    const { port } = this.relay;
    await this.closeRelay(this.relay);
    forgetConnections();
    await run();
    this.main = await this.startRelay(port);
  }

  /** The working tree of somebody who has a daemon. */
  treeOf(name: Name): string {
    if (this.daemons === undefined) throw new Error('there is no daemon');
    return this.daemons.treeOf(name);
  }

  async closeRelay(relay: Relay): Promise<void> {
    this.relays.delete(relay.url);
    await relay.close();
  }

  sweep(): Promise<void> {
    return this.relay.sweep();
  }

  /** Resolves when what the daemons send after their answers has reached the relay; a relay alone is never behind. */
  async quiet(): Promise<void> {
    if (this.daemons === undefined) return;
    for (let before = -1, now = 0; before !== now;) {
      before = now;
      await delay(quietMs);
      const { text } = await send(this.relay.url, this.metricsRequest());
      now = (JSON.parse(text) as { commands_committed: number }).commands_committed;
    }
  }

  /** Time goes by, and the relay notices. */
  async pass(ms: number): Promise<void> {
    await this.quiet();
    this.clock.advance(ms);
    await this.sweep();
  }

  /** Makes a user with a key; they are in no workspace. */
  async addUser(name: string): Promise<Person> {
    const account = { id: newId('user'), name, email: `${name}@example.com`, key: newSecret() };
    const now = this.clock.now();
    await this.database.write((rows) =>
      rows
        .insertInto('users')
        .values({
          ...pick(account),
          tier: 'team',
          identity: null,
          created_at: now,
          invited_by: null,
        })
        .execute(),
    );
    await this.database.write((rows) =>
      rows.insertInto('api_keys').values(keyRow(account, now)).execute(),
    );
    return this.addPerson(account);
  }

  /** Gives the workspace another tier, as an operator does (LIM-1); a key that was used counts by it two seconds later. */
  async setTier(tier: Tier): Promise<void> {
    const { id } = this.workspace;
    await this.database.write((rows) =>
      rows.updateTable('workspaces').set({ tier }).where('id', '=', id).execute(),
    );
  }

  /** Makes somebody a member over the interface. */
  async join(name: string, role: Role): Promise<void> {
    const { id } = this.workspace;
    await this.as('ada').ok('addMember', { id, user_id: this.as(name).id, role });
  }

  /** LNK-1: the events of all logs that a daemon or `coord feed` would not take for events, and where they do not fit. */
  async unreadableEvents(): Promise<string[]> {
    const rows = await this.database.rows.selectFrom('events').selectAll().execute();
    return rows.flatMap(({ seq, at, type, payload }) => {
      const event = { ...(JSON.parse(payload) as object), seq, at: toTimestamp(at), type };
      const misfit = misfitOfEvent(event);
      return misfit === undefined ? [] : [`${misfit}: ${JSON.stringify(event)}`];
    });
  }

  async close(): Promise<void> {
    await this.daemons?.close();
    for (const relay of [...this.relays.values()]) await this.closeRelay(relay);
    await this.database.dispose();
  }

  private metricsRequest() {
    const authorization = `Bearer ${this.as('ada').account.key}`;
    return { method: 'GET', path: '/metrics', headers: { authorization } };
  }

  /** Waits until the daemons know what is in the database. */
  private async waitUntilDaemonsAreLevel(): Promise<void> {
    await this.daemons?.waitUntilLevel(() => this.known());
  }

  private async known(): Promise<Known> {
    const now = this.clock.now();
    const { rows } = this.database;
    const reservations = await rows
      .selectFrom('reservations')
      .selectAll()
      .where('workspace_id', '=', this.workspace.id)
      .where('expires_at', '>', now)
      .execute();
    const sessions = await rows
      .selectFrom('sessions')
      .select(['id', 'task'])
      .where('workspace_id', '=', this.workspace.id)
      .where('state', '=', 'active')
      .execute();
    return [
      ...reservations.map((reservation) => {
        const id = symbolIdUnlessWhole(reservation.file_path, reservation.symbol) ?? '';
        return [
          reservation.file_path,
          id,
          reservation.session_id,
          toTimestamp(reservation.expires_at),
        ].join(' ');
      }),
      ...sessions.map(({ id, task }) => [id, task].join(' ')),
    ].sort();
  }

  private async populate(): Promise<void> {
    const slug = `shop-${randomBytes(4).toString('hex')}`;
    const owner = { email: 'ada@example.com', name: 'ada' };
    const made = await this.relay.bootstrap({ ...owner, workspaceSlug: slug, workspaceName: slug });
    this.found = { id: made.workspaceId, slug };
    if (this.target.transport === 'daemon') {
      const relayUrl = () => this.relay.url;
      // Most test files have no use for a daemon, and it is not light.
      const { Daemons } = await import('./daemons.ts');
      this.daemons = new Daemons({ relayUrl, clock: this.clock, workspaceSlug: slug });
    }
    this.addPerson({ ...owner, id: made.userId, key: made.key });
    await this.addUser('mallory');
    for (const name of ['bob', 'cleo']) {
      const { id: user_id } = await this.addUser(name);
      const row = { user_id, workspace_id: made.workspaceId, role: 'member' };
      const added_at = this.clock.now();
      await this.database.write((rows) =>
        rows
          .insertInto('members')
          .values({ ...row, added_at })
          .execute(),
      );
    }
  }

  private addPerson(account: Account): Person {
    const person = new Person(account, {
      baseOf: async () => this.daemons?.urlOf(account) ?? this.relay.url,
      workspace: this.workspace,
      waitUntilLevel: () => this.waitUntilDaemonsAreLevel(),
      looksIntoFiles: this.daemons !== undefined,
    });
    this.people.set(account.name, person);
    return person;
  }
}

function pick({ id, name, email }: Account) {
  return { id, name, email };
}

function keyRow({ id: user_id, key }: Account, created_at: number) {
  const named = { id: newId('key'), user_id, name: 'test', prefix: prefixOf(key) };
  return { ...named, hash: hashSecret(key), created_at, revoked_at: null, last_used_at: null };
}
