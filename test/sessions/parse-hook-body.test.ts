import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { parseHookBody } from '../../shared/sessions/contract.ts';

const usual = {
  event: 'preToolUse',
  agent_type: 'claude',
  workspace_slug: 'web-shop',
  conversation_id: 'writer',
  file_path: 'src/a.ts',
  symbol_ids: ['src/a.ts#login'],
};

test('ANS-1: a hook body that is not what it must be is refused', () => {
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
    const found = parseHookBody(fields);
    assert.is(isRefusal(found) && found.error, 'ValidationError', JSON.stringify(fields));
  }
});

test('ANS-1: a usual body is left as it is, and an agent without a type is of an unknown one', () => {
  assert.equal(parseHookBody(usual), usual);
  const lines = [
    { start: 1, end: 2 },
    { start: 4, end: 4, adds_imports: true },
  ];
  const parts = [{ symbol_id: 'src/a.ts#Session.open', within: 'Session', lines }];
  const written = { ...usual, event: 'postToolUse', changes: { base: 'a'.repeat(40), parts } };
  assert.equal(parseHookBody(written), written);
  const { agent_type: _type, ...untyped } = usual;
  assert.equal(parseHookBody(untyped), { ...untyped, agent_type: 'unknown' });
});

test.run();
