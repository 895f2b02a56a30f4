import type { Output } from '../../../../../../shared/api/operations.ts';
import { asData, shownId, shownUser } from '../../../../../../shared/kernel/display.ts';
import { isRefusal, type Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { Button } from '../../../kit/button.tsx';
import { Page, UnreadPage } from '../../../kit/page.tsx';
import { dayWithYear } from '../../../kit/dates.ts';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { changes } from '../../../state/changed-records.ts';
import { useHistoryOf } from '../../../state/history.ts';
import { useRecord } from '../../../state/record.ts';
import { nothing, useAtWork, type Member } from '../member/member.ts';
import { useRemoval, RolePick } from '../member/role-pick.tsx';
import { AgentList, Did } from './did.tsx';
import { isBy, kindOf } from './kinds.ts';
import { RecordLists } from './record-lists.tsx';
import './person.css';

type Detail = Output<'memberDetail'>;

/** DSH-75: one member: what their agents do now, what they did, and what they recorded. */
export function Person({ id }: { readonly id: string }) {
  const { href } = usePlace();
  const detail = useDetail(id);
  const above = { title: 'People', to: href('people') };
  if (detail === undefined || isRefusal(detail))
    return (
      <UnreadPage title="Member" above={above} refusal={detail} none="Nobody here has this id">
        <p>Who was removed stands in the log, under what they did.</p>
      </UnreadPage>
    );
  return <Known detail={detail} above={above} />;
}

interface KnownProps {
  readonly detail: Detail;
  readonly above: { readonly title: string; readonly to: string };
}

function Known({ detail, above }: KnownProps) {
  const { live } = usePlace();
  const { query } = useAddress();
  const work = useAtWork().get(detail.user_id) ?? nothing;
  const kind = kindOf(query.get('show'));
  const who = { id: detail.user_id, name: detail.name };
  const history = useHistoryOf(
    { user: who.id, ...(kind.types !== '' && { type: kind.types }) },
    (event) => isBy(event, who, live.team.peek().agents, kind),
  );
  const isReady = history.state.value !== 'loading' && live.loaded.value > 0;
  return (
    <Page
      title={shownUser(detail.name)}
      above={above}
      isReady={isReady}
      actions={<Removal member={detail} />}
    >
      <div class="person">
        <Facts member={detail} />
        <div class="person-main">
          <AgentList work={work} name={detail.name} />
          <Did history={history} kind={kind.value} name={detail.name} />
        </div>
        <RecordLists detail={detail} />
      </div>
    </Page>
  );
}

function Removal({ member }: { readonly member: Member }) {
  const { go } = useAddress();
  const { href } = usePlace();
  const { whyNot, label, isMe, run } = useRemoval(member);
  const end = async () => {
    if ((await run()) && !isMe) go(href('people'));
  };
  return (
    <Button
      kind="danger"
      disabled={whyNot !== undefined}
      title={whyNot ?? label}
      onClick={() => void end()}
    >
      {isMe ? label : 'Remove'}
    </Button>
  );
}

function Facts({ member }: { readonly member: Member }) {
  const joined = dayWithYear(Date.parse(member.added_at));
  return (
    <dl class="person-facts">
      <div>
        <dt>Role</dt>
        <dd>
          <RolePick member={member} />
        </dd>
      </div>
      <div>
        <dt>Address</dt>
        <dd>{asData(member.email)}</dd>
      </div>
      <div>
        <dt>Member since</dt>
        <dd>{joined}</dd>
      </div>
      <div>
        <dt>Id</dt>
        <dd>
          <code>{shownId(member.user_id)}</code>
        </dd>
      </div>
    </dl>
  );
}

/** Who holds what comes with the team. */
const shown = ['decision', 'task', 'commit', 'package', 'meeting', 'member'] as const;

/** The records of a member, kept up; a refusal where there is no such member. */
function useDetail(userId: string): Detail | Refusal | undefined {
  return useRecord<Detail>(
    ({ client, id }) => ({
      read: () => client.call('memberDetail', { id, userId }),
      isChangedBy: (event) => shown.some((kind) => changes(event, kind)),
    }),
    [userId],
  ).value.value;
}
