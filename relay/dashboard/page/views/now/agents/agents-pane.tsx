import { SearchField } from '../../../kit/forms/field.tsx';
import { Windowed, rowRem } from '../../../kit/lists/windowed.tsx';
import { useAddress } from '../../../place/address.ts';
import { useFitting } from '../model/fitting.ts';
import type { NowState } from '../now-state.ts';
import { AgentRow } from './agent-row.tsx';
import './agents.css';

/** Everybody who is here, one line each: those with trouble first, then who was active last. */
export function AgentsPane({ state }: { readonly state: NowState }) {
  const { query, setQuery } = useAddress();
  const words = query.get('q') ?? '';
  const all = state.agents.value;
  const fitting = useFitting(state);
  const shown = fitting === undefined ? all : all.filter(({ id }) => fitting.has(id));
  const isFiltered = shown.length < all.length;
  return (
    <section class="panel agents" aria-labelledby="agents-title">
      <header class="panel-head">
        <h2 id="agents-title">Agents at work</h2>
        <span class="faint numbers">
          {isFiltered ? `${shown.length} of ${all.length}` : all.length}
        </span>
        <SearchField
          label="Person, client, task, branch"
          value={words}
          onInput={(value) => setQuery({ q: value })}
        />
      </header>
      {shown.length === 0 ? (
        <p class="panel-none">
          {all.length === 0
            ? 'Nobody is active. An agent stands here from its first sign of work in a clone with a daemon.'
            : 'No agent fits.'}
        </p>
      ) : (
        <Windowed
          label="Agents"
          items={shown}
          rowHeight={rowRem}
          keyOf={({ id }) => id}
          row={(agent) => <AgentRow agent={agent} state={state} />}
        />
      )}
    </section>
  );
}
