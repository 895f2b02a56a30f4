import { useEffect } from 'preact/hooks';
import { isRefusal, type Refusal } from '../../../../shared/kernel/refusal.ts';
import type { Live } from './live.ts';

/** DSH-3: asks again for what could not be read, as soon as the service is there again. */
export function useLoadAgain(live: Live, known: () => unknown, load: () => Promise<void>): void {
  const isLive = live.link.value.state === 'live';
  useEffect(() => {
    if (isLive && isAway(known())) void load();
  }, [isLive]);
}

/** Whether the service could not be asked. */
export function isAway(value: unknown): value is Refusal {
  return isRefusal(value) && value.error === 'Unavailable';
}
