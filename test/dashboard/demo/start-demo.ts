import type { MachineClock } from '../../../shared/kernel/clock.ts';
import { storyReader } from './story-reader.ts';
import { dayMs, DemoClock, minuteMs } from './clock.ts';
import { DemoRelay } from './demo-relay.ts';
import { Life, type Happening } from './life.ts';
import { NoAnswer, proposingModel } from './proposing-model.ts';
import { Random } from './random.ts';
import { repositoryFiles } from './repository/repository.ts';
import { addScale, scaleMinutes, type Scale } from './scale.ts';
import { addKeysAndInvitations, foundWorkspace, gatherTeam } from './seed/accounts.ts';
import { dayMinutes, playDay } from './seed/day.ts';
import { daysBefore, playWeeksBefore } from './seed/weeks-before.ts';
import type { Account, Stage } from './stage.ts';
import type { PersonName } from './team/people.ts';

const lastSteps = 16;
const lastStepMs = 1_700;

export interface DemoOptions extends Partial<Scale> {
  /** The same seed makes the same data, but for ids and times. */
  readonly seed?: number;
  /** A free one when left out. */
  readonly port?: number;
  /** A workspace with its owner and nothing else. */
  readonly empty?: boolean;
  /** The relay's clock stands still when the data is made, so nothing expires and times stay as they are. */
  readonly still?: boolean;
  /** The moment at which the data ends, in milliseconds; now when left out. Only for a clock that stands still. */
  readonly until?: number;
  /** Told the share that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

export interface Demo {
  readonly url: string;
  readonly workspace: { readonly id: string; readonly slug: string };
  readonly owner: Account;
  /** Of the owner. */
  readonly key: string;
  /** Of everybody who is in the workspace; in an empty one that is the owner. */
  readonly keys: Readonly<Partial<Record<PersonName, string>>>;
  readonly accounts: Readonly<Partial<Record<PersonName, Account>>>;
  /** The relay's. */
  readonly clock: MachineClock;
  /** Makes one small thing happen, as it would by itself in a second. Rejects in an empty workspace. */
  step(): Promise<Happening>;
  /** The relay goes, and comes back at the same address with the same data. */
  stopRelay(): Promise<void>;
  startRelay(): Promise<void>;
  /** What the relay called a bug. */
  readonly errors: readonly unknown[];
  /** Stops everything and removes the data. */
  stop(): Promise<void>;
}

/** Starts a relay and fills a workspace; the typed client makes all data. Takes some seconds. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const { port = 0, until = Date.now(), empty = false } = options;
  const errors: unknown[] = [];
  const clock = new DemoClock(until - daysBefore * dayMs - 2 * dayMinutes * minuteMs);
  const onError = (error: unknown) => error instanceof NoAnswer || errors.push(error);
  const relay = await DemoRelay.start({
    port,
    clock,
    languageModel: proposingModel,
    transcriptReader: storyReader,
    onError,
  });
  try {
    const filled = empty
      ? await emptyWorkspace(relay)
      : await fill(relay, { clock, until, options });
    clock.advanceTo(options.still === true ? until : Date.now());
    if (options.still !== true) clock.run();
    return demoOf({ relay, clock, errors, ...filled });
  } catch (error) {
    await relay.dispose();
    throw error;
  }
}

interface Filled {
  readonly workspace: Stage['workspace'];
  readonly accounts: Demo['accounts'];
  readonly owner: Account;
  readonly life?: Life;
}

async function emptyWorkspace(relay: DemoRelay): Promise<Filled> {
  const founded = await foundWorkspace(relay);
  return { ...founded, accounts: { maren: founded.owner } };
}

async function fill(
  relay: DemoRelay,
  { clock, until, options }: { clock: DemoClock; until: number; options: DemoOptions },
): Promise<Filled> {
  const { seed = 1, onProgress = () => undefined, agents = 0, reservations = 0 } = options;
  const founded = await foundWorkspace(relay);
  const { workspace, owner } = founded;
  const accounts = await gatherTeam(relay, founded);
  const random = new Random(seed);
  const files = repositoryFiles(random);
  await owner.caller.call('publishSymbols', { id: workspace.id, files, full: true });
  const isLarge = agents > 0 || reservations > 0;
  const today = until - (1 + dayMinutes + (isLarge ? scaleMinutes : 0)) * minuteMs;
  const stage: Stage = {
    clock,
    random,
    relay,
    workspace,
    accounts,
    agents: new Map(),
    files: new Map(files.map((file) => [file.path, file])),
    ids: new Map(),
  };
  await playWeeksBefore(stage, today);
  clock.advanceTo(today);
  await playDay(stage, onProgress);
  await addKeysAndInvitations(stage);
  if (isLarge) await addScale(stage, { agents, reservations });
  const life = new Life(stage);
  clock.advanceTo((options.still === true ? until : Date.now()) - lastSteps * lastStepMs);
  await live(life, stage);
  return { workspace, owner, accounts, life };
}

/** The last things that happened are not only what the relay did by itself. */
async function live(life: Life, { clock, relay }: Stage): Promise<void> {
  for (let step = 0; step < lastSteps; step += 1) {
    clock.advance(lastStepMs);
    await relay.sweep();
    await life.step();
  }
}

function demoOf(
  made: Filled & { relay: DemoRelay; clock: DemoClock; errors: readonly unknown[] },
): Demo {
  const { relay, clock, errors, workspace, owner, accounts, life } = made;
  const known = Object.entries(accounts).map(([name, one]) => [name, one.caller.key ?? '']);
  return {
    url: relay.url,
    workspace,
    owner,
    key: owner.caller.key ?? '',
    keys: Object.fromEntries(known) as Demo['keys'],
    accounts,
    errors,
    clock,
    async step() {
      if (life === undefined) throw new Error('Nothing happens in an empty workspace.');
      return life.step();
    },
    stopRelay: () => relay.stop(),
    startRelay: () => relay.startAgain(),
    stop: () => relay.dispose(),
  };
}
