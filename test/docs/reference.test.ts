/** The reference says what the code says, and every setting is in it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exists, read, sourceFiles } from './files.ts';
import { referencePages } from './reference-pages.ts';
import { settingGroups, testSettings, type Setting } from './settings.ts';

const pages = await referencePages();

test('the pages of the reference are those of the code', () => {
  for (const [path, text] of pages) {
    const isCurrent = exists(path) && read(path) === text;
    assert.ok(isCurrent, `${path} is not what the code says any more. Run: npm run reference`);
  }
});

test('no line of them is longer than 140 characters', () => {
  for (const [path, text] of pages) {
    const long = text.split('\n').filter((line) => line.length > 140);
    assert.equal(long, [], path);
  }
});

test('every environment variable of the product is in the list of settings, and no other', () => {
  const product = sourceFiles().filter((path) => !path.startsWith('test/'));
  const listed = settingGroups.flatMap(({ settings }) => settings);
  assert.equal(variablesIn(product), namesOf(listed));
});

test('so is every one that only tests read', () => {
  const product = namesOf(settingGroups.flatMap(({ settings }) => settings));
  const tests = sourceFiles().filter((path) => path.startsWith('test/'));
  const own = variablesIn(tests).filter((name) => !product.includes(name));
  assert.equal(own, namesOf(testSettings));
});

function variablesIn(paths: readonly string[]): string[] {
  const names = paths.flatMap((path) => read(path).match(/\bCOORD_[A-Z_]+\b/g) ?? []);
  return [...new Set(names)].sort();
}

function namesOf(settings: readonly Setting[]): string[] {
  return settings.map(({ name }) => name).sort();
}

test.run();
