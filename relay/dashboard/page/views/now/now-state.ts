import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { LogEvent } from '../../../../../shared/contract/events/events.ts';
import { isRefusal } from '../../../../../shared/kernel/refusal.ts';
import { now } from '../../state/clock.ts';
import type { Live } from '../../state/live.ts';
import type { Agent, Hold } from '../../state/team.ts';
import {
  loadNow,
  loadFiles,
  type Source,
  shortBranches,
  areToBeAsked,
  filesAfter,
  type Files,
  type Loaded,
} from './load.ts';
import { activityAfter, noActivity, withoutOld, type Activity } from './model/activity.ts';
import {
  contestsOf,
  type Contests,
  inOrder,
  troubleByAgent,
  type ContestKind,
} from './model/contests.ts';
import { grouped } from '../../../../../shared/kernel/grouped.ts';
import { lanesOf, type NamedLane } from './model/lanes.ts';
import { noTroubles, troublesAfter, type Troubles } from './model/troubles.ts';
import type { MapFile } from './map/tree.ts';

const minuteMs = 60_000;
const filesPauseMs = 2_000;

/** What this view knows beyond the team: asked for once, then kept up from the log (DSH-1). */
export class NowState {
  readonly activity = signal<Activity>(noActivity);
  readonly troubles = signal<Troubles>(noTroubles);
  private readonly known = signal<Files>(new Map());
  private readonly loaded = signal(false);
  private readonly stops: (() => void)[] = [];
  private lanesBefore: readonly NamedLane[] = [];
  /** What came while everything is asked for; undefined at other times. */
  private missed: LogEvent[] | undefined = [];
  private asking: ReturnType<typeof setTimeout> | undefined;
  /** Whether the service did not answer when everything was asked for last. */
  private isBehind = false;

  constructor(
    readonly live: Live,
    private readonly source: Source,
  ) {
    this.stops.push(live.onEvents((events) => this.follow(events)));
    this.stops.push(effect(() => void (live.loaded.value > 0 && this.load())));
    // DSH-3: what could not be read is asked for again when the service is there.
    this.stops.push(
      effect(() => void (live.link.value.state === 'live' && this.isBehind && this.load())),
    );
  }

  /** The name of who looks at it. */
  get me(): string {
    return this.source.me;
  }

  get isReady(): boolean {
    return this.loaded.value;
  }

  /** The time to the minute; what changes with time alone is computed once a minute. */
  readonly minute = computed(() => Math.floor(now.value / minuteMs) * minuteMs);

  readonly troubled: ReadonlySignal<ReadonlyMap<string, ContestKind>> = computed(() =>
    troubleByAgent(this.troubles.value, this.minute.value),
  );

  /** Everybody who is here, those with trouble first. */
  readonly agents: ReadonlySignal<readonly Agent[]> = computed(() =>
    inOrder(this.live.team.value.agents.values(), this.troubled.value, this.minute.value),
  );

  readonly contests: ReadonlySignal<Contests> = computed(() =>
    contestsOf(this.troubles.value, this.minute.value),
  );

  readonly holdsByFile: ReadonlySignal<ReadonlyMap<string, readonly Hold[]>> = computed(() =>
    grouped(this.live.team.value.holds.values(), ({ file }) => file),
  );

  readonly holdsByAgent: ReadonlySignal<ReadonlyMap<string, readonly Hold[]>> = computed(() =>
    grouped(this.live.team.value.holds.values(), ({ sessionId }) => sessionId),
  );

  readonly lanes: ReadonlySignal<readonly NamedLane[]> = computed(
    () => (this.lanesBefore = lanesOf(this.agents.value, this.activity.value, this.lanesBefore)),
  );

  /** How long a slot is, in milliseconds, and how many are shown. */
  readonly slotMs = computed(() => this.activity.value.slotMs);
  readonly slots = computed(() => this.activity.value.slots);

  /** A branch as a narrow column shows it. */
  readonly shortBranch = computed(() =>
    shortBranches([...this.live.team.value.agents.values()].map(({ branch }) => branch)),
  );

  /** Whose a session is, for sentences. */
  readonly names: ReadonlySignal<ReadonlyMap<string, string>> = computed(
    () => new Map([...this.live.team.value.agents.values()].map(({ id, user }) => [id, user])),
  );

  /** The files of the graph, and those in which something is reserved. One that was there stays where it is. */
  readonly files: ReadonlySignal<readonly MapFile[]> = computed(() =>
    [...this.known.value].map(([path, lines]) => ({ path, lines })),
  );

  stop(): void {
    for (const stop of this.stops) stop();
    clearTimeout(this.asking);
  }

  private async load(): Promise<void> {
    const missed: LogEvent[] = (this.missed = []);
    const answer = await loadNow(this.source);
    // It was asked for again meanwhile.
    if (this.missed !== missed) return;
    this.missed = undefined;
    this.isBehind = isRefusal(answer);
    if (!isRefusal(answer)) this.show(answer);
    this.apply(missed);
  }

  private show({ files, activity, troubles }: Loaded): void {
    const reserved = [...this.live.team.peek().holds.values()].map(({ file }) => file);
    this.known.value = filesAfter(files, reserved);
    this.activity.value = activity;
    this.troubles.value = troubles;
    this.loaded.value = true;
  }

  private follow(events: readonly LogEvent[]): void {
    if (this.missed === undefined) this.apply(events);
    else this.missed.push(...events);
  }

  private apply(events: readonly LogEvent[]): void {
    this.troubles.value = troublesAfter(this.troubles.value, events);
    this.activity.value = withoutOld(activityAfter(this.activity.value, events), now.peek());
    const reserved = events.flatMap((event) => (event.type === 'file_reserved' ? event.file : []));
    this.known.value = filesAfter(this.known.value, reserved);
    if (areToBeAsked(this.known.value, events))
      this.asking ??= setTimeout(() => void this.loadFiles(), filesPauseMs);
  }

  private async loadFiles(): Promise<void> {
    const files = await loadFiles(this.source);
    this.asking = undefined;
    if (!isRefusal(files)) this.known.value = new Map([...this.known.value, ...files]);
  }
}
