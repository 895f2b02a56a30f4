import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Changes, notComparable } from '../../relay/published-contracts/compare/changes.ts';
import { compareContracts, languageOf } from '../../relay/published-contracts/rules.ts';

type Json = Readonly<Record<string, unknown>>;

/** The changes as lines: `kind path`, with `!` before what breaks. */
function compare(before: Json, after: Json): string[] {
  const schema = (value: Json) =>
    ({ language: 'json-schema', schema: JSON.stringify(value) }) as const;
  return compareContracts(schema(before), schema(after)).map(
    ({ kind, path, breaking }) => `${breaking ? '!' : ''}${kind} ${path}`,
  );
}

const text = { type: 'string' };
const whole = { type: 'integer' };
const nothing = { type: 'null' };

function object(properties: Json, required: readonly string[] = [], more: Json = {}): Json {
  return { type: 'object', properties, required, ...more };
}

type Case = readonly [title: string, before: Json, after: Json, expected: readonly string[]];

const cases: readonly Case[] = [
  ['a field is gone', object({ a: text, b: text }), object({ a: text }), ['!removed b']],
  ['an optional field is new', object({ a: text }), object({ a: text, b: text }), ['added b']],
  ['a required field is new', object({}), object({ b: text }, ['b']), ['!added b']],
  ['a field is required now', object({ a: text }), object({ a: text }, ['a']), ['!required a']],
  ['a field is optional now', object({ a: text }, ['a']), object({ a: text }), ['!optional a']],
  ['required without a description', object({}), object({}, ['a']), ['!required a']],
  ['another type', object({ a: text }), object({ a: whole }), ['!changed a']],
  ['a type is narrowed', { type: ['string', 'null'] }, text, ['!changed ']],
  ['a type is widened', text, { type: ['string', 'integer'] }, ['changed ']],
  ['null is absence', text, { type: ['string', 'null'] }, ['!changed ']],
  ['null as OpenAPI says it', text, { ...text, nullable: true }, ['!changed ']],
  [
    'null as a choice',
    object({ a: text }),
    object({ a: { anyOf: [text, nothing] } }),
    ['!changed a'],
  ],
  ['null is no choice any more', { oneOf: [text, nothing] }, text, ['!changed ']],
  ['whole numbers only', { type: 'number' }, whole, ['!changed ']],
  ['any number', whole, { type: 'number' }, ['changed ']],
  ['a value is gone', { enum: ['a', 'b'] }, { enum: ['a'] }, ['!changed ']],
  ['a value is new', { enum: ['a'] }, { enum: ['b', 'a'] }, ['changed ']],
  ['one value only', text, { const: 'a' }, ['!changed ']],
  ['one value and others', { const: 'a' }, text, ['changed ']],
  [
    'no other fields',
    object({}),
    object({}, [], { additionalProperties: false }),
    ['!changed [*]'],
  ],
  ['other fields', object({}, [], { additionalProperties: false }), object({}), ['changed [*]']],
  [
    'other fields of a kind',
    object({}, [], { additionalProperties: text }),
    object({}, [], { additionalProperties: whole }),
    ['!changed [*]'],
  ],
  [
    'deep inside',
    object({ list: { type: 'array', items: object({ a: object({ b: text, c: text }) }) } }),
    object({ list: { type: 'array', items: object({ a: object({ b: whole }) }) } }),
    ['!changed list[].a.b', '!removed list[].a.c'],
  ],
  ['in a tuple', { prefixItems: [text, text] }, { prefixItems: [text, whole] }, ['!changed [1]']],
  [
    'in a definition, reported once',
    { $defs: { User: object({ email: text }) }, ...object({ a: { $ref: '#/$defs/User' } }) },
    { $defs: { User: object({}) }, ...object({ a: { $ref: '#/$defs/User' } }) },
    ['!removed User.email'],
  ],
  [
    'under another name',
    { definitions: { A: text }, ...object({ a: { $ref: '#/definitions/A' } }) },
    { definitions: { B: text }, ...object({ a: { $ref: '#/definitions/B' } }) },
    ['!removed A', 'added B'],
  ],
  [
    'a schema that leads to itself',
    object({ next: { $ref: '#' }, a: text }),
    object({ next: { $ref: '#' }, a: whole }),
    ['!changed a'],
  ],
  [
    'a choice that changed',
    { anyOf: [object({ a: text }), nothing] },
    { anyOf: [nothing, object({})] },
    ['!removed a'],
  ],
  ['a choice is gone', { oneOf: [text, whole] }, { oneOf: [text] }, ['!changed ']],
  ['a choice is new', { oneOf: [text] }, { oneOf: [text, whole] }, ['changed ']],
  [
    'what must hold besides',
    { allOf: [object({ a: text }), object({ b: text })] },
    { allOf: [object({ a: text }), object({})] },
    ['!removed b'],
  ],
  ['a shorter text', text, { ...text, maxLength: 5 }, ['!changed ']],
  ['a longer text', { ...text, maxLength: 5 }, { ...text, maxLength: 9 }, ['changed ']],
  ['a higher least', { minimum: 1 }, { minimum: 2 }, ['!changed ']],
  ['another pattern', { pattern: 'a' }, { pattern: 'b' }, ['!changed ']],
  ['no pattern', { type: 'string', pattern: 'a' }, text, ['changed ']],
  ['words about it', { ...text, title: 'A' }, { ...text, description: 'B' }, []],
  ['the order of its keys', object({ a: text, b: whole }), object({ b: whole, a: text }), []],
  ['nothing is allowed', object({ a: {} }), object({ a: false }), ['!changed a']],
  ['conditions are not followed', { if: text }, { if: whole }, ['!changed ']],
  ['what is elsewhere', { $ref: 'https://x/a' }, { $ref: 'https://x/b' }, ['!changed ']],
  [
    'an example of an answer',
    { id: 'usr_1', tags: ['a'], owner: { name: 'string' } },
    { id: 7, tags: ['b'], owner: {}, extra: true },
    ['!changed id', '!removed owner.name', 'added extra'],
  ],
  [
    'names that JavaScript knows',
    object(JSON.parse('{"__proto__": {"type": "string"}, "constructor": true}') as Json),
    object({}),
    ['!removed __proto__', '!removed constructor'],
  ],
];

/** The same with its keys in another order. */
function turnedRound(value: Json): Json {
  return Object.fromEntries(Object.entries(value).toReversed());
}

for (const [title, before, after, expected] of cases) {
  test(`PUB-2 ${title}`, () => {
    assert.equal(compare(before, after).sort(), [...expected].sort());
    for (const same of [before, after]) assert.equal(compare(same, turnedRound(same)), []);
  });
}

test('PUB-1 a JSON object is a JSON Schema, all else is TypeScript', () => {
  assert.is(languageOf(' {"type": "string"}'), 'json-schema');
  assert.is(languageOf('{ id: string }'), 'typescript');
  assert.is(languageOf('[1]'), 'typescript');
  assert.is(languageOf('"text"'), 'typescript');
  assert.is(languageOf('interface A {}'), 'typescript');
});

test('PUB-2: of more changes than are kept nothing more is compared', () => {
  const changes = new Changes();
  const add = (at: number) =>
    changes.add({ kind: 'removed', path: `p${at}`, text: `p${at} is gone.`, breaking: true });
  for (let at = 0; at < 200; at++) add(at);
  assert.ok(changes.step(), 'one more is kept');
  add(200);
  assert.not(changes.step());
  assert.equal(changes.list.at(-1), notComparable(''));
});

test.run();
