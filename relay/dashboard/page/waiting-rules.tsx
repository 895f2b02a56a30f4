import { useState } from 'preact/hooks';
import type { Client } from '../../../shared/api/client.ts';
import { asData, asExact } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { Team } from './team.ts';

interface WaitingRulesProps {
  readonly client: Client;
  readonly workspaceId: string;
  readonly proposed: Team['proposed'];
  onChanged(): void;
}

/** CNV-5: rules that deny nothing until somebody accepts them; nothing where none waits. */
export function WaitingRules({ proposed, ...place }: WaitingRulesProps) {
  if (proposed.length === 0) return null;
  return (
    <section aria-labelledby="waiting-rules">
      <h2 id="waiting-rules">Proposed rules</h2>
      {proposed.map((rule) => (
        <Rule key={rule.id} rule={rule} {...place} />
      ))}
    </section>
  );
}

interface RuleProps extends Omit<WaitingRulesProps, 'proposed'> {
  readonly rule: Team['proposed'][number];
}

function Rule({ rule, client, workspaceId, onChanged }: RuleProps) {
  const [problem, setProblem] = useState('');
  const accept = async () => {
    const answer = await client.call('acceptConvention', { id: workspaceId, cid: rule.id });
    if (isRefusal(answer)) setProblem(answer.message);
    onChanged();
  };
  return (
    <article>
      <h3>{asData(rule.title)}</h3>
      <p class="quiet">
        {asData(rule.proposed_by_name)} proposed it ({rule.tier}) for{' '}
        {rule.affected_files.map((glob) => asExact(glob)).join(' ')}; it denies nothing yet
      </p>
      <p>{asData(rule.rationale, 600)}</p>
      <button onClick={accept}>Accept</button>
      <p role="alert">{problem}</p>
    </article>
  );
}
