/** RAD-2: every conflict is reported, with what it is about and where. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DetectedConflict } from '../../daemon/radar/round.ts';
import { auth, Repository } from './support.ts';

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

/** The imports of a file, and what two branches make of them. */
type Imports = readonly [before: string, ours: string, theirs: string];

/** The only conflict of each file, of two branches that change them all. */
async function importConflicts(
  repository: Repository,
  files: readonly Imports[],
  addition = '',
): Promise<readonly DetectedConflict[]> {
  const all = (which: 0 | 1 | 2, rest = auth) =>
    Object.fromEntries(files.map((texts, at) => [`src/${at}.ts`, `${texts[which]}\n\n${rest}`]));
  repository.commit(all(0));
  const branches = [
    repository.branch('coord/0', () => repository.commit(all(1))),
    repository.branch('coord/1', () => repository.commit(all(2, auth + addition))),
  ];
  const { conflicts } = await repository.round(branches);
  return files.map((texts, at) => {
    const [found, ...others] = conflicts.filter((one) => one.file === `src/${at}.ts`);
    assert.equal([found?.kind, others.length], ['imports', 0], texts.join('\n'));
    return found as DetectedConflict;
  });
}

async function unions(repository: Repository, files: readonly Imports[]) {
  return (await importConflicts(repository, files)).map(({ union }) => union);
}

async function areNoHints(repository: Repository, files: readonly Imports[], addition = '') {
  for (const [at, { union }] of (await importConflicts(repository, files, addition)).entries())
    assert.is(union, undefined, files[at]?.join('\n'));
}

const x = "import { x } from './x';";

function listOf(lineEnd: string, ...names: string[]): string {
  return ['import {', ...names.map((name) => `  ${name},`), "} from './x';"].join(lineEnd);
}

kinds('RAD-2: both add a name to one import: one declaration', async ({ repository }) => {
  const found = await unions(repository, [
    [x, "import { x, q } from './x';", "import { x, r } from './x';"],
    ['import {x} from "./x"', 'import {x, q as s} from "./x"', "import d, { x } from './x';"],
    [x, "import { x, q } from './x';", "import { q, x, r } from './x';"],
  ]);
  assert.equal(found, [
    ["import { x, q, r } from './x';"],
    ['import d, {x, q as s} from "./x"'],
    ["import { x, q, r } from './x';"],
  ]);
});

kinds('RAD-2: a union has what cannot be in one declaration apart', async ({ repository }) => {
  const ours = ["import q, { p } from './q';", "import './run';"];
  const theirs = [
    "import * as all from './q';",
    "import other, { r } from './q';",
    "import './run';",
    "import './go';",
  ];
  const [found] = await unions(repository, [
    [x, [x, ...ours].join('\n'), [x, ...theirs].join('\n')],
  ]);
  assert.equal(found, [
    "import q, { p, r } from './q';",
    "import './run';",
    "import * as all from './q';",
    "import other from './q';",
    "import './go';",
  ]);
});

kinds('RAD-2: both add a name to a list of several lines', async ({ repository }) => {
  const list = (...names: string[]) => listOf('\n', ...names);
  const windows = (...names: string[]) => listOf('\r\n', ...names);
  const found = await importConflicts(repository, [
    [list('a', 'b', 'c'), list('a', 'q', 'b', 'c'), list('a', 'r', 'b', 'c')],
    // Git marks only what is not the same on both sides.
    [list('a'), list('a', 'q'), list('a', 'q', 'type R')],
    [windows('a'), windows('a', 'q'), windows('a', 'r')],
  ]);
  assert.equal(found[0]?.lines?.ours, [{ start: 3, end: 3 }]);
  assert.equal(
    found.map(({ union }) => union?.join('\n')),
    [list('a', 'q', 'b', 'c', 'r'), list('a', 'q', 'type R'), list('a', 'q', 'r')],
  );
});

kinds('RAD-2: in a union types stay types', async ({ repository }) => {
  const type = "import type { X } from './x';";
  const found = await unions(repository, [
    [type, "import type { X, Q } from './x';", `${type}\nimport { type R, s } from './x';`],
    [x, "import { x, type Q } from './x';", "import { type R as S, x } from './x';"],
    [type, `${type}\nimport type Q from './q';`, `${type}\nimport type { R } from './q';`],
  ]);
  assert.equal(found, [
    ["import type { X, Q } from './x';", "import { type R, s } from './x';"],
    ["import { x, type Q, type R as S } from './x';"],
    ["import type Q from './q';", "import type { R } from './q';"],
  ]);
});

kinds('RAD-2: both add a name of a required module', async ({ repository }) => {
  const a = "const { a } = require('a')";
  const ours = "const { a, b: c } = require('a')";
  const theirs = "const { a, d } = require('a')\nconst all = require('a')";
  assert.equal(await unions(repository, [[a, ours, theirs]]), [
    ["const { a, b: c, d } = require('a')", "const all = require('a')"],
  ]);
});

kinds('RAD-2: a name with two sources is no hint', async ({ repository }) => {
  const required = "const { a } = require('a');";
  await areNoHints(repository, [
    [x, `${x}\nimport q from './q';`, `${x}\nimport q from './other';`],
    [x, "import { x, a as q } from './x';", "import { x, b as q } from './x';"],
    [x, "import { x, q } from './x';", `${x}\nimport { q } from './q';`],
    [x, "import { x, q } from './x';", "import { x, type q } from './x';"],
    [x, `${x}\nimport * as q from './q';`, `${x}\nimport q from './q';`],
    [x, `${x}\nimport q from './q';`, `${x}\nconst q = require('./q');`],
    [required, "const { a, b: q } = require('a');", "const { a, c: q } = require('a');"],
  ]);
});

for (const elsewhere of ['function q() {}', "import q from './q';"])
  kinds(`RAD-2: no hint where the file also has ${elsewhere}`, async ({ repository }) => {
    const both = ["import { x, q } from './x';", "import { x, r } from './x';"] as const;
    await areNoHints(repository, [[x, ...both]], `${elsewhere}\n`);
  });

kinds('RAD-2: a side that does more than add imports is no hint', async ({ repository }) => {
  await areNoHints(repository, [
    [x, "import { q } from './x';", "import { x, r } from './x';"],
    [x, "import { x as q } from './x';", "import { x, r } from './x';"],
    [x, "import { x, q } from './x';", "import { x, r } from './x.js';"],
    [x, "import { x, q } from './x'; // why", "import { x, r } from './x';"],
    [x, "import { x, q } from './x';", "import { x, r } from './x' with { type: 'json' };"],
  ]);
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
