import { Check } from 'lucide-preact';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { Link } from '../../../kit/link.tsx';
import { Ago } from '../../../kit/time.tsx';
import { usePlace } from '../../../place/place.ts';
import type { ClientGuide } from './clients.ts';

/** The last step: it waits for a session of this client that is the person's own, and ticks when one begins. */
export function FirstSign({ guide: { name, title } }: { readonly guide: ClientGuide }) {
  const { live, me, href } = usePlace();
  const own = [...live.team.value.agents.values()].filter(
    ({ client, userId }) => client === name && userId === me.id,
  );
  const newest = own.toSorted((a, b) => b.startedAt - a.startedAt)[0];
  return (
    <li class="connect-step" data-done={newest !== undefined || undefined} aria-live="polite">
      <span class="connect-mark" aria-hidden="true">
        {newest !== undefined && <Check size={13} />}
      </span>
      {newest === undefined ? (
        <div>
          <h3>Waiting for its first sign…</h3>
          <p class="quiet">
            This ticks by itself as soon as {title} has started, or you have sent it a first prompt.
          </p>
        </div>
      ) : (
        <div>
          <h3>Your {title} is here</h3>
          <p class="quiet">
            <Link to={`${href('now')}?agent=${encodeURIComponent(newest.id)}`}>
              {asData(newest.task) || 'No task said yet'}
            </Link>
            , last sign <Ago at={newest.lastSignAt} />
            {own.length > 1 && `, and ${own.length - 1} more of yours`}
          </p>
        </div>
      )}
    </li>
  );
}
