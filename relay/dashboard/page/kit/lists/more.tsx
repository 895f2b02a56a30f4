import { useState } from 'preact/hooks';
import { isRefusal } from '../../../../../shared/kernel/refusal.ts';
import type { Records } from '../../state/records.ts';
import { Button } from '../button.tsx';
import './more.css';

/** The end of a list: why it could not be loaded, or a button for the next page. */
export function More({
  list,
}: {
  readonly list: Pick<Records<unknown>, 'state' | 'hasMore' | 'isLoaded' | 'more'>;
}) {
  const [isLoading, setLoading] = useState(false);
  const state = list.state.value;
  if (isRefusal(state))
    return (
      <p class="more" role="alert">
        {!list.isLoaded.value && <b>Not loaded yet. </b>}
        {state.message}
      </p>
    );
  if (!list.hasMore.value) return null;
  const load = async () => {
    setLoading(true);
    await list.more();
    setLoading(false);
  };
  return (
    <p class="more">
      <Button kind="quiet" disabled={isLoading} onClick={() => void load()}>
        {isLoading ? 'Loading…' : 'Show more'}
      </Button>
    </p>
  );
}
