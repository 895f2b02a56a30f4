import { useHistory } from '../../../state/history.ts';
import type { NowState } from '../now-state.ts';
import { Runs } from './runs.tsx';

/** What happens, by agents, the newest first; further back page by page. */
export function Feed({ state }: { readonly state: NowState }) {
  const history = useHistory();
  return (
    <section class="panel feed" aria-labelledby="feed-title">
      <header class="panel-head">
        <h2 id="feed-title">What happens</h2>
      </header>
      <div class="panel-body">
        <Runs history={history} state={state} />
      </div>
    </section>
  );
}
