import type { Output } from '../../../shared/api/operations.ts';

/** A connection that follows a meeting. */
export interface Listener {
  /** There may be more text: resolves when it was told. */
  catchUp(): Promise<void>;
  /** The same, and the meeting may be over. */
  look(): Promise<void>;
  /** The meeting is completed. */
  end(outcome: Output<'ingestMeeting'>): void;
}

/** MTG-23: who follows which meeting at this relay. */
export class Listeners {
  private readonly byMeeting = new Map<string, Set<Listener>>();

  /** Answers what ends it. */
  add(meetingId: string, listener: Listener): () => void {
    const listeners = this.byMeeting.get(meetingId) ?? new Set();
    this.byMeeting.set(meetingId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.byMeeting.get(meetingId) === listeners)
        this.byMeeting.delete(meetingId);
    };
  }

  /** Resolves when everybody here was told what was stored before. */
  async tell(meetingId: string): Promise<void> {
    const listeners = [...(this.byMeeting.get(meetingId) ?? [])];
    await Promise.all(listeners.map((listener) => listener.catchUp()));
  }

  /** What another relay has stored or completed is found by looking. */
  async lookAll(): Promise<void> {
    const all = [...this.byMeeting.values()].flatMap((listeners) => [...listeners]);
    await Promise.all(all.map((listener) => listener.look()));
  }

  end(meetingId: string, outcome: Output<'ingestMeeting'>): void {
    for (const listener of this.byMeeting.get(meetingId) ?? []) listener.end(outcome);
  }
}
