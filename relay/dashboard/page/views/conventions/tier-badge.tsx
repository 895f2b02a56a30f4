import type { Tier } from '../../../../../shared/conventions/contract.ts';
import { Badge } from '../../kit/button.tsx';
import { tierWords } from './words.ts';

export function TierBadge({ tier }: { readonly tier: Tier }) {
  const { word, means, tone } = tierWords[tier];
  return (
    <span title={means}>
      <Badge tone={tone}>{word}</Badge>
    </span>
  );
}
