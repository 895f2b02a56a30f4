/** The files and folders that the pages name exist: a rename that forgets a page is found here. */
import { posix } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exists, pagesIn, read, sourceFiles } from './files.ts';

const pages = pagesIn(['', 'relay', 'daemon', 'cli', 'shared', 'shared/contract', 'test']);
const rooms = ['relay', 'daemon', 'cli', 'shared', 'test', '.ci'];
const sources = sourceFiles();

test('what a page names in backticks like a path of the repository is there', () => {
  const missing = pages.flatMap((page) =>
    pathsNamedIn(read(page))
      .filter((path) => !isThere(page, path))
      .map((path) => `${path} in ${page}`),
  );
  assert.equal(missing, []);
});

test('what a page links to is there', () => {
  const missing = pages.flatMap((page) =>
    Array.from(
      withoutCode(read(page)).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g),
      ([, to = '']) => to,
    )
      .filter((to) => !/^[a-z]+:/.test(to))
      .filter((to) => !exists(posix.join(posix.dirname(page), to)))
      .map((to) => `${to} in ${page}`),
  );
  assert.equal(missing, []);
});

test('paths are told from other words', () => {
  const text =
    '`relay/store/`, `rules.ts`, `POST /mcp`, `/auth/exchange`, `src/auth.ts`, `.claude/settings.json`, `relay/<slice>/x.ts`';
  assert.equal(pathsNamedIn(text), ['relay/store/', 'rules.ts']);
});

/** Files and folders of coord itself. Those of a user's repository begin with `src/` or a point in our examples. */
function pathsNamedIn(page: string): string[] {
  const words = Array.from(withoutBlocks(page).matchAll(/`([^`\n]+)`/g), ([, word = '']) => word);
  return words.filter((word) => {
    if (!/^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(word)) return false;
    const [first = ''] = word.split('/');
    if (rooms.includes(first)) return word.includes('/');
    return !/^(?:src\/|\.)/.test(word) && /(?:[a-z]\/|\.tsx?)$/.test(word);
  });
}

/** A path from the root or from the page's folder; a bare name is a file somewhere in the page's room. */
function isThere(page: string, path: string): boolean {
  const folder = posix.dirname(page);
  if (exists(path) || exists(posix.join(folder, path))) return true;
  const room = folder === '.' ? '' : `${folder}/`;
  return sources.some((source) => source.startsWith(room) && `/${source}`.includes(`/${path}`));
}

function withoutBlocks(page: string): string {
  return page.replace(/^```.*?^```$/gms, '');
}

function withoutCode(page: string): string {
  return withoutBlocks(page).replace(/`[^`\n]*`/g, '');
}

test.run();
