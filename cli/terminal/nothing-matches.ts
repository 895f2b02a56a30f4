import { asData } from '../../shared/kernel/display.ts';

/**
 * What an empty list says that was filtered: nothing matches, and which options to leave out. Undefined without a filter: then
 * there is nothing at all.
 *
 * @param filters by the option's name without dashes; what was not given is undefined
 */
export function nothingMatches(
  what: string,
  filters: Readonly<Record<string, string | boolean | undefined>>,
): string | undefined {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  if (given.length === 0) return undefined;
  const shown = given.map(([name, value]) =>
    typeof value === 'string' ? `--${name} ${asData(value, 200)}` : `--${name}`,
  );
  const others = given.length === 1 ? 'that option' : 'one of the options';
  return `No ${what} match ${shown.join(' ')}. To see others, leave out ${others}.`;
}
