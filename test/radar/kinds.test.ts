/** RAD-2: every conflict is reported, with what it is about and where. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DetectedConflict } from '../../daemon/radar/round.ts';
import { Repository } from './support.ts';

const kinds = suite<{ repository: Repository }>('conflict radar, kinds');

kinds.before.each((context) => void (context.repository = new Repository()));
kinds.after.each(({ repository }) => repository.remove());

const file = 'src/auth.ts';

type Edit = readonly [before: string, after: string];

/** The only conflict of two branches with these edits. */
async function conflictOf(
  repository: Repository,
  ours: readonly Edit[],
  theirs: readonly Edit[],
): Promise<DetectedConflict> {
  const [one, other] = [ours, theirs].map((edits, at) =>
    repository.branch(`coord/${at}`, () => {
      for (const edit of edits) repository.edit(file, edit);
    }),
  );
  if (one === undefined || other === undefined) throw new Error('two branches');
  const { conflicts } = await repository.round([one, other]);
  assert.is(conflicts.length, 1);
  return conflicts[0] as DetectedConflict;
}

const firstImport = "import { hash } from './hash';";

kinds('RAD-2: both only add imports: a hint, with the union', async ({ repository }) => {
  const found = await conflictOf(
    repository,
    [[firstImport, `${firstImport}\nimport { salt } from './salt';`]],
    [[firstImport, `${firstImport}\nimport now, { type Time as T } from './now';`]],
  );
  assert.equal([found.kind, found.symbolIds], ['imports', [`${file}#import`]]);
  assert.equal(found.lines, { ours: [{ start: 2, end: 2 }], theirs: [{ start: 2, end: 2 }] });
  assert.equal(found.union, [
    "import { salt } from './salt';",
    "import now, { type Time as T } from './now';",
  ]);
});

kinds('RAD-2: required modules are imports', async ({ repository }) => {
  repository.commit({ [file]: "'use strict'\nconst a = require('a')\n\nmodule.exports = a\n" });
  const found = await conflictOf(
    repository,
    [["require('a')", "require('a')\nconst { b: c } = require('b')"]],
    [["require('a')", "require('a')\nconst d = require('d')"]],
  );
  assert.is(found.kind, 'imports');
  assert.equal(found.union, ["const { b: c } = require('b')", "const d = require('d')"]);
});

kinds('RAD-2: imports that a union does not solve are no hint', async ({ repository }) => {
  const found = await conflictOf(
    repository,
    [[firstImport, "import { hash, salt } from './hash';"]],
    [[firstImport, "import { hash, now } from './hash';"]],
  );
  assert.equal([found.kind, found.union], ['imports', undefined]);
});

kinds('RAD-2: one name from two modules is no hint', async ({ repository }) => {
  const found = await conflictOf(
    repository,
    [[firstImport, `${firstImport}\nimport { now } from './salt';`]],
    [[firstImport, `${firstImport}\nimport { now } from './now';`]],
  );
  assert.equal([found.kind, found.union], ['imports', undefined]);
});

kinds('RAD-2: comments, and blank lines', async ({ repository }) => {
  const found = await conflictOf(
    repository,
    [['Ends it.', 'Ends the session.']],
    [['/** Ends it. */', '/** Ends a call. */\n\n// Says good-bye: https://example.com']],
  );
  assert.equal([found.kind, found.symbolIds], ['comments', [`${file}#~`]]);
  assert.equal(found.lines?.ours, [{ start: 7, end: 7 }]);
});

kinds('RAD-2: formatting on both sides', async ({ repository }) => {
  const found = await conflictOf(
    repository,
    [['{ name, remembered: false }', '{name, remembered: false}']],
    [['{ name, remembered: false }', '{ name, remembered:false }']],
  );
  assert.equal([found.kind, found.symbolIds], ['formatting', [`${file}#~`]]);
  assert.equal(found.lines?.ours, [{ start: 4, end: 4 }]);
});

kinds('RAD-2: formatting and a comment on one line are a comment', async ({ repository }) => {
  const found = await conflictOf(
    repository,
    [['{ name, remembered: false }', '{name, remembered: false}']],
    [['{ name, remembered: false };', '{ name, remembered: false }; // as it was']],
  );
  assert.is(found.kind, 'comments', 'the strongest of the two');
});

kinds('RAD-2: formatting beside an edit is code', async ({ repository }) => {
  const edited = await conflictOf(
    repository,
    [['{ name, remembered: false }', '{name, remembered: false}']],
    [['remembered: false', 'remembered: true']],
  );
  assert.equal([edited.kind, edited.symbolIds], ['code', [`${file}#login`]]);
});

kinds('RAD-2: adjacent lines, and a comment beside an edit', async ({ repository }) => {
  const text = 'export function f() {\n  one();\n  two();\n  // three\n  four();\n}\n';
  repository.commit({ [file]: text });
  const found = await conflictOf(
    repository,
    [
      ['one()', 'one(1)'],
      ['three', '3'],
    ],
    [
      ['two()', 'two(2)'],
      ['four()', 'four(4)'],
    ],
  );
  assert.equal([found.kind, found.symbolIds], ['code', [`${file}#f`]]);
  assert.equal(found.lines?.ours, [{ start: 2, end: 5 }]);
});

kinds('RAD-2: two symbols on one line', async ({ repository }) => {
  repository.commit({ [file]: 'export function a() {}; export function b() {}\n' });
  const found = await conflictOf(
    repository,
    [['a() {}', 'a() { return 1 }']],
    [['b() {}', 'b() { return 2 }']],
  );
  assert.equal([found.kind, found.symbolIds], ['code', [`${file}#a`, `${file}#b`]]);
});

kinds('RAD-2: white space in a text is code, in a comment it is formatting', async () => {
  const of = async (before: string, [one, other]: readonly [string, string]) => {
    const repository = new Repository({ [file]: `export const a = 1;\n${before}\n` });
    const found = await conflictOf(repository, [[before, one]], [[before, other]]);
    repository.remove();
    return found.kind;
  };
  assert.is(await of("f('a b');", ["f('ab');", "f('a  b');"]), 'code');
  assert.is(await of('// a b', ['//  a b', '//a b']), 'formatting');
  assert.is(
    await of('f(/[/]*/, `//${1}`);', ['f( /[/]*/,`//${1}`);', 'f(/[/]*/,`//${1}` );']),
    'formatting',
  );
});

kinds('RAD-2: imports and code in one file are code', async ({ repository }) => {
  const found = await conflictOf(
    repository,
    [
      [firstImport, `${firstImport}\nimport { salt } from './salt';`],
      ['remembered: false', 'remembered: true'],
    ],
    [
      [firstImport, `${firstImport}\nimport { now } from './now';`],
      ['remembered: false', 'remembered: 1'],
    ],
  );
  assert.equal([found.kind, found.union], ['code', undefined]);
  assert.equal(found.symbolIds, [`${file}#login`]);
  // Git joins regions that are near each other.
  assert.equal(found.lines?.ours, [{ start: 2, end: 5 }]);
});

kinds('RAD-2: of another language the lines are said, five at most', async ({ repository }) => {
  const lines = (mark: string) =>
    Array.from({ length: 60 }, (_, at) => (at % 10 === 3 ? `${at} ${mark}` : `${at}`)).join('\n');
  repository.commit({ 'notes.md': `${lines('')}\n` });
  const all = ['one', 'other'].map((name) =>
    repository.branch(name, () => repository.write('notes.md', `${lines(name)}\n`)),
  );
  const [found] = (await repository.round(all)).conflicts;
  assert.equal([found?.kind, found?.symbolIds], ['code', []]);
  assert.equal(
    found?.lines?.theirs.map(({ start, end }) => [start, end]),
    [4, 14, 24, 34, 44].map((line) => [line, line]),
  );
});

kinds.run();
