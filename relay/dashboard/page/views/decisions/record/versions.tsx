import { useEffect, useState } from 'preact/hooks';
import type { DecisionRecord } from '../../../../../../shared/decisions/contract.ts';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { Link } from '../../../kit/link.tsx';
import { Fact } from '../../../kit/record.tsx';
import { Ago } from '../../../kit/time.tsx';
import { usePlace } from '../../../place/place.ts';
import { chainOf, type Chain } from './chain.ts';

/** What replaced what, as a line from the newest to the oldest; nothing where there is one version. */
export function Versions({ decision }: { readonly decision: DecisionRecord }) {
  const { client, href, workspace } = usePlace();
  const [chain, setChain] = useState<Chain>();
  const { id, supersedes, superseded_by: supersededBy } = decision;
  const isAlone = supersedes === undefined && supersededBy === undefined;
  useEffect(() => {
    if (isAlone) return setChain(undefined);
    let isCurrent = true;
    const input = { id: workspace.value.id };
    void chainOf(decision, (one) =>
      client.call('getDecision', { ...input, decision_id: one }),
    ).then((found) => isCurrent && setChain(found));
    return () => (isCurrent = false);
  }, [id, supersedes, supersededBy]);
  if (isAlone) return null;
  return (
    <Fact name="Versions">
      <ol class="versions" aria-label="Versions, the newest first">
        {(chain?.versions ?? [decision]).map((one) => (
          <li key={one.id} data-open={one.id === id || undefined}>
            {one.id === id ? (
              <span aria-current="true">{asData(one.title)}</span>
            ) : (
              <Link to={href('decisions', one.id)}>{asData(one.title)}</Link>
            )}
            <span class="faint">
              <Ago at={one.created_at} />
            </span>
          </li>
        ))}
      </ol>
      {chain?.isCut === true && <p class="faint">There are more beyond these.</p>}
    </Fact>
  );
}
