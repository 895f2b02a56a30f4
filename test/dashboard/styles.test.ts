/** The style sheets of all views are in one page: what one view shows must not change by a sheet of another. */
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const page = new URL('../../relay/dashboard/page/', import.meta.url);

/** The view that a sheet belongs to, or the folder of the page. */
const ownerOf = (sheet: string) => /^(?:views\/)?[^/]+/.exec(sheet)?.[0] ?? '';

/** The classes that a sheet has rules for, without regard to what they stand in. */
function classesOf(sheet: string): string[] {
  const text = readFileSync(new URL(sheet, page), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const selectors = [...text.matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) => list.split(','));
  return selectors.flatMap((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? []);
}

test('a class has its rules in the sheets of one view, or of the kit', () => {
  const owners = new Map<string, Set<string>>();
  const sheets = readdirSync(page, { recursive: true, encoding: 'utf8' });
  for (const sheet of sheets.filter((path) => path.endsWith('.css')))
    for (const name of classesOf(sheet))
      owners.set(name, (owners.get(name) ?? new Set()).add(ownerOf(sheet)));
  const shared = [...owners].filter(([, found]) => found.size > 1);
  assert.ok(owners.size > 100);
  assert.equal(
    shared.map(([name, found]) => `${name}: ${[...found].join(', ')}`),
    [],
  );
});

test.run();
