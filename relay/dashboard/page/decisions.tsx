import { useState } from 'preact/hooks';
import type { Client } from '../../../shared/api/client.ts';
import { staleReason } from '../../../shared/feed/sentence.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { Team } from './team.ts';

interface DecisionsProps extends Pick<Team, 'stale'> {
  readonly client: Client;
  readonly workspaceId: string;
  onChanged(): void;
}

/** What the team has decided: a search by meaning, and what the code has overtaken. */
export function Decisions({ stale, onChanged, ...place }: DecisionsProps) {
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions">Decisions</h2>
      <Search {...place} />
      {stale.map((decision) => (
        <Stale key={decision.id} decision={decision} onChanged={onChanged} {...place} />
      ))}
    </section>
  );
}

type Place = Pick<DecisionsProps, 'client' | 'workspaceId'>;

interface Found {
  readonly id: string;
  readonly title: string;
  readonly rationale: string;
}

function Search({ client, workspaceId }: Place) {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly Found[]>();
  const [problem, setProblem] = useState('');
  const search = async (event: Event) => {
    event.preventDefault();
    const answer = await client.call('search', {
      workspace_id: workspaceId,
      query,
      limit: 10,
    });
    setProblem(isRefusal(answer) ? answer.message : '');
    if (!isRefusal(answer)) setFound(answer.results);
  };
  return (
    <>
      <form role="search" onSubmit={search}>
        <label>
          What was decided about
          <input
            type="search"
            required
            value={query}
            onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          />
        </label>
        <button>Search</button>
      </form>
      <p role="alert">{problem}</p>
      {found?.length === 0 && <p>Nothing fits.</p>}
      <ol>
        {found?.map(({ id, title, rationale }) => (
          <li key={id}>
            <strong>{asData(title)}</strong> {asData(rationale, 600)}
          </li>
        ))}
      </ol>
    </>
  );
}

interface StaleProps extends Place {
  readonly decision: Team['stale'][number];
  onChanged(): void;
}

function Stale({ decision, client, workspaceId, onChanged }: StaleProps) {
  const [problem, setProblem] = useState('');
  const reaffirm = async () => {
    const answer = await client.call('reaffirmDecision', {
      id: workspaceId,
      decision_id: decision.id,
    });
    if (isRefusal(answer)) setProblem(answer.message);
    onChanged();
  };
  const { title, rationale, stale_symbol: symbol } = decision;
  return (
    <article>
      <h3>{asData(title)}</h3>
      <p class="quiet">Stale{symbol !== undefined && `: ${staleReason(symbol)} since`}</p>
      <p>{asData(rationale, 600)}</p>
      <button onClick={reaffirm}>Reaffirm</button>
      <p role="alert">{problem}</p>
    </article>
  );
}
