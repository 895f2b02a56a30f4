import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { Database } from '../store/database.ts';
import { selectOwners, selectPerson } from './queries.ts';

interface Named {
  readonly by?: string;
  readonly user?: string;
  readonly user_id?: string;
  readonly session_id?: string;
  readonly initiator?: string;
  readonly initiator_session?: string;
}

/** FED-5: picks what one user and their agents did. An event that names neither a user nor a session by its id goes by the name. */
export class DoneBy {
  private name: string | undefined;
  private readonly owners = new Map<string, string>();

  constructor(
    private readonly reader: Database['reader'],
    private readonly workspaceId: string,
    private readonly userId: string,
  ) {}

  async pick(events: readonly LogEvent[]): Promise<LogEvent[]> {
    this.name ??= (await selectPerson(this.reader, this.workspaceId, this.userId))?.name ?? '';
    await this.learnOwners(events);
    return events.filter((event) => this.isTheirs(event as Named));
  }

  private async learnOwners(events: readonly LogEvent[]): Promise<void> {
    const named = new Set(events.map((event) => sessionOf(event as Named)));
    const unknown = [...named].filter((id) => id !== '' && !this.owners.has(id));
    const found = await selectOwners(this.reader, this.workspaceId, unknown);
    for (const { id, user_id: userId } of found) this.owners.set(id, userId);
  }

  private isTheirs(event: Named): boolean {
    const userId = event.user_id ?? this.owners.get(sessionOf(event));
    if (userId !== undefined) return userId === this.userId;
    const name = event.by ?? event.user ?? event.initiator ?? '';
    return name !== '' && name === this.name;
  }
}

function sessionOf({ session_id: id, initiator_session: initiator, by }: Named): string {
  return id ?? (by === undefined ? (initiator ?? '') : '');
}
