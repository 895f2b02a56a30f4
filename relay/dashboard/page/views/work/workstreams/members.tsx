import { asData, shownId } from '../../../../../../shared/kernel/display.ts';
import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import { counted } from '../../../kit/lists/counts.ts';
import { Link } from '../../../kit/link.tsx';
import { Who, WhoMark } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { peopleOf, blockerOf } from './activity.ts';
import { symbolLabel } from '../../../../../../shared/feed/sentence.ts';
import { Left } from '../../../kit/time.tsx';
import { useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { isRefusal, type Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { StateMark } from '../board/state-mark.tsx';
import type { Output } from '../../../../../../shared/api/operations.ts';
import { changes } from '../../../state/changed-records.ts';
import { useRecord } from '../../../state/record.ts';

/** WST-2: who is in it: agents at work with their task, and people. */
export function Members({ workstream }: { readonly workstream: WorkstreamRecord }) {
  const { href } = usePlace();
  const { members, status } = workstream;
  const people = peopleOf(members);
  const agents = people.reduce((sum, person) => sum + person.agents, 0);
  return (
    <section aria-labelledby="work-members">
      <h2 id="work-members">
        Members <span class="faint numbers">{people.length}</span>
        {agents > 0 && (
          <span class="faint numbers work-agents">{counted(agents, 'agent')} at work</span>
        )}
      </h2>
      {members.length === 0 && (
        <p class="quiet">
          {status === 'active'
            ? 'Nobody yet. Whoever joins, or has its branch checked out, appears here.'
            : 'Nobody works in a workstream that has ended.'}
        </p>
      )}
      <ul class="work-lines">
        {members.map((member) => (
          <li key={`${member.user_id} ${member.session_id ?? ''}`}>
            <Who name={member.user_name} client={member.agent_type} id={member.session_id} />
            {member.session_id === undefined ? (
              <span class="faint">in person</span>
            ) : (
              <Link
                to={`${href('now')}?agent=${encodeURIComponent(member.session_id)}`}
                class="cut"
              >
                {asData(member.current_task ?? '') || 'No task yet'}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

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

/** WST-3: what keeps the workstream from being completed, in the words of its plan. */
export function StillOpen({ workstream: { slug } }: { readonly workstream: WorkstreamRecord }) {
  const plan = usePlan(slug);
  return (
    <section aria-labelledby="work-blockers">
      <h2 id="work-blockers">Open before it can end</h2>
      {plan === undefined ? (
        <p class="faint">…</p>
      ) : isRefusal(plan) ? (
        <p class="quiet">{plan.message}</p>
      ) : plan.blockers.length === 0 ? (
        <p class="quiet">Nothing stands against it: it can be completed with its pull request.</p>
      ) : (
        <BlockerList sentences={plan.blockers} />
      )}
    </section>
  );
}

/** What stands against the end of a workstream. */
export function BlockerList({ sentences }: { readonly sentences: readonly string[] }) {
  const { href } = usePlace();
  const holds = sentences.filter((sentence) => blockerOf(sentence).kind === 'hold').length;
  return (
    <ul class="work-lines">
      {sentences.map((sentence) => {
        const blocker = blockerOf(sentence);
        if (blocker.kind === 'hold') return null;
        if (blocker.kind === 'words') return <li key={sentence}>{asData(sentence, 300)}</li>;
        return (
          <li key={sentence}>
            <StateMark status={blocker.status} />
            <Link to={href('work', 'tasks', blocker.id)} class="work-blocker cut">
              {asData(blocker.title)}
            </Link>
          </li>
        );
      })}
      {holds > 0 && (
        <li class="quiet">
          {holds === 1 ? 'One part is' : `${holds} parts are`} still reserved, which ends by itself.
        </li>
      )}
    </ul>
  );
}

/** WST-3: the plan to complete a workstream, kept up; undefined until it is known. */
export function usePlan(slug: string): Output<'completeWorkstream'> | Refusal | undefined {
  return useRecord(
    ({ client, id }) => ({
      read: () => client.call('completeWorkstream', { id, slug }),
      isChangedBy: (event) => {
        // There is no plan for one that has ended.
        if (event.type === 'workstream_ended') return false;
        const isOfHolds = event.type === 'file_reserved' || event.type === 'file_released';
        return isOfHolds || changes(event, 'workstream', slug);
      },
    }),
    [slug],
  ).value.value;
}
