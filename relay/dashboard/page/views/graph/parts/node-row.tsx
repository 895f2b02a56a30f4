import type { ComponentChildren } from 'preact';
import type { NodeType } from '../../../../../../shared/graph/contract.ts';
import { Badge } from '../../../kit/button.tsx';
import { hueOf } from '../../../kit/hues.ts';
import type { GraphNode } from '../model/node.ts';
import { kindWords, nameOf } from '../model/words.ts';

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

interface MarkProps {
  readonly kind: NodeType | 'folder';
  readonly state?: GraphNode['state'];
  /** Of a person, whose colour it has. */
  readonly name?: string;
}

/** The mark that stands for something in the picture. */
export function Mark({ kind, state, name }: MarkProps) {
  const hue = kind === 'person' && name !== undefined ? hueOf(name) : undefined;
  return (
    <i class="graph-mark" data-kind={kind} data-state={state} data-hue={hue} aria-hidden="true" />
  );
}
