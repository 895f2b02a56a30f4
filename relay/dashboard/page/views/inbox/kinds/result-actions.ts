import { asData } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import type { UnreviewedResult } from '../../../../../../shared/meetings/review.ts';
import { act } from '../../../kit/toast.tsx';
import { usePlace } from '../../../place/place.ts';
import type { Action } from '../parts/actions.tsx';
import { useInbox } from '../parts/inbox-context.ts';
import { keyOf, type ItemOf } from '../model/items.ts';
import { editResult } from './edit-result.tsx';

type State = 'found' | 'confirmed' | 'dropped';

/** Confirm, edit, drop, assign, and confirm all of the meeting; each can be taken back. */
export function useResultActions(
  { record }: ItemOf<'result'>,
  toAssign: () => unknown,
): readonly Action[] {
  const { client } = usePlace();
  const { items, settle } = useInbox();
  const isSuggestion = record.is_suggestion === true;
  const say = ({ meeting_id, id: result_id }: UnreviewedResult, state: State) =>
    client.call('reviewResult', { meeting_id, result_id, state });
  const judge = (state: State, done: string) =>
    settle(() =>
      act(say(record, state), {
        done: `${done}: ${asData(record.title, 60)}`,
        // A suggestion that is confirmed has become a result: it is dropped as one.
        ...(!(isSuggestion && state === 'confirmed') && { undo: () => say(record, 'found') }),
      }),
    );
  const mates = items
    .filter((item) => item.kind === 'result')
    .filter((item) => item.record.meeting_id === record.meeting_id)
    .filter((item) => item.record.is_suggestion !== true);
  const sayAll = async (state: State) => {
    const answers = await Promise.all(mates.map((mate) => say(mate.record, state)));
    return answers.find(isRefusal) ?? answers;
  };
  const all = () =>
    settle(
      () =>
        act(sayAll('confirmed'), {
          done: `${mates.length} results confirmed.`,
          undo: () => sayAll('found'),
        }),
      new Set(mates.map(keyOf)),
    );
  const isAction = record.kind === 'action';
  return [
    {
      letter: 'c',
      label: 'Confirm',
      kind: 'primary',
      run: () => judge('confirmed', 'Confirmed'),
    },
    { letter: 'e', label: 'Edit', run: () => editResult(record) },
    ...(isAction ? [{ letter: 'i', label: 'Assign', run: toAssign }] : []),
    { letter: 'x', label: 'Drop', kind: 'danger', run: () => judge('dropped', 'Dropped') },
    ...(mates.length > 1 && !isSuggestion
      ? [{ letter: 'C', label: `Confirm all ${mates.length} of this meeting`, run: all }]
      : []),
  ];
}
