/** What Settings says of policies, keys, usage and clients. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clients } from '../../shared/clients/registry.ts';
import {
  conflictPolicy,
  gatePolicy,
  mustRules,
  testGaps,
} from '../../shared/workspaces/contract.ts';
import {
  clientGuides,
  guideOf,
} from '../../relay/dashboard/page/views/settings/connect/clients.ts';
import {
  inOrder,
  isInUse,
  whatEnds,
  type Key,
} from '../../relay/dashboard/page/views/settings/keys/key-text.ts';
import {
  heights,
  resetsIn,
  shareOf,
  toneOf,
} from '../../relay/dashboard/page/views/settings/usage/bars.ts';
import {
  exampleBranch,
  policies,
} from '../../relay/dashboard/page/views/settings/workspace/policies.ts';

test('DSH-76 every value that a setting can have is explained', () => {
  const known = {
    conflict_policy: conflictPolicy.options,
    gate_policy: gatePolicy.options,
    test_gaps: testGaps.options,
    must_rules: mustRules.options,
  };
  const shown = policies.map(({ field, options }) => [field, options.map(({ value }) => value)]);
  assert.equal(Object.fromEntries(shown), known);
  for (const { about, options } of policies)
    for (const text of [about, ...options.map(({ effect }) => effect)]) assert.match(text, /\.$/);
  assert.is(exampleBranch('team'), 'team/faster-checkout');
  assert.is(exampleBranch(''), '…/faster-checkout');
});

const key = (name: string, more: Partial<Key> = {}): Key => ({
  id: `key_${name}`,
  name,
  prefix: `coord_${name.slice(0, 4)}`,
  created_at: '2026-03-02T10:00:00.000Z',
  revoked_at: null,
  ...more,
});

test('DSH-77 good keys stand before revoked ones, the newest first', () => {
  const revoked = key('old', { revoked_at: '2026-03-05T10:00:00.000Z' });
  const newer = key('newer', { created_at: '2026-03-03T10:00:00.000Z' });
  const names = inOrder([revoked, key('first'), newer]).map(({ name }) => name);
  assert.equal(names, ['newer', 'first', 'old']);
});

test('DSH-77 revoking says what ends: everything, this page, or what uses the key', () => {
  const [laptop, other] = [key('laptop'), key('other')];
  const secret = 'coord_lapt_and_more';
  assert.ok(isInUse(laptop, secret));
  assert.not.ok(isInUse({ ...laptop, revoked_at: '2026-03-05T10:00:00.000Z' }, secret));
  assert.match(whatEnds(laptop, [laptop], secret), 'your last key');
  assert.match(whatEnds(laptop, [laptop, other], secret), 'is signed out at once');
  assert.match(whatEnds(other, [laptop, other], secret), 'within seconds');
});

test('DSH-78 a share of the limit, and what it means', () => {
  assert.equal(
    [shareOf(5, null), shareOf(5, 10), shareOf(30, 10), shareOf(0, 0)],
    [undefined, 0.5, 1, 0],
  );
  assert.equal(
    [toneOf(undefined), toneOf(0.5), toneOf(0.8), toneOf(1)],
    ['plain', 'plain', 'warn', 'bad'],
  );
  assert.equal(heights([0, 5, 10]), [0, 0.5, 1]);
  assert.equal(heights([0, 0]), [0, 0]);
  const nowMs = Date.parse('2026-03-02T22:10:00.000Z');
  assert.is(resetsIn('2026-03-03T00:00:00.000Z', nowMs), 'in 1 h');
  assert.is(resetsIn('2026-03-02T22:30:00.000Z', nowMs), 'in 20 min');
});

test('DSH-79 the clients are those of coord init, in its order, started by their own programs', () => {
  const programs = clients.map(({ name, binary }) => [name, binary]);
  const started = clientGuides.map(({ name, start }) => [name, start.split(' ')[0]]);
  assert.equal(started, programs);
  assert.is(guideOf('cursor').title, 'Cursor');
  assert.is(guideOf('nothing').name, clients[0]?.name);
});

test.run();
