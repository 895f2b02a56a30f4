import { firstFew } from '../../shared/kernel/first-few.ts';
import type { Output } from '../../shared/api/operations.ts';
import { inCode, quoted } from '../../shared/kernel/display.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { parseSymbolId } from '../../shared/kernel/symbol-id.ts';
import type { Notice } from '../../shared/sessions/notification.ts';
import { whatToDoWhenStale } from '../../shared/sessions/notification-texts.ts';
import type { PublishedFile } from './waiting-files.ts';

type Answer = Pick<Output<'publishSymbols'>, 'stale_decisions' | 'impacts'>;
/** In the answer to the very hook, or in a later one. */
type When = 'have just' | 'have';

const maxListed = 5;

/** DEC-2: the agent that made a decision stale is notified in the same answer; so is one that changed what others call. */
export function notificationFor(
  files: readonly PublishedFile[],
  answer: Answer,
): string | undefined {
  const lines = [
    ...answer.stale_decisions
      .slice(0, maxListed)
      .map((one) => `The decision ${staleText(files, one, 'have just')}`),
    ...restOf(answer),
  ];
  return lines.length === 0
    ? undefined
    : ['coord:', ...lines.map((line) => `- ${line}`)].join('\n');
}

/** HOK-8: the same for an answer that no hook waits for any more. A decision that is settled first is not told of (DEC-2). */
export function lateNotices(files: readonly PublishedFile[], answer: Answer): Notice[] {
  const stale = answer.stale_decisions.slice(0, maxListed);
  return [
    ...stale.map((one) => ({
      text: `coord: the decision ${staleText(files, one, 'have')}`,
      about: one.id,
    })),
    ...restOf(answer).map((line) => ({ text: `coord: ${line}` })),
  ];
}

function staleText(
  files: readonly PublishedFile[],
  { id, title, symbol }: Answer['stale_decisions'][number],
  when: When,
): string {
  return `${quoted(title, 160)} (${id}) is about ${changeText(files, symbol, when)}. ${whatToDoWhenStale}`;
}

function restOf({ stale_decisions: stale, impacts }: Answer): string[] {
  return [
    ...unlistedStale(stale.length - maxListed),
    ...impacts
      .filter(({ callers }) => callers.length > 0)
      .slice(0, maxListed)
      .map(
        ({ symbol, callers }) =>
          `The signature of ${inCode(symbol)} has changed; it is used by ${callersText(callers)}.`,
      ),
  ];
}

/** Nobody may take those that are shown for all of them. */
function unlistedStale(count: number): string[] {
  if (count <= 0) return [];
  const [what, are] = count === 1 ? ['1 more decision', 'is'] : [`${count} more decisions`, 'are'];
  return [`${what} that your edit concerns ${are} stale now. decisions_stale lists all of them.`];
}

/** The symbol, and what the writer has done with it. */
function changeText(files: readonly PublishedFile[], id: string, when: When): string {
  const { path, name } = parseSymbolId(id);
  const file = files.find((one) => pathKey(one.path) === pathKey(path));
  if (name === '') {
    const isGone = file?.symbols.length === 0;
    const done = isGone ? `which you ${when} removed` : `whose exports you ${when} changed`;
    return `${inCode(path)}, ${done}`;
  }
  const now = file?.symbols.find((one) => one.name === name);
  if (file !== undefined && now === undefined) return `${inCode(id)}, which you ${when} removed`;
  const before = file?.changes?.find((one) => one.name === name)?.before;
  const isOther = before !== undefined && before.signature_hash !== now?.signature_hash;
  return `${inCode(id)}, ${isOther ? 'whose signature' : 'which'} you ${when} changed`;
}

function callersText(callers: readonly string[]): string {
  return firstFew(callers, maxListed, (id) => inCode(id));
}
