/** RSV-16: a tree that is made from the one before an edit says the same as a tree of its own. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PlaceReader } from '../../daemon/index/places/place-reader.ts';
import type { FilePlaces } from '../../daemon/index/places/own-code.ts';
import { loadParser } from '../../daemon/index/parser/parser.ts';
import { compiler, read, reader, script, touched, typed } from './reading-places.ts';

const test = suite('RSV-16 trees of edited files');

test('a random edit in one member touches exactly this member, however the text was parsed', () => {
  const kinds = {
    method: (name: string, value: string) => `${name}() { return ${value}; }`,
    property: (name: string, value: string) => `${name} = [${value}];`,
    accessor: (name: string, value: string) =>
      `get ${name}() { if (a) { b(${value}); } return 1; }`,
  };
  const member = fc.record({
    kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
    value: fc.string({ unit: 'binary', maxLength: 12 }),
  });
  const textOf = (members: readonly { kind: keyof typeof kinds; value: string }[]) =>
    `import 'x';\nclass A {\n${members
      .map(
        ({ kind, value }, index) => `  /* m */ ${kinds[kind](`m${index}`, JSON.stringify(value))}`,
      )
      .join('\n')}\n}\nfunction after() {}\n`;
  fc.assert(
    fc.property(
      fc.array(member, { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.string({ unit: 'binary', maxLength: 12 }),
      (members, pick, value) => {
        const chosen = pick % members.length;
        const edited = members.map((one, index) => (index === chosen ? { ...one, value } : one));
        const expected = members[chosen]?.value === value ? [] : [`A.m${chosen}`];
        const [before, after] = [textOf(members), textOf(edited)];
        assert.equal(touched('p.ts', before, after), expected);
        const whole = new PlaceReader(compiler).read('p.ts', after);
        assert.equal(read('p.ts', after).places.map(shown), whole?.places.map(shown));
      },
    ),
  );
});

function shown({ symbol, within, spans }: FilePlaces['places'][number]): unknown {
  return [symbol, within, spans];
}

test('a tree that is made from one with errors has its own errors', async () => {
  const parser = await loadParser();
  const broken =
    "import { one type Two } from './c.ts';\n" +
    'export function f() {\n  return 1;\n}\n'.repeat(20);
  reader.read('d.ts', broken);
  const longer = broken.replace(/}\n$/, '  function g() {}\n}\n');
  reader.read('d.ts', longer);
  assert.equal(parser.analyse('d.ts', longer, reader.treeOf('d.ts', longer)), undefined);
});

test('the index reads the same out of a tree that was made from another as out of its own', async () => {
  const parser = await loadParser();
  const path = new URL('../../daemon/index/repository-index.ts', import.meta.url);
  const texts = { 'b.ts': readFileSync(path, 'utf8'), 'a.ts': typed, 'a.js': script };
  const pieces = ['', '\n', ' ', '}', '{', '/* x */', 'function f() {}', "'", 'a(b);', 'async '];
  let served = 0;
  for (const [name, text] of Object.entries(texts)) {
    const edit = fc.tuple(fc.nat(text.length), fc.nat(30), fc.constantFrom(...pieces));
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        reader.read(name, text);
        let edited = text;
        for (const [at, length, piece] of edits) {
          edited = edited.slice(0, at) + piece + edited.slice(at + length);
          reader.read(name, edited);
          const tree = reader.treeOf(name, edited);
          served += tree === undefined ? 0 : 1;
          assert.equal(parser.analyse(name, edited, tree), parser.analyse(name, edited));
        }
      }),
      { numRuns: 300 },
    );
  }
  assert.ok(served > 900, `${served} trees`);
});

test.run();
