import { ArrowUpRight } from 'lucide-preact';
import { notConfirmed } from '../../../../../../shared/decisions/unconfirmed.ts';
import { asText } from '../../../../../../shared/kernel/display.ts';
import { Button } from '../../../kit/button.tsx';
import { Link } from '../../../kit/link.tsx';
import { addressOf, useAddress } from '../../../place/address.ts';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { changes } from '../../../state/changed-records.ts';
import { useAnswer } from '../../../state/record.ts';
import type { GraphAddress } from '../graph-address.ts';
import type { GraphState } from '../graph-state.ts';
import type { GraphNode } from '../model/node.ts';
import { linkedTo } from '../model/linked.ts';
import { fileOf, folderOf } from '../model/regions.ts';
import { kindWords, nameOf } from '../model/words.ts';
import { Mark, StateBadge } from '../parts/node-row.tsx';
import { Close, Links } from './links.tsx';

interface NodePanelProps {
  readonly node: GraphNode;
  readonly state: GraphState;
  readonly address: GraphAddress;
}

/** One node: what it is, where it is told about, and what it is joined to. */
export function NodePanel({ node, state, address }: NodePanelProps) {
  const isCode = node.kind === 'file' || node.kind === 'symbol';
  const isFocus = address.focus === node.id;
  return (
    <section class="graph-panel" aria-labelledby="graph-panel-title">
      <header class="graph-panel-head">
        <span class="graph-panel-kind faint">
          <Mark kind={node.kind} state={node.state} name={node.label} />
          {kindWords[node.kind][0]}
          <StateBadge state={node.state} />
        </span>
        <Close address={address} />
        <h2 id="graph-panel-title" class={isCode ? 'mono' : undefined}>
          {nameOf(node)}
        </h2>
        <div class="graph-panel-actions">
          <Open node={node} />
          <Button
            size="s"
            onClick={() => (isFocus ? address.leaveFocus() : address.focusOn(node.id))}
          >
            {isFocus ? 'Show all' : 'Show what is near'}
          </Button>
        </div>
      </header>
      {node.kind === 'decision' && <DecisionFacts id={node.id} />}
      <Links
        groups={linkedTo(state.graph.value, node)}
        graph={state.graph.value}
        address={address}
      />
    </section>
  );
}

/** The page of what is chosen, in another view. */
function Open({ node }: { readonly node: GraphNode }) {
  const { workspace } = useAddress();
  const to = pageOf(node, workspace);
  return (
    <Link to={to.address} class="graph-open">
      {to.words} <ArrowUpRight size={13} aria-hidden />
    </Link>
  );
}

function pageOf(node: GraphNode, workspace: string): { address: string; words: string } {
  const file = fileOf(node);
  if (file !== undefined)
    return {
      address: addressOf(workspace, ['now'], { in: folderOf(file), part: 'map' }),
      words: 'On the map',
    };
  if (node.kind === 'person')
    return { address: addressOf(workspace, ['people', node.id]), words: 'Open the person' };
  if (node.kind === 'area')
    return {
      address: addressOf(workspace, ['decisions'], { area: node.label }),
      words: 'Its decisions',
    };
  return { address: addressOf(workspace, ['decisions', node.id]), words: 'Open the decision' };
}

/** Why it was decided, by whom and when; asked for again when the log says that it changed. */
function DecisionFacts({ id }: { readonly id: string }) {
  const { workspace } = usePlace();
  const input = { id: workspace.value.id, decision_id: id };
  const decision = useAnswer('getDecision', input, (event) => changes(event, 'decision', id));
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
