import type { DecisionRecord, StaleChange } from '../../../../../../shared/decisions/contract.ts';
import { Change, SymbolName } from '../../../kit/code.tsx';
import { Link } from '../../../kit/link.tsx';
import { Callout } from '../../../kit/record.tsx';
import { Ago } from '../../../kit/time.tsx';
import { usePlace } from '../../../place/place.ts';

/** What a person has to know before they read on: what changed, what replaced it, that it waits. */
export function StateCallout({ decision }: { readonly decision: DecisionRecord }) {
  const { href } = usePlace();
  const { state, superseded_by: replacedBy } = decision;
  if (state === 'stale')
    return (
      <>
        <StaleCallout decision={decision} />
        {decision.unconfirmed && <UnconfirmedCallout />}
      </>
    );
  if (state === 'proposed')
    return (
      <Callout
        tone="info"
        title="A language model proposed it. It counts when a person accepts it."
      />
    );
  if (state === 'ended')
    return (
      <Callout
        tone="plain"
        title={
          replacedBy === undefined ? (
            'It was turned down and does not count.'
          ) : (
            <>
              It does not count any more:{' '}
              <Link to={href('decisions', replacedBy)}>what replaced it</Link>
            </>
          )
        }
      />
    );
  return decision.unconfirmed === true ? <UnconfirmedCallout /> : null;
}

/** MTG-18: where to confirm it. */
function UnconfirmedCallout() {
  const { href } = usePlace();
  return (
    <Callout tone="info" title="Found in a meeting by the built-in reader, not confirmed">
      <p class="quiet">
        It counts already. Confirm or drop it in the <Link to={href('inbox')}>Inbox</Link>.
      </p>
    </Callout>
  );
}

const reasons: Readonly<Record<StaleChange['reason'], string>> = {
  changed: 'Its signature is the same; what it does has changed.',
  signature_changed: 'Its signature has changed.',
  removed: 'It is gone.',
};

function StaleCallout({ decision }: { readonly decision: DecisionRecord }) {
  const { stale_symbol: symbol, stale_since: since, stale_change: change } = decision;
  return (
    <Callout
      tone="warn"
      title={
        <>
          The code under it has changed
          {since !== undefined && (
            <span class="faint">
              {' '}
              · <Ago at={since} />
            </span>
          )}
        </>
      }
    >
      {(change?.symbol ?? symbol) !== undefined && (
        <p class="quiet">
          <SymbolName id={change?.symbol ?? symbol ?? ''} />
          {change !== undefined && `: ${reasons[change.reason]}`}
        </p>
      )}
      {change !== undefined && change.reason !== 'changed' && (
        <Change before={change.before} after={change.after} />
      )}
    </Callout>
  );
}
