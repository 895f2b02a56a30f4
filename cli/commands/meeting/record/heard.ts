import { refuse, type Refusal } from '../../../../shared/kernel/refusal.ts';
import type { Sound } from './sound.ts';

/** Sound that has begun. */
export interface Heard {
  /** What came so far and will come. */
  follow(take: (samples: Int16Array) => void | Promise<void>): void;
  readonly ended: Promise<Refusal | undefined>;
  /** Resolves when the person asks to stop. */
  readonly stopAsked: Promise<void>;
  stop(): void;
}

/** A meeting is begun only when something is heard. */
export async function firstHeard(sound: Sound, stopAsked: Promise<void>): Promise<Heard | Refusal> {
  const stopping = new AbortController();
  const early: Int16Array[] = [];
  let goOn: () => void = () => undefined;
  const followed = new Promise<void>((resolve) => (goOn = resolve));
  let take = (samples: Int16Array): void | Promise<void> => {
    early.push(samples);
    return followed;
  };
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const ended = sound((samples) => {
    begin();
    return take(samples);
  }, stopping.signal);
  void stopAsked.then(() => stopping.abort());
  const failure = await Promise.race([begun.then(() => 'begun' as const), ended]);
  if (failure !== 'begun' && early.length === 0) return failure ?? nothingHeard;
  return {
    ended,
    stopAsked,
    stop: () => stopping.abort(),
    follow(next) {
      for (const samples of early.splice(0)) void next(samples);
      take = next;
      goOn();
    },
  };
}

const nothingHeard = refuse('Unavailable', 'Nothing was recorded, so no meeting was begun.');
