import { asData } from '../../shared/kernel/display.ts';
import { promptOf } from '../../shared/models/answer-prompt.ts';

/** One record that an answer is made from. */
export interface Source {
  readonly id: string;
  readonly kind: 'decision' | 'learning' | 'convention' | 'meeting';
  readonly title: string;
  readonly text: string;
}

const maxSourceLength = 1_200;
const maxAnswerLength = 6_000;
/** ASK-4: not what is nearest, since that may be far away. */
const unknown = 'I do not know: nothing that was recorded fits this question.';

/** The best passages, one line each, with the ids of their records. */
export function passagesAnswer(sources: readonly Source[]): string {
  if (sources.length === 0) return unknown;
  const lines: string[] = [];
  let room = maxAnswerLength;
  for (const source of sources) {
    const line = describe(source);
    room -= line.length + 1;
    if (room < 0) break;
    lines.push(line);
  }
  return lines.join('\n');
}

/** The question and the records, each one line. */
export function answerPrompt(question: string, sources: readonly Source[]): string {
  return promptOf(question, sources.map(describe));
}

function describe({ id, kind, title, text }: Source): string {
  const named = `- [${id}] ${kind}: ${asData(title, 300)}`;
  const more = asData(text, maxSourceLength);
  return more === '' || more.startsWith(asData(title, 300))
    ? `${named}${rest(title, more)}`
    : `${named}. ${more}`;
}

/** What follows in a text that begins with its title. */
function rest(title: string, text: string): string {
  const shown = asData(title, 300);
  return text.length > shown.length ? text.slice(shown.length) : '';
}
