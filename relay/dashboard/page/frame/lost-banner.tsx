import { WifiOff } from 'lucide-preact';
import { isAtDaemon } from '../client/service.ts';
import { timeOfDay } from '../kit/dates.ts';
import { usePlace } from '../place/place.ts';

/** DSH-3: says that nothing comes any more, and as of when what is shown is true. */
export function LostBanner() {
  const link = usePlace().live.link.value;
  const isLost = link.state === 'lost';
  document.documentElement.toggleAttribute('data-lost', isLost);
  return (
    <div role="status">
      {isLost && (
        <p class="lost-banner">
          <WifiOff size={15} aria-hidden />
          <span>
            {isAtDaemon ? 'The relay cannot be reached' : 'The connection to the relay is gone'}.
            What you see is <b>as of {timeOfDay(link.asOf)}</b>; it goes on by itself.
          </span>
        </p>
      )}
    </div>
  );
}
