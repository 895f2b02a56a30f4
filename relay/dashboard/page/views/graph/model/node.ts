import type { NodeType } from '../../../../../../shared/graph/contract.ts';

export interface GraphNode {
  readonly id: string;
  readonly kind: NodeType;
  readonly label: string;
  /** Of a decision. */
  readonly state?: 'fresh' | 'stale' | 'ended' | undefined;
  /** Of a person who is called the same as another one here. */
  readonly idEnd?: string | undefined;
}
