import { useEffect, useState } from 'preact/hooks';
import type { Output } from '../../../../../../shared/api/operations.ts';
import { notConfirmed } from '../../../../../../shared/decisions/unconfirmed.ts';
import { asText } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';

interface DecisionFactsProps {
  readonly id: string;
  /** What the last events changed. */
  readonly changed: ReadonlySet<string>;
}

/** Why it was decided, by whom and when; asked for again when the log says that it changed. */
export function DecisionFacts({ id, changed }: DecisionFactsProps) {
  const { client, workspace } = usePlace();
  const [decision, setDecision] = useState<Output<'getDecision'>>();
  useEffect(() => {
    if (decision !== undefined && !changed.has(id)) return;
    let isCurrent = true;
    void client.call('getDecision', { id: workspace.value.id, decision_id: id }).then((answer) => {
      if (isCurrent && !isRefusal(answer)) setDecision(answer);
    });
    return () => (isCurrent = false);
  }, [id, changed]);
  return (
    <div class="graph-facts">
      {decision !== undefined && (
        <>
          <p class="graph-facts-line quiet">
            <Who name={decision.made_by_name} /> <Ago at={decision.created_at} />
            <span class="faint">{decision.decision_type}</span>
          </p>
          {decision.unconfirmed && <p class="quiet">{asText(notConfirmed)}</p>}
          {decision.rationale !== '' && <p class="graph-why">{asText(decision.rationale)}</p>}
        </>
      )}
    </div>
  );
}
