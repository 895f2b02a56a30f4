import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hookEffects, sessionOperations } from '../../shared/sessions/contract.ts';
import { parsePlainHookBody } from '../../shared/sessions/parse-hook-body.ts';

const { input: schema } = sessionOperations.hook;

const usual = {
  event: 'preToolUse',
  agent_type: 'claude',
  workspace_slug: 'web-shop',
  conversation_id: 'writer',
  file_path: 'src/a.ts',
  symbol_ids: ['src/a.ts#login'],
};

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('shop', 'two-words', '', '\0', '\ud800', 'x'.repeat(120), 'x'.repeat(121)),
);
const number = fc.constantFrom<unknown>(0, 3, 10_000_000, 10_000_001, -1, 1.5, '1', null);
const range = fc.record(
  {
    start: number,
    end: number,
    adds_imports: fc.constantFrom<unknown>(true, false, 1),
    other: text,
  },
  { requiredKeys: [] },
);
const part = fc.record(
  {
    symbol_id: fc.oneof(text, fc.constant('src/a.ts#login')),
    within: text,
    lines: fc.array(fc.oneof(range, fc.constant({ start: 1, end: 2 })), { maxLength: 3 }),
    other: text,
  },
  { requiredKeys: ['symbol_id', 'lines'] },
);
const changes = fc.record(
  {
    base: fc.constantFrom('', 'a'.repeat(40), 'a'.repeat(64), 'a'.repeat(41)),
    parts: fc.array(part),
  },
  { requiredKeys: ['base'] },
);
const value = fc.oneof(
  text,
  fc.constantFrom('shop', 'tab-1', 'src/a.ts'),
  fc.constantFrom(null, 1, true, {}, []),
  fc.array(text),
);
const event = fc.oneof(fc.constantFrom(...Object.keys(hookEffects)), fc.constant('toString'));
const name = fc.constantFrom(...Object.keys(schema.shape), 'unknown', '__proto__', 'constructor');
const body = fc
  .tuple(
    fc.dictionary(name, value, { maxKeys: 2 }),
    fc.option(fc.record({ event, workspace_slug: text })),
    fc.option(fc.record({ changes })),
  )
  .map((all) => JSON.parse(JSON.stringify(Object.assign({}, usual, ...all))) as object);

test('ANS-1: a body that is taken without the schema is one that the schema takes, and leaves as it is', () => {
  let taken = 0;
  fc.assert(
    fc.property(body, (fields) => {
      const plain = parsePlainHookBody(fields);
      if (plain === undefined) return;
      taken += 1;
      assert.equal(plain, schema.parse(fields));
    }),
    { numRuns: 5_000 },
  );
  // About one in fifty is plain, so that half of that means that the generator has changed.
  assert.ok(taken > 50, `${taken} of them were plain`);
});

test('ANS-1: nothing that the schema refuses is plain', () => {
  const { workspace_slug: _slug, ...homeless } = usual;
  const { conversation_id: _conversation, ...nameless } = usual;
  const refused = [
    {},
    homeless,
    nameless,
    { ...usual, event: 'later' },
    { ...usual, workspace_slug: 'web--shop' },
    { ...usual, workspace_slug: 'x'.repeat(65) },
    { ...usual, event: ['preToolUse'] },
    { ...usual, symbol_ids: Array.from({ length: 501 }, () => 'a') },
    { ...usual, symbol_ids: 'a' },
    { ...usual, file_path: '' },
    { ...usual, conversation_id: 'a\nb' },
    { ...usual, changes: { base: 'a', parts: [] } },
    { ...usual, changes: { parts: [] } },
    { ...usual, changes: { base: '', parts: [{ symbol_id: 'a', lines: [{ start: 2, end: 1 }] }] } },
    { ...usual, changes: { base: '', parts: [{ symbol_id: 'a' }] } },
  ];
  for (const fields of refused) {
    assert.is(schema.safeParse(fields).success, false, JSON.stringify(fields));
    assert.is(parsePlainHookBody(fields), undefined, JSON.stringify(fields));
  }
});

test('ANS-1: a usual body is plain, and an agent without a type is of an unknown one', () => {
  assert.equal(parsePlainHookBody(usual), usual);
  const lines = [
    { start: 1, end: 2 },
    { start: 4, end: 4, adds_imports: true },
  ];
  const parts = [{ symbol_id: 'src/a.ts#Session.open', within: 'Session', lines }];
  const written = { ...usual, event: 'postToolUse', changes: { base: 'a'.repeat(40), parts } };
  assert.equal(parsePlainHookBody(written), written);
  const { agent_type: _type, ...untyped } = usual;
  assert.equal(parsePlainHookBody(untyped), { ...untyped, agent_type: 'unknown' });
});

test.run();
