import { readFileSync } from 'node:fs';

/** What `shared/SPEC.md` says of each rule that a title cites, for the report of a test that failed. */
export function ruleTexts(cited: string): string {
  const spec = readFileSync(new URL('../../shared/SPEC.md', import.meta.url), 'utf8');
  const numbers = cited.match(/[A-Z]{3}-\d+/g) ?? [];
  return numbers.map((number) => textOf(spec, number)).join('\n');
}

/** A rule is one item of a list: `- **RSV-4** ...` to the next item or empty line. */
function textOf(spec: string, number: string): string {
  const start = spec.indexOf(`- **${number}**`);
  if (start === -1) return `${number} is not defined in shared/SPEC.md`;
  return spec.slice(start).split(/\n(?=\n|- )/)[0] ?? number;
}
