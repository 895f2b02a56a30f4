import { asData } from '../../../../../../shared/kernel/display.ts';
import type { UnreviewedResult } from '../../../../../../shared/meetings/review.ts';
import { PersonPick } from '../../../kit/forms/text-field.tsx';
import { act } from '../../../kit/toast.tsx';
import { usePlace } from '../../../place/place.ts';
import { useAnswer } from '../../../state/record.ts';
import { useInbox } from '../parts/inbox-context.ts';

const mostMembers = 500;

/** Who does it: a member, whoever was named in the meeting, or nobody. */
export function Assign({ record }: { readonly record: UnreviewedResult }) {
  const { client, workspace } = usePlace();
  const { over } = useInbox();
  const { meeting_id, id: result_id, assignee = '' } = record;
  const options = useAssignees(assignee);
  if (over !== undefined) return <>{asData(assignee) || 'Nobody'}</>;
  const assign = (to: string) =>
    client.call('reviewResult', { meeting_id, result_id, assignee: to === '' ? null : to });
  const onPick = (to: string) =>
    void act(assign(to), {
      done: to === '' ? 'It is nobody’s now.' : 'Assigned.',
      undo: () => assign(assignee),
    });
  return (
    <PersonPick
      key={workspace.value.id}
      label="For whom"
      value={assignee}
      options={options}
      onPick={onPick}
    />
  );
}

/** Members by name, as meetings name people. Who was named and is no member stays a choice. */
export function useAssignees(named: string): readonly { value: string; label: string }[] {
  const { workspace } = usePlace();
  const members = useAnswer('listMembers', { id: workspace.value.id, limit: mostMembers });
  const names = new Set((members?.members ?? []).map(({ name }) => name));
  if (named !== '') names.add(named);
  const all = [...names].map((name) => ({ value: name, label: asData(name, 80) }));
  return [{ value: '', label: 'Nobody' }, ...all];
}
