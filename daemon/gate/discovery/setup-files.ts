import { posix } from 'node:path';
import { directoryOf } from '../../kernel/repository-paths.ts';

const runnerSettings =
  /^(?:(?:vitest|jest|karma|playwright|cypress|ava|wtr|web-test-runner|cucumber)\.(?:config|workspace|conf)\.[^.]+|(?:vitest|jest)\.(?:config|workspace)\.[^.]+\.[^.]+|karma\.conf\.[^.]+|\.mocharc(?:\.[^.]+)?|\.taprc|vite\.config\.[^.]+)$/i;
const manifest = /^package\.json$/;
const runnerFields = ['jest', 'mocha', 'ava', 'vitest', 'tap', 'jasmine', 'tape', 'uvu'];
const forTests = /(?:^|[/._-])(?:tests?|specs?|setup|mocks?)(?:[/._-]|$)/i;

/** Whether the file can say what is loaded before every test. */
export function isRunnerSettings(path: string): boolean {
  const base = posix.basename(path);
  return runnerSettings.test(base) || manifest.test(base);
}

/**
 * The files that the settings of test runners name, such as those that are loaded before every test. `leadsTo` finds
 * the files that a path written in a file may mean.
 */
export function* findingSetupFiles(
  settings: ReadonlyMap<string, string>,
  leadsTo: (from: string, written: string) => readonly string[],
): Generator<void, string[]> {
  const found = new Set<string>();
  for (const [path, text] of settings) {
    yield;
    for (const written of wordsOf(path, text)) {
      for (const target of [
        ...leadsTo(path, asRelative(written)),
        ...leadsTo('', asRelative(written)),
      ])
        if (isMeant(path, target)) found.add(target);
    }
  }
  return [...found].sort();
}

/** The settings of vite are about much else than tests. */
function isMeant(settingsPath: string, target: string): boolean {
  if (target === settingsPath || manifest.test(posix.basename(target))) return false;
  const isVite = posix.basename(settingsPath).startsWith('vite.config');
  const inside = target.slice(directoryOf(settingsPath).length);
  return !isVite || forTests.test(inside);
}

function wordsOf(path: string, text: string): string[] {
  const literals = manifest.test(posix.basename(path))
    ? textsOfManifest(text)
    : /['"`]/.test(text)
      ? Array.from(text.matchAll(/(['"`])([^'"`\n]{1,300})\1/g), ([, , literal]) => literal ?? '')
      : text.split('\n');
  return literals.flatMap((literal) => literal.split(/[\s=,;"'-]*[\s=,;"']+-*/)).filter(Boolean);
}

/** The scripts for tests and the settings of runners; the rest of a manifest is about the package itself. */
function textsOfManifest(text: string): string[] {
  const fields = jsonObject(text);
  const scripts = Object.entries(objectOr(fields['scripts'])).filter(([name]) =>
    /test/i.test(name),
  );
  const settings = runnerFields.map((name) => fields[name]);
  return [...scripts.map(([, script]) => script), ...settings].flatMap(textsIn);
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    return objectOr(JSON.parse(text));
  } catch {
    return {};
  }
}

function objectOr(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(objectOr(value)).flatMap(textsIn);
}

function asRelative(written: string): string {
  const plain = written.replace(/^<rootDir>\//, './');
  return /^\.\.?\//.test(plain) ? plain : `./${plain.replace(/^\/+/, '')}`;
}
