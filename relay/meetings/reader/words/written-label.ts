import { labelKind, type LabelKind } from '../../../../shared/meetings/label-kinds.ts';

/** What a line is announced as: `Decision: ...`, `- **Action item**: ...`, `AI(Bob): ...`. */
export function labelOf(text: string): LabelKind | 'task' | undefined {
  if (/^(?:[-*•]\s+)?\[[ x]?\]\s/i.test(text)) return 'task';
  const before =
    /^(?:[-*•]\s+|\d{1,2}[.)]\s+)?[*_]{0,2}([\p{L}][\p{L} @./-]{0,30}?)(?:\s?\([^)]{0,30}\))?[*_]{0,2}\s?(?::|[–—]|\s-\s)/u.exec(
      text,
    )?.[1];
  if (notYet.test(text)) return 'talk';
  const behindArrow = toSomebody.exec(text)?.[1];
  if (behindArrow !== undefined) return labelKind(behindArrow) ?? 'task';
  if (before === undefined) return arrow.test(text) ? 'task' : bareKind(text);
  return labelKind(before) ?? (ofSomebody.test(before) ? 'action' : bareKind(text));
}

/** "Decision (pending): use Bun" is none yet. */
const notYet =
  /^(?:[-*•]\s+|\d{1,2}[.)]\s+)?[*_]{0,2}decisions?\s?\((?:pending|proposed|proposal|open|draft|tb[acd]|to be (?:confirmed|decided)|not final)\)/i;

function bareKind(text: string): LabelKind | undefined {
  return bareLabel.test(text) ? 'action' : undefined;
}

/** "TODO write the docs": announced without a mark. */
export const bareLabel =
  /^(?:[-*•]\s+|\d{1,2}[.)]\s+)?(?:TODO|Todo|todo)\s+(?!(?:list|app|item|page|board|comment|after|before|from|for|until|in|on)s?\b)(?=\p{L})(?!@?\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?\s?(?::|-\s|[–—]))/u;

/** "Ann -> the runbook". */
const arrow = /^(?:[-*•]\s+)?@?\p{L}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*)?\s*(?:->|→|=>)\s/u;
/** "→ Ann writes the runbook", "-> Ann, the runbook, Friday", "→ Ann (runbook.md), 26 Nov". */
const toSomebody =
  /^(?:[-*•]\s+)?(?:->|→|=>)\s*@?(?!(?:We|The|They|This|That|It|All|No|Yes|So|If|Not|Nobody|Everybody|Nothing|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b)(\p{Lu}[\p{L}'’.-]*)(?: (?:and |& |\+ )?\p{Lu}[\p{L}'’.-]*)?(?:,|:| \(| (?:to|will) | \p{Ll}+s )/u;
/** "TODO Bob: the keys", "Action item for Bob: the keys". */
const ofSomebody =
  /^(?:[Tt][Oo][Dd][Oo]|AI|[Aa]ction(?: [Ii]tem)?|ACTION(?: ITEM)?)(?: for)? (?:@\p{L}|\p{Lu})[\p{L}\p{N}_.'’-]*(?: \p{Lu}[\p{L}'’-]*)?$/u;
