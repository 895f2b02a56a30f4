import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { WaitRecord } from '../../../shared/waits/contract.ts';
import { followFeed, newestSeq, type FeedPlace } from '../../connection/follow-feed.ts';

/** What the feed tells of waits that end, so that nobody has to ask for each again and again (LIM-1). */
export interface EndedWaits {
  /** The wait as it ended; undefined while the feed tells nothing of it. */
  of(one: WaitRecord): WaitRecord | undefined;
  /** Until the feed tells more of these waits, `mostMs` have passed, or it is time to ask for them, which is answered with true. */
  quiet(mostMs: number): Promise<boolean>;
}

/** How long to wait before one asks where the feed is followed, and where it is not. */
const askEveryMs = { followed: 120_000, alone: 30_000 };

/** Follows the feed from now on. Where that cannot be, who waits asks more often. */
export function followEnds(place: FeedPlace, waits: readonly WaitRecord[]): EndedWaits {
  const ids = new Set(waits.map(({ id }) => id));
  const ended = new Map<string, Pick<WaitRecord, 'status' | 'ended_at'>>();
  let isFollowed = false;
  let bell = new AbortController();
  let isTimeToAsk = false;
  void follow(place, {
    onGap: (isFollowedNow) => {
      isFollowed = isFollowedNow;
      isTimeToAsk = true;
      bell.abort();
    },
    onEnd: (id, end) => {
      if (!ids.has(id)) return;
      ended.set(id, end);
      bell.abort();
    },
  });
  return {
    of: (one) => {
      const end = ended.get(one.id);
      return end && { ...one, ...end, before: 0 };
    },
    async quiet(mostMs) {
      const ms = Math.min(mostMs, isFollowed ? askEveryMs.followed : askEveryMs.alone);
      const signal = AbortSignal.any([place.stop, bell.signal]);
      const isPassed = await pause(ms, true, { signal }).catch(() => false);
      const answer = isPassed || isTimeToAsk;
      bell = new AbortController();
      isTimeToAsk = false;
      return answer;
    },
  };
}

interface Telling {
  /** What has ended until now may not have been told; what ends from now on is told where the feed is followed. */
  onGap(isFollowed: boolean): void;
  onEnd(id: string, end: Pick<WaitRecord, 'status' | 'ended_at'>): void;
}

async function follow(place: FeedPlace, { onGap, onEnd }: Telling): Promise<void> {
  const seq = await newestSeq(place);
  if (isRefusal(seq)) return;
  onGap(true);
  await followFeed({
    ...place,
    seq,
    until: undefined,
    onEvent: (event) => {
      if (event.type === 'wait_ended')
        onEnd(event.wait_id, { status: event.status, ended_at: event.at });
    },
    onLost: () => onGap(true),
    onBreak: () => undefined,
  });
  onGap(false);
}
