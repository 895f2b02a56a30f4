import { asData } from '../../shared/kernel/display.ts';
import type { ActionItem } from '../../shared/meetings/contract.ts';
import { deadlineIn, type Effort } from './deadlines.ts';
import type { ExtractedItems, FoundDecision } from './extracted-items.ts';
import { fileNamesIn } from './file-names-in-text.ts';
import { actionIn, decisionIn, priorityIn } from './phrase-patterns.ts';
import type { Turn } from './turns.ts';

const maxSentence = 1_000;
const maxTitle = 200;

/** Finds decisions and action items by patterns of phrases. `people` are the names that are known. */
export function itemsByPhrases(
  turns: readonly Turn[],
  { people, nowMs, effort }: { people: ReadonlySet<string>; nowMs: number; effort?: Effort },
): ExtractedItems {
  const decisions: FoundDecision[] = [];
  const actions: ActionItem[] = [];
  for (const { speaker, text } of turns) {
    const sentences = sentencesIn(text);
    sentences.forEach((sentence, at) => {
      const found = decisionIn(sentence);
      if (found !== undefined) {
        const { title, reason, type } = found;
        const rationale = reason === '' ? reasonAfter(sentences, at) : reason;
        const files = fileNamesIn(`${sentence} ${rationale}`);
        decisions.push({ title: asData(title, maxTitle), rationale, type, files, areas: [] });
        return;
      }
      const action = actionIn(sentence, { speaker, people });
      if (action === undefined) return;
      const deadline = deadlineIn(sentence, nowMs, effort);
      const priority = priorityIn(`${sentence} ${remarkAfter(sentences, at)}`);
      actions.push({ ...action, priority, ...(deadline && { deadline }) });
    });
  }
  return { decisions, actions };
}

/** A full stop ends a sentence only when a space follows, so the one in `src/auth.ts` does not. */
function sentencesIn(text: string): string[] {
  return text
    .split(/\n|(?<=[.!?])(?<!\b(?:e\.g|i\.e|vs|etc)\.)\s+/)
    .map((sentence) => asData(sentence, maxSentence))
    .filter((sentence) => sentence !== '');
}

/** A reason is often given in the next sentence. */
function reasonAfter(sentences: readonly string[], at: number): string {
  const next = sentences[at + 1] ?? '';
  return /^(?:because|since|that way|this way|the reason|it(?:'s|’s| is)\b|otherwise|reason:|rationale:|why:)/i.test(
    next,
  )
    ? next
    : '';
}

/** How urgent it is, is often said in the next sentence. */
function remarkAfter(sentences: readonly string[], at: number): string {
  const next = sentences[at + 1] ?? '';
  return /^(?:it(?:'s|’s| is)|this is|that(?:'s|’s| is))\b/i.test(next) ? next : '';
}
