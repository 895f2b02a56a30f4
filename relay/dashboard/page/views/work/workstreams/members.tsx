import { asData } from '../../../../../../shared/kernel/display.ts';
import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import { counted } from '../../../kit/lists/counts.ts';
import { Link } from '../../../kit/link.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { peopleOf } from './activity.ts';

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
