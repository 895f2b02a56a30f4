import type { ComponentChildren } from 'preact';
import { Badge } from '../../../kit/button.tsx';
import type { GraphNode } from '../model/node.ts';
import { kindWords, nameOf } from '../model/words.ts';
import { Mark } from './mark.tsx';

interface NodeRowProps {
  readonly node: GraphNode;
  readonly isChosen?: boolean;
  /** What stands above says it already. */
  readonly isStateSaid?: boolean;
  /** At the end of the line. */
  readonly children?: ComponentChildren;
  onChoose(): void;
}

/** A node in one line, to be chosen. */
export function NodeRow({ node, isChosen, isStateSaid = false, children, onChoose }: NodeRowProps) {
  const { kind, state, label } = node;
  const isCode = kind === 'file' || kind === 'symbol';
  const name = nameOf(node);
  return (
    <button
      data-row
      class="graph-row"
      aria-current={isChosen === true ? 'true' : undefined}
      title={name}
      onClick={onChoose}
    >
      <Mark kind={kind} state={state} name={label} />
      <span class="unseen">{kindWords[kind][0]}: </span>
      <span class={isCode ? 'cut mono' : 'cut'}>{name}</span>
      {!isStateSaid && <StateBadge state={state} />}
      {children}
    </button>
  );
}

/** What is to be known of a decision; nothing for one that simply holds. */
export function StateBadge({ state }: Pick<GraphNode, 'state'>) {
  if (state === 'stale') return <Badge tone="warn">Stale</Badge>;
  return state === 'ended' ? <Badge>Ended</Badge> : null;
}
