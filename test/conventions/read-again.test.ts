import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TeamKnowledgeCache } from '../../daemon/knowledge/team-knowledge-cache.ts';
import type { Client } from '../../shared/api/client.ts';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import { refuse } from '../../shared/kernel/refusal.ts';
import { eventually } from '../support/waiting.ts';

const rule = {
  id: 'conv_1',
  title: 'Generated',
  tier: 'must',
  status: 'active',
  affected_files: ['gen/**'],
};
const changed = [{ type: 'convention_proposed' } as LogEvent];

const becomes = (what: string, holds: () => boolean) =>
  eventually(what, async () => holds() || undefined);

/** A cache, and a relay that answers its readings of conventions only when the test says so. */
function readingFrom() {
  const warnings: string[] = [];
  let asked = 0;
  let isFailing = false;
  let conventions: (typeof rule)[] = [];
  const call = (name: string) => {
    if (name === 'listConventions') asked += 1;
    if (isFailing) return Promise.resolve(refuse('Unavailable', 'The relay is too busy.'));
    return Promise.resolve({ conventions, decisions: [], learnings: [] });
  };
  const logger = { info: () => undefined, warn: (text: string) => void warnings.push(text) };
  const cache = new TeamKnowledgeCache({ logger, stored: undefined, save: () => undefined });
  cache.connect({ call } as unknown as Client, 'ws_1');
  return {
    cache,
    warnings,
    asked: () => asked,
    fails: (does: boolean) => void (isFailing = does),
    has: (...found: (typeof rule)[]) => void (conventions = found),
  };
}

test('CNV-1 a new rule that could not be read is read again, though the log says no more of it', async () => {
  const { cache, warnings, asked, fails, has } = readingFrom();
  await becomes('the first reading', () => asked() > 0);
  fails(true);
  has(rule);
  cache.onEvents(changed);
  await becomes('the failure', () => warnings.length > 0);
  const before = asked();
  await becomes('another try', () => asked() > before);
  assert.is(warnings.length, 1, 'the same reason is said once');
  assert.is(cache.findForbiddingConvention('gen/a.ts'), undefined);
  fails(false);
  await becomes('the rule', () => cache.findForbiddingConvention('gen/a.ts')?.id === 'conv_1');
  cache.close();
});

test.run();
