import type { ComponentChildren } from 'preact';
import type { DecisionRecord } from '../../../../../../shared/decisions/contract.ts';
import { asData, quoted } from '../../../../../../shared/kernel/display.ts';
import { Name, SymbolName } from '../../../kit/code.tsx';
import { Link } from '../../../kit/link.tsx';
import { Fact } from '../../../kit/record.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { addressOf, useAddress } from '../../../place/address.ts';
import { nameOf, useMembers } from '../../../state/members.ts';
import { useEffect, useState } from 'preact/hooks';
import { usePlace } from '../../../place/place.ts';
import { chainOf, type Chain } from '../common/chain.ts';

/** What a decision is about, and what replaced what. */
export function Facts({ decision }: { readonly decision: DecisionRecord }) {
  const { workspace } = useAddress();
  const { files, unknown_files: unknown = [], symbols, affected_areas: areas } = decision;
  const filtered = (name: string, value: string) =>
    addressOf(workspace, ['decisions'], { [name]: value });
  return (
    <>
      <Versions decision={decision} />
      {areas.length > 0 && (
        <Fact name="Areas">
          <ul>
            {areas.map((area) => (
              <li key={area}>
                <Link to={filtered('area', area)}>{asData(area, 80)}</Link>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <Fact name="Symbols">
        {symbols.length === 0 ? (
          <p class="faint">It is linked to none, so nothing makes it stale.</p>
        ) : (
          <ul class="decision-names">
            {symbols.map((symbol) => (
              <li key={symbol} data-stale={symbol === decision.stale_symbol || undefined}>
                <Link to={addressOf(workspace, ['graph'], { focus: symbol })} title="In the graph">
                  <SymbolName id={symbol} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Fact>
      {files.length > 0 && (
        <Fact name="Files">
          <ul class="decision-names">
            {files.map((file) => (
              <li key={file}>
                <Link to={filtered('file', file)} title="All decisions about this file">
                  <Name text={file} />
                </Link>
                {unknown.includes(file) && (
                  <span class="faint"> not in the repository’s index</span>
                )}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <Done name="Proposed" by={decision.proposed_by} at={decision.created_at} />
      <Done name="Accepted" by={decision.accepted_by} at={decision.accepted_at} />
      <Done name="Reaffirmed" by={decision.reaffirmed_by} at={decision.reaffirmed_at}>
        {decision.note !== undefined && <p class="quiet">{quoted(decision.note)}</p>}
      </Done>
    </>
  );
}

interface DoneProps {
  readonly name: string;
  /** A user id. */
  readonly by: string | undefined;
  readonly at: string | undefined;
  readonly children?: ComponentChildren;
}

function Done({ name, by, at, children }: DoneProps) {
  const members = useMembers();
  if (by === undefined || at === undefined) return null;
  return (
    <Fact name={name}>
      <p>
        <Who name={nameOf(members, by)} />{' '}
        <span class="faint">
          <Ago at={at} />
        </span>
      </p>
      {children}
    </Fact>
  );
}

/** What replaced what, as a line from the newest to the oldest; nothing where there is one version. */
function Versions({ decision }: { readonly decision: DecisionRecord }) {
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
