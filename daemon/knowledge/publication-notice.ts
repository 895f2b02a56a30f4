import { firstFew } from '../../shared/kernel/first-few.ts';
import type { Output } from '../../shared/api/operations.ts';
import { inCode, quoted } from '../../shared/kernel/display.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { parseSymbolId } from '../../shared/kernel/symbol-id.ts';
import { whatToDoWhenStale } from '../../shared/sessions/notification-texts.ts';
import type { PublishedFile } from './waiting-files.ts';

type Answer = Output<'publishSymbols'>;

const maxListed = 5;

/** DEC-2: the agent that made a decision stale is notified in the same answer; so is one that changed what others call. */
export function notificationFor(
  files: readonly PublishedFile[],
  { stale_decisions: stale, impacts }: Pick<Answer, 'stale_decisions' | 'impacts'>,
): string | undefined {
  const lines = [
    ...stale
      .slice(0, maxListed)
      .map(
        ({ id, title, symbol }) =>
          `- The decision ${quoted(title, 160)} (${id}) is about ${changeText(files, symbol)}. ` +
          whatToDoWhenStale,
      ),
    ...unlistedStale(stale.length - maxListed),
    ...impacts
      .filter(({ callers }) => callers.length > 0)
      .slice(0, maxListed)
      .map(
        ({ symbol, callers }) =>
          `- The signature of ${inCode(symbol)} has changed; it is used by ${callersText(callers)}.`,
      ),
  ];
  return lines.length === 0 ? undefined : ['coord:', ...lines].join('\n');
}

/** Nobody may take those that are shown for all of them. */
function unlistedStale(count: number): string[] {
  if (count <= 0) return [];
  const [what, are] = count === 1 ? ['1 more decision', 'is'] : [`${count} more decisions`, 'are'];
  return [`- ${what} that your edit concerns ${are} stale now. decisions_stale lists all of them.`];
}

/** The symbol, and what the writer has just done with it. */
function changeText(files: readonly PublishedFile[], id: string): string {
  const { path, name } = parseSymbolId(id);
  const file = files.find((one) => pathKey(one.path) === pathKey(path));
  if (name === '') {
    const isGone = file?.symbols.length === 0;
    const done = isGone ? 'which you have just removed' : 'whose exports you have just changed';
    return `${inCode(path)}, ${done}`;
  }
  const now = file?.symbols.find((one) => one.name === name);
  if (file !== undefined && now === undefined) return `${inCode(id)}, which you have just removed`;
  const before = file?.changes?.find((one) => one.name === name)?.before;
  const isOther = before !== undefined && before.signature_hash !== now?.signature_hash;
  return `${inCode(id)}, ${isOther ? 'whose signature you have just changed' : 'which you have just changed'}`;
}

function callersText(callers: readonly string[]): string {
  return firstFew(callers, maxListed, (id) => inCode(id));
}
