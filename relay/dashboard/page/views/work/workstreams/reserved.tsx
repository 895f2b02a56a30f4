import { symbolLabel } from '../../../../../../shared/feed/sentence.ts';
import { shownId } from '../../../../../../shared/kernel/display.ts';
import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import { WhoMark } from '../../../kit/who.tsx';
import { Left } from '../../../kit/time.tsx';
import { useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';

const first = 12;

/** What those who work in it hold. */
export function Reserved({
  workstream: { reservations },
}: {
  readonly workstream: WorkstreamRecord;
}) {
  const [isWhole, setWhole] = useState(false);
  if (reservations.length === 0) return null;
  const shown = isWhole ? reservations : reservations.slice(0, first);
  return (
    <section aria-labelledby="work-reserved">
      <h2 id="work-reserved">
        Reserved <span class="faint numbers">{reservations.length}</span>
      </h2>
      <ul class="work-lines">
        {shown.map((one) => (
          <li key={`${one.session_id} ${one.file_path} ${one.symbol_ids.join()}`}>
            <WhoMark id={one.session_id} isAgent />
            <code class="name cut" title={shownId(one.file_path)}>
              {one.symbol_ids.length === 0
                ? shownId(one.file_path)
                : one.symbol_ids.map(symbolLabel).join(', ')}
            </code>
            <span class="faint work-end">
              <Left at={one.expires_at} />
            </span>
          </li>
        ))}
      </ul>
      {shown.length < reservations.length && (
        <Button size="s" kind="quiet" onClick={() => setWhole(true)}>
          Show all {reservations.length}
        </Button>
      )}
    </section>
  );
}
