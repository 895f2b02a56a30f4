import type { NodeType } from '../../../../../../shared/graph/contract.ts';
import { hueOf } from '../../../kit/hues.ts';
import type { GraphNode } from '../model/node.ts';

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
