import type { Input } from '../../../../../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { act } from '../../../kit/toast.tsx';
import { usePlace } from '../../../place/place.ts';

export type Change = Omit<Input<'changeWorkspace'>, 'id'>;

interface Words {
  /** What is so now. */
  readonly done: string;
  /** What takes it back. */
  readonly back: Change;
}

/** Changes the workspace; the refusal, or undefined when it is done and said. */
export function useChange(): (change: Change, words: Words) => Promise<Refusal | undefined> {
  const { client, workspace } = usePlace();
  const { id } = workspace.value;
  const send = async (change: Change) => {
    const answer = await client.call('changeWorkspace', { id, ...change });
    if (!isRefusal(answer)) workspace.value = answer;
    return answer;
  };
  return async (change, { done, back }) => {
    const answer = await send(change);
    if (isRefusal(answer)) return answer;
    await act(Promise.resolve(answer), { done, undo: () => send(back) });
    return undefined;
  };
}
