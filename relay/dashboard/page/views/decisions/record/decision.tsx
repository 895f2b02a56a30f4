import type { DecisionRecord, StaleChange } from '../../../../../../shared/decisions/contract.ts';
import { asData, asText } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { useHasDraft } from '../../../kit/forms/draft.tsx';
import { Empty, Page, UnreadPage } from '../../../kit/page.tsx';
import { Link } from '../../../kit/link.tsx';
import { Past } from '../../../kit/lists/rows.tsx';
import { Part, RecordBody, Callout } from '../../../kit/record.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { changes } from '../../../state/changed-records.ts';
import { useHistoryAbout } from '../../../state/history.ts';
import { useRecord } from '../../../state/record.ts';
import { draftName, RecordPage } from '../new/record-page.tsx';
import { StateBadge } from '../common/state-badge.tsx';
import { typeWords } from '../common/words.ts';
import { Actions } from './actions.tsx';
import { Facts } from './facts.tsx';
import { pastSentence, pastTypes } from './past.ts';
import { Told } from './told.tsx';
import { Change, SymbolName } from '../../../kit/code.tsx';

/** DSH-57: one decision with all that is known of it. */
export function DecisionPage({ id }: { readonly id: string }) {
  const { href } = usePlace();
  const { query } = useAddress();
  const history = useHistoryAbout(id, pastTypes);
  const record = useRecord<DecisionRecord>(
    ({ client, id: workspaceId }) => ({
      read: () => client.call('getDecision', { id: workspaceId, decision_id: id }),
      isChangedBy: (event) => changes(event, 'decision', id),
    }),
    [id],
  );
  const decision = record.value.value;
  const above = { title: 'Decisions', to: href('decisions') };
  if (decision === undefined || isRefusal(decision))
    return (
      <UnreadPage
        title="Decision"
        above={above}
        refusal={decision}
        none={decision?.error === 'NotFound' ? 'There is no such decision' : 'Not now'}
      >
        <Link to={href('decisions')}>All decisions</Link>
      </UnreadPage>
    );
  if (query.get('supersede') !== null) return <Supersede decision={decision} />;
  const wasProposed = decision.accepted_by !== undefined;
  return (
    <Page
      title={decision.title}
      above={above}
      hasOwnTitle
      isReady={history.state.value !== 'loading'}
      actions={<Actions decision={decision} onChanged={record.put} />}
    >
      <RecordBody
        title={asData(decision.title, 300)}
        kind={<Kind decision={decision} />}
        facts={<Facts decision={decision} />}
      >
        <StateCallout decision={decision} />
        <p class="record-prose">
          {asText(decision.rationale) || <span class="faint">No reason was given.</span>}
        </p>
        <Part title="History">
          <Past history={history} sentence={(event) => pastSentence(event, { id, wasProposed })} />
        </Part>
        <Told decision={decision} />
      </RecordBody>
    </Page>
  );
}

/** The form to supersede it; it goes on where another one has replaced the decision, as long as something is typed in it. */
function Supersede({ decision }: { readonly decision: DecisionRecord }) {
  const hasDraft = useHasDraft(draftName(decision.id));
  const goesOn = hasDraft && decision.superseded_by !== undefined;
  if (decision.state === 'ended' && !goesOn) return <NothingToReplace decision={decision} />;
  return <RecordPage replaced={decision} />;
}

/** In place of the form to supersede it. */
function NothingToReplace({ decision }: { readonly decision: DecisionRecord }) {
  const { href } = usePlace();
  const replacedBy = decision.superseded_by;
  const above = { title: asData(decision.title, 60), to: href('decisions', decision.id) };
  return (
    <Page title="Supersede a decision" above={above} isReady>
      <Empty title="This decision does not count any more">
        {replacedBy === undefined ? (
          <p>It was turned down, so there is nothing to replace.</p>
        ) : (
          <p>
            Another one has replaced it already.{' '}
            <Link to={href('decisions', replacedBy)}>Open what replaced it</Link>
          </p>
        )}
      </Empty>
    </Page>
  );
}

function Kind({ decision }: { readonly decision: DecisionRecord }) {
  const { word, icon: Icon } = typeWords[decision.type];
  return (
    <>
      <StateBadge state={decision.state} />
      <span class="decision-kind">
        <Icon size={15} aria-hidden /> {word}
      </span>
      <span class="faint" aria-hidden="true">
        ·
      </span>
      <Who name={decision.made_by_name} />
      <span class="faint">
        <Ago at={decision.created_at} />
      </span>
    </>
  );
}

/** What a person has to know before they read on: what changed, what replaced it, that it waits. */
function StateCallout({ decision }: { readonly decision: DecisionRecord }) {
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
