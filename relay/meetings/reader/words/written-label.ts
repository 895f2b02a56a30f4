import { labelKind, type LabelKind } from '../../text/labels.ts';

/** What a line is announced as: `Decision: ...`, `- **Action item**: ...`, `AI(Bob): ...`. */
export function labelOf(text: string): LabelKind | 'task' | undefined {
  if (/^(?:[-*•]\s+)?\[[ x]?\]\s/i.test(text)) return 'task';
  const before =
    /^(?:[-*•]\s+|\d{1,2}[.)]\s+)?[*_]{0,2}([\p{L}][\p{L} @./-]{0,30}?)(?:\s?\([^)]{0,30}\))?[*_]{0,2}\s?(?::|[–—]|\s-\s)/u.exec(
      text,
    )?.[1];
  if (before === undefined) return arrow.test(text) ? 'task' : undefined;
  return labelKind(before) ?? (ofSomebody.test(before) ? 'action' : undefined);
}

/** "Ann -> the runbook". */
const arrow = /^(?:[-*•]\s+)?@?\p{L}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*)?\s*(?:->|→|=>)\s/u;
/** "TODO Bob: the keys". */
const ofSomebody = /^(?:todo|ai|action(?: item)?) @?\p{Lu}/iu;
