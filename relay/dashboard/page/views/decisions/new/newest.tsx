import type { DecisionRecord } from '../../../../../../shared/decisions/contract.ts';
import { quoted, shownUser } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { Link } from '../../../kit/link.tsx';
import { usePlace } from '../../../place/place.ts';
import { changes } from '../../../state/changed-records.ts';
import { useRecord } from '../../../state/record.ts';
import { chainOf } from '../common/chain.ts';

/** What has replaced a decision, the last one of its chain; undefined while nothing has, and until that is known. */
export function useNewest(decision: DecisionRecord | undefined): DecisionRecord | undefined {
  const record = useRecord<DecisionRecord | undefined>(
    ({ client, id }) => ({
      read: async () => {
        if (decision?.superseded_by === undefined) return undefined;
        const read = (one: string) => client.call('getDecision', { id, decision_id: one });
        return (await chainOf(decision, read)).versions[0];
      },
      isChangedBy: (event, before) =>
        before !== undefined && !isRefusal(before) && changes(event, 'decision', before.id),
    }),
    [decision?.id, decision?.superseded_by],
  );
  const { value } = record.value;
  return isRefusal(value) || value?.id === decision?.id ? undefined : value;
}

interface ReplacedNoteProps {
  readonly replaced: DecisionRecord;
  readonly newest: DecisionRecord;
}

/** DSH-4: somebody else was first; what was typed goes on, against what they decided. */
export function ReplacedNote({ replaced, newest }: ReplacedNoteProps) {
  const { href } = usePlace();
  return (
    <p class="draft-note" role="status">
      {shownUser(newest.made_by_name)} has replaced {quoted(replaced.title)} by{' '}
      <Link to={href('decisions', newest.id)}>{quoted(newest.title)}</Link>. What you typed is kept,
      and supersedes that one.
    </p>
  );
}
