import type { ConventionRecord } from '../../../../../shared/conventions/contract.ts';
import { asData, asText } from '../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../shared/kernel/refusal.ts';
import { Badge } from '../../kit/button.tsx';
import { Page, UnreadPage } from '../../kit/page.tsx';
import { Link } from '../../kit/link.tsx';
import { Past } from '../../kit/lists/rows.tsx';
import { Callout, Part, RecordBody, Fact } from '../../kit/record.tsx';
import { usePlace } from '../../place/place.ts';
import { changes } from '../../state/changed-records.ts';
import { useHistoryAbout } from '../../state/history.ts';
import { useRecord } from '../../state/record.ts';
import { useFiles } from '../../state/files.ts';
import { Actions } from './actions.tsx';
import { Covered } from './covered.tsx';
import { pastSentence, pastTypes } from './filter.ts';
import { TierBadge } from './tier-badge.tsx';
import { tierWords } from './words.ts';
import { Ago } from '../../kit/time.tsx';
import { Who } from '../../kit/who.tsx';
import { nameOf, useMembers } from '../../state/members.ts';

/** DSH-58: one rule, what it is about, and what happened to it. */
export function ConventionPage({ id }: { readonly id: string }) {
  const { href } = usePlace();
  const history = useHistoryAbout(id, pastTypes);
  const files = useFiles();
  const record = useRecord<ConventionRecord>(
    ({ client, id: workspaceId }) => ({
      read: () => client.call('getConvention', { id: workspaceId, cid: id }),
      isChangedBy: (event) => changes(event, 'convention', id),
    }),
    [id],
  );
  const rule = record.value.value;
  const above = { title: 'Conventions', to: href('conventions') };
  if (rule === undefined || isRefusal(rule))
    return (
      <UnreadPage
        title="Convention"
        above={above}
        refusal={rule}
        none={rule?.error === 'NotFound' ? 'There is no such rule' : 'Not now'}
      >
        <Link to={href('conventions')}>All conventions</Link>
      </UnreadPage>
    );
  return (
    <Page
      title={rule.title}
      above={above}
      hasOwnTitle
      isReady={history.state.value !== 'loading' && files.value !== undefined}
      actions={<Actions rule={rule} onChanged={record.put} />}
    >
      <RecordBody
        title={asData(rule.title, 300)}
        kind={<Kind rule={rule} />}
        facts={<Facts rule={rule} />}
      >
        <StatusCallout rule={rule} />
        <p class="record-prose">
          {asText(rule.rationale) || <span class="faint">No reason was given.</span>}
        </p>
        <Covered globs={rule.affected_files} files={files.value ?? []} />
        <Part title="History">
          <Past history={history} sentence={pastSentence} />
        </Part>
      </RecordBody>
    </Page>
  );
}

function Kind({ rule }: { readonly rule: ConventionRecord }) {
  return (
    <>
      <TierBadge tier={rule.tier} />
      {rule.status === 'retired' && <Badge>Retired</Badge>}
      {rule.status === 'proposed' && <Badge tone="info">Proposed</Badge>}
      {rule.status === 'active' && <span>{tierWords[rule.tier].means}</span>}
    </>
  );
}

function StatusCallout({ rule: { status } }: { readonly rule: ConventionRecord }) {
  if (status === 'proposed')
    return <Callout tone="info" title="It waits to be accepted, and denies nothing until then." />;
  if (status === 'retired')
    return <Callout tone="plain" title="It is retired and counts no more." />;
  return null;
}

/** Who made a rule count, and what it is about beside its files. */
function Facts({ rule }: { readonly rule: ConventionRecord }) {
  const { affected_areas: areas } = rule;
  return (
    <>
      <Fact name="Proposed">
        <By name={rule.proposed_by_name} at={rule.created_at} />
      </Fact>
      <Done name="Accepted" by={rule.accepted_by} at={rule.accepted_at} />
      <Done name="Retired" by={rule.retired_by} at={rule.retired_at} />
      {areas.length > 0 && (
        <Fact name="Areas">
          <ul>
            {areas.map((area) => (
              <li key={area}>{asData(area, 80)}</li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}

interface DoneProps {
  readonly name: string;
  /** A user id. */
  readonly by: string | undefined;
  readonly at: string | undefined;
}

function Done({ name, by, at }: DoneProps) {
  const members = useMembers();
  if (by === undefined || at === undefined) return null;
  return (
    <Fact name={name}>
      <By name={nameOf(members, by)} at={at} />
    </Fact>
  );
}

function By({ name, at }: { readonly name: string; readonly at: string }) {
  return (
    <p class="convention-by">
      <Who name={name} />
      <span class="faint">
        <Ago at={at} />
      </span>
    </p>
  );
}
