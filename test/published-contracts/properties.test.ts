import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareContracts, isBreaking, languageOf } from '../../relay/published-contracts/rules.ts';

/** An object with fields, of both languages at once. */
interface Shape {
  readonly fields: readonly Field[];
}

interface Field {
  readonly name: string;
  readonly optional: boolean;
  readonly type: Type;
}

type Type =
  | { readonly kind: 'plain'; readonly name: 'string' | 'number' | 'boolean' | 'null' }
  | { readonly kind: 'literals'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly item: Type }
  | { readonly kind: 'object'; readonly shape: Shape };

const name = fc
  .string({ unit: fc.constantFrom('a', 'b', 'x', '_', '$', 'é'), minLength: 1, maxLength: 4 })
  .filter((text) => text !== '$ref');

const { shape } = fc.letrec<{ shape: Shape; type: Type }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      kind: fc.constant('plain' as const),
      name: fc.constantFrom(
        'string' as const,
        'number' as const,
        'boolean' as const,
        'null' as const,
      ),
    }),
    fc.record({
      kind: fc.constant('literals' as const),
      values: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('list' as const), item: tie('type') }),
    fc.record({ kind: fc.constant('object' as const), shape: tie('shape') }),
  ),
  shape: fc
    .uniqueArray(fc.record({ name, optional: fc.boolean(), type: tie('type') }), {
      maxLength: 5,
      selector: (field) => field.name,
    })
    .map((fields) => ({ fields })),
}));

const writers = { TypeScript: typeScriptOf, 'JSON Schema': jsonOf } as const;

for (const [language, write] of Object.entries(writers)) {
  const compare = (before: Shape, after: Shape) => {
    const [one, two] = [write(before), write(after)];
    return compareContracts(
      { language: languageOf(one), schema: one },
      { language: languageOf(two), schema: two },
    );
  };

  test(`PUB-2 ${language}: what says the same is no change`, () => {
    const property = fc.property(shape, (one) => {
      assert.equal(compare(one, one), []);
      assert.equal(compare(one, turnedRound(one)), []);
    });
    fc.assert(property, { numRuns: 150 });
  });

  test(`PUB-2 ${language}: a new optional field never breaks, wherever it is`, () => {
    const property = fc.property(shape, fc.nat(), shape, (one, at, fresh) => {
      const type = { kind: 'object', shape: fresh } as const;
      const more = altered(one, at, (fields) => [
        ...fields,
        { name: 'fresh', optional: true, type },
      ]);
      const changes = compare(one, more);
      assert.ok(changes.length > 0);
      assert.not.ok(isBreaking(changes), JSON.stringify(changes));
    });
    fc.assert(property, { numRuns: 150 });
  });

  test(`PUB-2 ${language}: a field that goes always breaks, wherever it was`, () => {
    const property = fc.property(shape, fc.nat(), fc.boolean(), (one, at, optional) => {
      const type = { kind: 'plain', name: 'string' } as const;
      const more = altered(one, at, (fields) => [...fields, { name: 'gone', optional, type }]);
      const changes = compare(more, one);
      assert.ok(
        changes.some(
          ({ kind, breaking, path }) => kind === 'removed' && breaking && path.endsWith('gone'),
        ),
      );
    });
    fc.assert(property, { numRuns: 150 });
  });

  test(`PUB-2 ${language}: a new required field always breaks`, () => {
    const property = fc.property(shape, fc.nat(), (one, at) => {
      const type = { kind: 'plain', name: 'string' } as const;
      const more = altered(one, at, (fields) => [
        ...fields,
        { name: 'asked', optional: false, type },
      ]);
      assert.ok(isBreaking(compare(one, more)));
    });
    fc.assert(property, { numRuns: 100 });
  });

  test(`PUB-2 ${language}: what is another shape is a change`, () => {
    const property = fc.property(shape, shape, (one, two) => {
      const same = write(turnedRound(one, true)) === write(turnedRound(two, true));
      assert.is(compare(one, two).length === 0, same);
    });
    fc.assert(property, { numRuns: 150 });
  });
}

const fragment = fc.constantFrom(
  ...'{ } [ ] ( ) < > : ; , ? | & = => ... . - "a" \'b\' `c` 1 a B type interface extends enum function class new keyof readonly is asserts typeof import export const #x /* */ // \\ \n'.split(
    ' ',
  ),
);
const soup = fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join(' '));

test('ANS-2 no text makes a comparison fail', () => {
  const any = fc.oneof(soup, fc.string({ maxLength: 80 }), fc.json());
  const property = fc.property(any, any, (one, two) => {
    const [before, after] = [one, two].map((schema) => ({ language: languageOf(schema), schema }));
    if (before === undefined || after === undefined) return;
    assert.equal(compareContracts(before, before), []);
    for (const { text } of compareContracts(before, after)) assert.ok(text.length > 0);
    for (const language of ['typescript', 'json-schema'] as const) {
      if (before.language === language && after.language === language) continue;
      compareContracts(
        { language: 'typescript', schema: one },
        { language: 'typescript', schema: two },
      );
    }
  });
  fc.assert(property, { numRuns: 500 });
});

test('ANS-2 large and deep texts come to an end', () => {
  const most = 50_000;
  const filled = (part: string) => part.repeat(Math.floor(most / part.length));
  const deep = (open: string, close: string, count: number) =>
    open.repeat(count) + close.repeat(count);
  const chained = (prefix: string) =>
    Array.from(
      { length: 1_500 },
      (_, at) => `type ${prefix}${at} = { a: ${prefix}${at + 1} }`,
    ).join('\n');
  const definitions = (period: number) => ({
    $ref: '#/$defs/n0',
    $defs: Object.fromEntries(
      Array.from({ length: period }, (_, at) => [
        `n${at}`,
        { properties: { [`p`]: { $ref: `#/$defs/n${(at + 1) % period}` } } },
      ]),
    ),
  });
  const pairs: readonly (readonly [string, string])[] = [
    [filled('a|'), filled('|b')],
    [`type T = ${filled('"a"|').slice(0, -9)}`, `type T = ${filled("'b'|").slice(0, -9)}`],
    [filled('f();'), filled('f(a);')],
    [filled('interface A {}\n'), filled('interface A { a: 1 }\n')],
    [filled('export\n'), filled('type\n')],
    [filled('/*'), filled('"')],
    [deep('(', ')', 20_000), deep('{', '}', 20_000)],
    [deep('A<', '>', 20_000), deep('(a: ', ') => b', 5_000)],
    [filled('keyof '), filled('keyof a ')],
    [filled('readonly '), filled('a ')],
    [`${chained('A')}\ntype T = { f: A0 }`, `${chained('B')}\ntype T = { f: B0 }`],
    [JSON.stringify(definitions(401)), JSON.stringify(definitions(397))],
    [
      deep('{"a":', '}', 8_000).replace('}', '1}'),
      deep('{"items":', '}', 8_000).replace('}', '{}}'),
    ],
    [
      JSON.stringify({ enum: Array.from({ length: 9_000 }, (_, at) => at) }),
      JSON.stringify({ enum: Array.from({ length: 9_000 }, (_, at) => -at) }),
    ],
    [
      JSON.stringify({ anyOf: Array.from({ length: 2_000 }, (_, at) => ({ const: at })) }),
      JSON.stringify({ anyOf: Array.from({ length: 2_000 }, (_, at) => ({ const: -at - 1 })) }),
    ],
  ];
  for (const [one, two] of pairs) {
    const [before, after] = [
      { language: languageOf(one), schema: one },
      { language: languageOf(two), schema: two },
    ];
    const changes = compareContracts(before, after);
    assert.ok(changes.length > 0 && changes.length <= 201, one.slice(0, 40));
    compareContracts(after, before);
  }
});

test.run();

/** Changes the fields of the object that the number leads to. */
function altered(one: Shape, at: number, change: (fields: readonly Field[]) => Field[]): Shape {
  const inner = one.fields.flatMap((field, index) =>
    shapeIn(field.type) === undefined ? [] : [index],
  );
  const chosen = inner[at % (inner.length + 1)];
  if (chosen === undefined) return { fields: change(one.fields) };
  const rest = Math.floor(at / (inner.length + 1));
  const fields = one.fields.map((field, index) =>
    index === chosen
      ? { ...field, type: within(field.type, (found) => altered(found, rest, change)) }
      : field,
  );
  return { fields };
}

function shapeIn(type: Type): Shape | undefined {
  if (type.kind === 'list') return shapeIn(type.item);
  return type.kind === 'object' ? type.shape : undefined;
}

function within(type: Type, change: (found: Shape) => Shape): Type {
  if (type.kind === 'list') return { ...type, item: within(type.item, change) };
  return type.kind === 'object' ? { ...type, shape: change(type.shape) } : type;
}

/** The same in another order, or in the order of the names. */
function turnedRound({ fields }: Shape, sorted = false): Shape {
  const turned = fields.map(({ type, ...field }) => ({ ...field, type: typeTurned(type, sorted) }));
  if (sorted) return { fields: turned.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  return { fields: turned.toReversed() };
}

function typeTurned(type: Type, sorted: boolean): Type {
  switch (type.kind) {
    case 'plain':
      return type;
    case 'literals':
      return { ...type, values: sorted ? type.values.toSorted() : type.values.toReversed() };
    case 'list':
      return { ...type, item: typeTurned(type.item, sorted) };
    case 'object':
      return { ...type, shape: turnedRound(type.shape, sorted) };
  }
}

function typeScriptOf({ fields }: Shape): string {
  return `export interface T ${objectText(fields)}`;
}

function objectText(fields: readonly Field[]): string {
  const lines = fields.map(
    (field) => `${field.name}${field.optional ? '?' : ''}: ${typeText(field.type)};`,
  );
  return `{ ${lines.join(' ')} }`;
}

function typeText(type: Type): string {
  switch (type.kind) {
    case 'plain':
      return type.name;
    case 'literals':
      return type.values.map((value) => `'${value}'`).join(' | ');
    case 'list':
      return `(${typeText(type.item)})[]`;
    case 'object':
      return objectText(type.shape.fields);
  }
}

function jsonOf(one: Shape): string {
  return JSON.stringify(objectSchema(one));
}

function objectSchema({ fields }: Shape) {
  const properties = Object.fromEntries(fields.map((field) => [field.name, schemaOf(field.type)]));
  const required = fields.flatMap((field) => (field.optional ? [] : [field.name]));
  return { type: 'object', properties, required };
}

function schemaOf(type: Type): object {
  switch (type.kind) {
    case 'plain':
      return { type: type.name };
    case 'literals':
      return { enum: type.values };
    case 'list':
      return { type: 'array', items: schemaOf(type.item) };
    case 'object':
      return objectSchema(type.shape);
  }
}
