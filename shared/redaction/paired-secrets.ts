import type { Pass } from './announced-secrets.ts';
import { namedSecrets } from './named-secrets.ts';

const nameField = '["\']?(?:name|key|variable)["\']?[ \\t]{0,4}:\\s{0,8}["\']?';
const name = '([\\w-]{1,100})';
const valueField = '["\']?value["\']?[ \\t]{0,4}:\\s{0,8}["\']?';
const value = '([^\\s"\',{}]{6,2000})';
const between = '["\']?\\s{0,8},?\\s{0,40}';

const nameFirst = new RegExp(`(${nameField}${name}${between}${valueField})${value}`, 'gi');
const valueFirst = new RegExp(`(${valueField})${value}(${between}${nameField}${name})`, 'gi');

/** Whether the value is a secret by the name that it stands beside; answers of which kind. */
export function kindOfPair(named: string, beside: string): string | undefined {
  const [found] = namedSecrets(`${named.slice(-100)}="${beside.replace(/["\n]/g, ' ')}"`);
  return found?.kind;
}

/** RED-1: `{"name": "API_KEY", "value": "..."}` in either order, and the same in YAML. */
export const withoutPaired: Pass = (text, count) =>
  text
    .replace(nameFirst, (match: string, before: string, named: string, beside: string) => {
      const kind = kindOfPair(named, beside);
      return kind === undefined ? match : before + count(kind);
    })
    .replace(
      valueFirst,
      (match: string, before: string, beside: string, after: string, named: string) => {
        const kind = kindOfPair(named, beside);
        return kind === undefined ? match : before + count(kind) + after;
      },
    );
