import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../../../../shared/api/caller.ts';
import type { LogEvent } from '../../../../../shared/contract/events/events.ts';
import type { KnowledgeGraph } from '../../../../../shared/graph/contract.ts';
import { isPassing, isRefusal, type Refusal } from '../../../../../shared/kernel/refusal.ts';
import { idsChangedBy } from '../../state/changed-records.ts';
import type { Live } from '../../state/live.ts';
import { beforeOf, textOf } from './layout/kept.ts';
import { layoutSteps, type Layout } from './layout/overview.ts';
import { type Before } from './layout/inside.ts';
import { inSlices } from './layout/slices.ts';
import { graphOf, noGraph, withDecision, withMore, type Graph } from './model/graph.ts';

/** How much there is, where the service has left out some. */
export interface Cut {
  readonly total: number;
}

interface Source {
  readonly client: Client;
  readonly workspaceId: string;
}

/** From so many changed decisions on, everything is asked for again instead of each. */
const mostAtOnce = 12;

/** DSH-60: the graph as it is now: asked for once, then decision by decision as the log names them. */
export class GraphState {
  private readonly graphNow = signal<Graph>(noGraph);
  private readonly layoutNow = signal<Layout | undefined>(undefined);
  private readonly cutNow = signal<Cut | undefined>(undefined);
  private readonly problemNow = signal<Refusal | undefined>(undefined);
  private readonly changedNow = signal<ReadonlySet<string>>(new Set());
  private readonly stopping = new AbortController();
  private readonly stops: (() => void)[] = [];
  private laying = new AbortController();
  private readonly asked = new Set<string>();
  private isBehind = false;

  constructor(
    live: Live,
    private readonly source: Source,
  ) {
    this.stops.push(live.onEvents((events) => this.follow(events)));
    this.stops.push(effect(() => void (live.loaded.value > 0 && this.load())));
    // DSH-3: what could not be read is asked for again when the service is there.
    this.stops.push(
      effect(() => void (live.link.value.state === 'live' && this.isBehind && this.load())),
    );
  }

  get graph(): ReadonlySignal<Graph> {
    return this.graphNow;
  }

  /** Undefined until it is laid out. It may be older than the graph for some milliseconds. */
  get layout(): ReadonlySignal<Layout | undefined> {
    return this.layoutNow;
  }

  get cut(): ReadonlySignal<Cut | undefined> {
    return this.cutNow;
  }

  get problem(): ReadonlySignal<Refusal | undefined> {
    return this.problemNow;
  }

  /** What the last events have changed, to be pointed at. */
  get changed(): ReadonlySignal<ReadonlySet<string>> {
    return this.changedNow;
  }

  stop(): void {
    for (const stop of this.stops) stop();
    this.stopping.abort();
    this.laying.abort();
  }

  /** Asks for what is near a node that may have been left out; the refusal when there is no such node. */
  async reach(focus: string, depth: number): Promise<Refusal | undefined> {
    const answer = await this.ask({ focus, depth });
    if (isRefusal(answer)) return answer;
    await this.become(withMore(this.graphNow.peek(), answer));
    return undefined;
  }

  private ask(part: { focus?: string; depth?: number }): Promise<KnowledgeGraph | Refusal> {
    const { client, workspaceId: id } = this.source;
    return client.call('graph', { id, people: 'true', ...part });
  }

  private async load(): Promise<void> {
    const answer = await this.ask({});
    this.isBehind = isPassing(answer);
    if (isRefusal(answer)) {
      // What is known stays while nothing can be asked.
      if (this.layoutNow.peek() === undefined || !this.isBehind) this.problemNow.value = answer;
      return;
    }
    this.problemNow.value = undefined;
    this.cutNow.value = answer.total === undefined ? undefined : { total: answer.total };
    await this.become(graphOf(answer));
  }

  private follow(events: readonly LogEvent[]): void {
    const ids = new Set(events.flatMap((event) => idsChangedBy(event, 'decision')));
    if (ids.size > mostAtOnce) return void this.load();
    for (const id of ids) void this.refresh(id);
    if (ids.size > 0) this.changedNow.value = ids;
  }

  /** One request for a decision at a time; what changes meanwhile is asked for afterwards. */
  private async refresh(id: string): Promise<void> {
    if (this.asked.has(id)) return void this.again.add(id);
    this.asked.add(id);
    const answer = await this.ask({ focus: id, depth: 1 });
    this.asked.delete(id);
    if (this.stopping.signal.aborted) return;
    if (!isRefusal(answer)) await this.become(withDecision(this.graphNow.peek(), id, answer));
    else if (answer.error === 'NotFound')
      await this.become(withDecision(this.graphNow.peek(), id, undefined));
    if (this.again.delete(id)) await this.refresh(id);
  }

  private readonly again = new Set<string>();

  private async become(graph: Graph): Promise<void> {
    this.graphNow.value = graph;
    this.laying.abort();
    this.laying = new AbortController();
    const layout = await inSlices(layoutSteps(graph, this.before()), this.laying.signal);
    if (layout === undefined) return;
    this.layoutNow.value = layout;
    localStorage.setItem(this.key, textOf(layout));
  }

  private before(): Before | undefined {
    const layout = this.layoutNow.peek();
    if (layout === undefined) return beforeOf(localStorage.getItem(this.key));
    return {
      depth: layout.depth,
      at: (id) => layout.at.get(id),
      region: (id) => layout.regions.get(id),
    };
  }

  private get key(): string {
    return `coord-graph ${this.source.workspaceId}`;
  }
}
