import type { DecisionType } from '../../shared/decisions/contract.ts';
import { asData } from '../../shared/kernel/display.ts';
import { actionIn, decisionIn, priorityIn } from './cues.ts';
import type { ActionItem } from '../../shared/meetings/contract.ts';
import { deadlineIn } from './deadlines.ts';
import { filesNamedIn } from './mentions.ts';
import type { Turn } from './turns.ts';

/** A decision as it comes out of a transcript; its files are as they were named. */
export interface FoundDecision {
  readonly title: string;
  readonly rationale: string;
  readonly type: DecisionType;
  readonly files: readonly string[];
  readonly areas: readonly string[];
}

export interface Minutes {
  readonly decisions: readonly FoundDecision[];
  readonly actions: readonly ActionItem[];
}

export const most = { decisions: 50, actions: 100 } as const;

const maxSentence = 1_000;
const maxTitle = 200;

/** What the phrases of turns say was decided, and who does what. */
export function minutesOf(
  turns: readonly Turn[],
  { people, nowMs }: { people: ReadonlySet<string>; nowMs: number },
): Minutes {
  const decisions: FoundDecision[] = [];
  const actions: ActionItem[] = [];
  for (const { speaker, text } of turns) {
    const sentences = sentencesIn(text);
    sentences.forEach((sentence, at) => {
      const found = decisionIn(sentence);
      if (found !== undefined) {
        const { title, reason, type } = found;
        const rationale = reason === '' ? reasonAfter(sentences, at) : reason;
        const files = filesNamedIn(`${sentence} ${rationale}`);
        decisions.push({ title: asData(title, maxTitle), rationale, type, files, areas: [] });
        return;
      }
      const action = actionIn(sentence, { speaker, people });
      if (action === undefined) return;
      const deadline = deadlineIn(sentence, nowMs);
      const priority = priorityIn(`${sentence} ${remarkAfter(sentences, at)}`);
      actions.push({ ...action, priority, ...(deadline && { deadline }) });
    });
  }
  return { decisions, actions };
}

/** The minutes of the parts of one meeting together; what was said twice counts once. */
export function unite(parts: readonly Minutes[]): Minutes {
  const decisions = new Map<string, FoundDecision>();
  const actions = new Map<string, ActionItem>();
  for (const one of parts.flatMap((part) => part.decisions)) {
    if (!decisions.has(keyOf(one.title))) decisions.set(keyOf(one.title), one);
  }
  for (const one of parts.flatMap((part) => part.actions)) {
    const key = keyOf(`${one.assignee} ${one.action}`);
    if (!actions.has(key)) actions.set(key, one);
  }
  return {
    decisions: [...decisions.values()].slice(0, most.decisions),
    actions: [...actions.values()].slice(0, most.actions),
  };
}

/** The same for what was said twice. */
function keyOf(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** A point ends a sentence where something new begins after it, so `src/auth.ts` is no end. */
function sentencesIn(text: string): string[] {
  return text
    .split(/\n|(?<=[.!?])(?<!\b(?:e\.g|i\.e|vs|etc)\.)\s+/)
    .map((sentence) => asData(sentence, maxSentence))
    .filter((sentence) => sentence !== '');
}

/** The reason often follows in a sentence of its own. */
function reasonAfter(sentences: readonly string[], at: number): string {
  const next = sentences[at + 1] ?? '';
  return /^(?:because|since|that way|this way|the reason|it(?:'s|’s| is)\b|otherwise|reason:|rationale:|why:)/i.test(
    next,
  )
    ? next
    : '';
}

/** How soon it is wanted often follows too. */
function remarkAfter(sentences: readonly string[], at: number): string {
  const next = sentences[at + 1] ?? '';
  return /^(?:it(?:'s|’s| is)|this is|that(?:'s|’s| is))\b/i.test(next) ? next : '';
}
