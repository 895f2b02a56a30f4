import { signal, type ReadonlySignal } from '@preact/signals';
import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import type { Place } from '../../../place/place.ts';

const hours = 24;
const slots = 288;

/** When the agents of each member gave their last sign, within the last day; by user id, in milliseconds. */
export class LastSigns {
  private readonly known = signal<ReadonlyMap<string, number>>(new Map());
  /** Whose session it is, also after its end. */
  private readonly owners = new Map<string, string>();

  constructor(private readonly place: Pick<Place, 'client' | 'live' | 'workspace'>) {}

  get byUser(): ReadonlySignal<ReadonlyMap<string, number>> {
    return this.known;
  }

  /** Asks what happened before; `follow` adds what happens then. */
  async load(): Promise<void> {
    const { client, live, workspace } = this.place;
    const id = workspace.value.id;
    const activity = await client.call('activity', { id, hours, slots });
    const signs: [string, number][] = [...live.team.peek().agents.values()].map((agent) => {
      this.owners.set(agent.id, agent.userId);
      return [agent.userId, agent.lastSignAt];
    });
    if (!isRefusal(activity)) {
      const from = Date.parse(activity.from);
      const to = Date.parse(activity.to);
      for (const { user_id: userId, session_id: session, slots: active } of activity.agents) {
        if (userId === undefined) continue;
        this.owners.set(session, userId);
        const last = active.at(-1)?.slot;
        if (last !== undefined)
          signs.push([userId, Math.min(to, from + (last + 1) * activity.slot_ms)]);
      }
    }
    this.note(signs);
  }

  follow(events: readonly LogEvent[]): void {
    const { agents } = this.place.live.team.peek();
    this.note(
      events.flatMap((event): [string, number][] => {
        const { session_id: session, user_id: user } = event as {
          session_id?: string;
          user_id?: string;
        };
        if (session === undefined) return [];
        const owner = user ?? agents.get(session)?.userId ?? this.owners.get(session);
        if (owner === undefined) return [];
        this.owners.set(session, owner);
        return [[owner, Date.parse(event.at)]];
      }),
    );
  }

  private note(signs: readonly (readonly [string, number])[]): void {
    if (signs.length === 0) return;
    const next = new Map(this.known.value);
    for (const [user, at] of signs) next.set(user, Math.max(at, next.get(user) ?? 0));
    this.known.value = next;
  }
}
