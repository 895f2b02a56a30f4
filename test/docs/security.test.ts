/** Every defence on the security page names its rule and the test that proves it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exists, read } from './files.ts';

const page = read('shared/SECURITY.md');
const defences = itemsOf(sectionOf(page, 'What is defended, and how'));

test('every defence names its rules and its tests', () => {
  const bare = defences.filter((item) => rulesIn(item).length === 0 || testsIn(item).length === 0);
  assert.equal(bare, []);
  assert.ok(defences.length > 20, 'the defences are not read as they are written');
});

test('the tests that a defence names are there, and prove its rules', () => {
  const unproved = defences.flatMap((item) => {
    const texts = testsIn(item).map((path) => (exists(path) ? read(path) : ''));
    const missing = rulesIn(item).filter((rule) => !texts.some((text) => text.includes(rule)));
    return [...missing, ...texts.filter((text) => text === '')].map((rule) => `${rule}: ${item}`);
  });
  assert.equal(unproved, []);
});

/** From its heading of the second level to the next one. */
function sectionOf(text: string, heading: string): string {
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  return section.split('\n## ')[0] ?? '';
}

/** The items of the lists, each in one line. */
function itemsOf(section: string): string[] {
  return Array.from(section.matchAll(/^- (.+(?:\n {2}.+)*)/gm), ([, item = '']) =>
    item.replace(/\s+/g, ' '),
  );
}

function rulesIn(item: string): string[] {
  return Array.from(item.matchAll(/\b[A-Z]{3}-\d+/g), ([rule]) => rule);
}

function testsIn(item: string): string[] {
  return Array.from(item.matchAll(/`(test\/[\w/.-]+\.test\.ts)`/g), ([, path = '']) => path);
}

test.run();
