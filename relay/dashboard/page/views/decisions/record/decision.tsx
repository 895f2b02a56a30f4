import type { DecisionRecord } from '../../../../../../shared/decisions/contract.ts';
import { asData, asText } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { Empty, Page, UnreadPage } from '../../../kit/page.tsx';
import { Link } from '../../../kit/link.tsx';
import { Past } from '../../../kit/lists/rows.tsx';
import { Part, RecordBody } from '../../../kit/record.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { useHistoryAbout } from '../../../state/history.ts';
import { useRecord } from '../../../state/record.ts';
import { changedBy } from '../list/filter.ts';
import { RecordPage } from '../new/record-page.tsx';
import { StateBadge } from '../common/state-badge.tsx';
import { typeWords } from '../common/words.ts';
import { Actions } from './actions.tsx';
import { Facts } from './facts.tsx';
import { pastSentence, pastTypes } from './past.ts';
import { StateCallout } from './state-callout.tsx';
import { Told } from './told.tsx';

/** DSH-57: one decision with all that is known of it. */
export function DecisionPage({ id }: { readonly id: string }) {
  const { href } = usePlace();
  const { query } = useAddress();
  const history = useHistoryAbout(id, pastTypes);
  const record = useRecord<DecisionRecord>(
    ({ client, id }) => ({
      read: () => client.call('getDecision', { id: id, decision_id: id }),
      isChangedBy: (event) => changedBy(event).includes(id),
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
  if (query.get('supersede') !== null)
    return decision.state === 'ended' ? (
      <NothingToReplace decision={decision} />
    ) : (
      <RecordPage replaced={decision} />
    );
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
