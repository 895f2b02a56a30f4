/** Which files are tests, or can affect tests, by their names alone. Paths are canonical. */

const script = /\.[cm]?[jt]sx?$/i;
const declaration = /\.d\.[cm]?ts$/i;

/** `a.test.ts`, `a.spec.tsx`, `a-test.js`, `a_test.ts`, `a.e2e.ts`, `test.js`. */
const scriptTest = /(^|[._-])(test|tests|spec|specs|e2e|cy)\.[cm]?[jt]sx?$/i;

/** The names that the usual runners of Python, Go and Ruby look for. */
const otherTest =
  /^test_.*\.py$|_test\.py$|_test\.go$|_(spec|test)\.rb$|^test_.*\.rb$|_(spec|test)\.exs$/i;

const testFolders: ReadonlySet<string> = new Set([
  '__test__',
  '__tests__',
  'test',
  'tests',
  'spec',
  'specs',
  'e2e',
]);

/** What is in these is read by tests, wherever they are. */
const fixtureFolders: ReadonlySet<string> = new Set([
  '__fixtures__',
  '__mocks__',
  '__snapshots__',
  'fixture',
  'fixtures',
  'snapshots',
  'testdata',
  'test-data',
]);

/** The same, where it lies in a folder of tests. */
const supportName =
  /^(support|helpers?|utils?|mocks?|stubs?|fakes?|setup|teardown|factories|harness|global-?(setup|teardown)|.+[._-](setup|teardown|helpers?|utils?|mocks?|fixtures?|harness))$/i;

const configuration =
  /^(package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb?|deno\.jsonc?|[tj]sconfig.*\.json|.*\.config\.[^.]+|.*\.workspace\.[^.]+|.*rc\.[cm]?js|(gulp|grunt|jake|make)file(\..*)?|dockerfile.*|docker-compose.*|compose\.ya?ml|procfile|lerna\.json|nx\.json|turbo\.json|jest\.setup\..*|vitest\.setup\..*)$/i;

/** Whether the usual runners would take the file for tests. Support code and fixtures beside tests are none. */
export function isTestFile(path: string): boolean {
  const { folders, base } = partsOf(path);
  if (isFixture(folders, base)) return false;
  if (otherTest.test(base)) return true;
  if (!script.test(base) || declaration.test(base)) return false;
  if (scriptTest.test(base)) return true;
  return folders.some((folder) => testFolders.has(folder)) && !isSupport(folders, base);
}

const support = 'is code that tests stand on';

/**
 * GAT-0: why a change of the file can affect tests that no walk over symbols finds, as the end of a sentence; undefined
 * where the walk may be trusted.
 */
export function distrusts(path: string): string | undefined {
  const { folders, base } = partsOf(path);
  const isHidden = base.startsWith('.') || folders.some((folder) => folder.startsWith('.'));
  if (isHidden || configuration.test(base)) return 'is configuration';
  if (isFixture(folders, base)) return 'is a fixture or a snapshot of tests';
  if (isTestFile(path)) return undefined;
  if (!script.test(base)) return 'is no TypeScript or JavaScript';
  if (declaration.test(base)) return 'declares types that hold everywhere';
  return isSupport(folders, base) ? support : undefined;
}

/**
 * Whether the file is code in a folder of tests that only its name makes support code. Where no test is known to use it, it
 * may be one itself.
 */
export function isTestSupport(path: string): boolean {
  return distrusts(path) === support;
}

function partsOf(path: string): { folders: string[]; base: string } {
  const parts = path.split('/');
  const base = parts.pop() ?? '';
  return { folders: parts.map((part) => part.toLowerCase()), base };
}

function isFixture(folders: readonly string[], base: string): boolean {
  return /\.snap$/i.test(base) || folders.some((folder) => fixtureFolders.has(folder));
}

function isSupport(folders: readonly string[], base: string): boolean {
  const first = folders.findIndex((folder) => testFolders.has(folder));
  if (first === -1) return false;
  const stem = base.replace(/\.[^.]*$/, '');
  return [...folders.slice(first + 1), stem].some((name) => supportName.test(name));
}
