import { limits } from '../../shared/contract/fields.ts';
import { asData } from '../../shared/kernel/display.ts';
import { deadlineIn, type Effort } from './deadlines.ts';
import type { ExtractedItems, FoundAction, FoundDecision } from './extracted-items.ts';
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
  const actions: FoundAction[] = [];
  for (const { speaker, text } of turns) {
    const sentences = sentencesIn(text);
    sentences.forEach((sentence, at) => {
      const from = { sentence: asData(sentence, limits.sentence), confidence: 1 };
      const found = decisionIn(sentence);
      if (found !== undefined) {
        const { title, reason, type } = found;
        const rationale = reason === '' ? reasonAfter(sentences, at) : reason;
        const files = fileNamesIn(`${sentence} ${rationale}`);
        const plain = asData(title, maxTitle);
        decisions.push({ title: plain, rationale, type, files, areas: [], ...from });
        return;
      }
      const action = actionIn(sentence, { speaker, people });
      if (action === undefined) return;
      const deadline = deadlineIn(sentence, nowMs, effort);
      const priority = priorityIn(`${sentence} ${remarkAfter(sentences, at)}`);
      const files = fileNamesIn(sentence);
      actions.push({ ...action, priority, ...(deadline && { deadline }), files, ...from });
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
