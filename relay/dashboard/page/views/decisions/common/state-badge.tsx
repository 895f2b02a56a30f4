import { notConfirmed } from '../../../../../../shared/decisions/unconfirmed.ts';
import type { DecisionState } from '../../../../../../shared/decisions/contract.ts';
import { Badge } from '../../../kit/button.tsx';
import { stateWords } from './words.ts';

export function StateBadge({ state }: { readonly state: DecisionState }) {
  const { word, means, tone } = stateWords[state];
  return (
    <span title={means}>
      <Badge tone={tone}>{word}</Badge>
    </span>
  );
}

/** MTG-18: the built-in reader found it in a meeting. */
export function NotConfirmed() {
  return (
    <span title={notConfirmed}>
      <Badge tone="info">Not confirmed</Badge>
    </span>
  );
}
