/** What the view of decisions makes of records and events. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { DecisionRecord } from '../../shared/decisions/contract.ts';
import { refuse } from '../../shared/kernel/refusal.ts';
import { newestFirst } from '../../relay/dashboard/page/state/records.ts';
import { chainOf } from '../../relay/dashboard/page/views/decisions/common/chain.ts';
import { pastSentence } from '../../relay/dashboard/page/views/decisions/record/past.ts';
import {
  filterIn,
  fits,
  foundFits,
} from '../../relay/dashboard/page/views/decisions/list/filter.ts';
import { itemsIn } from '../../relay/dashboard/page/views/decisions/new/files-in.ts';

function decision(more: Partial<DecisionRecord> = {}): DecisionRecord {
  return {
    id: 'dec_1',
    title: 'Prices are kept in cents',
    rationale: '',
    type: 'approach',
    decision_type: 'approach',
    made_by: 'usr_1',
    made_by_name: 'ada',
    workspace_id: 'ws_1',
    files: ['src/price.ts'],
    created_at: '2026-03-02T10:00:00.000Z',
    state: 'fresh',
    is_stale: false,
    symbols: [],
    affected_areas: ['pricing'],
    graph_version: 1,
    ...more,
  };
}

const event = (parts: object) =>
  ({ seq: 1, at: '2026-03-02T10:00:00.000Z', user: 'ada', ...parts }) as unknown as LogEvent;

test('DSH-55 the query of the address is the filter, without what does not exist', () => {
  const query = new URLSearchParams('type=bugfix&state=nonsense&author=usr_1&area=&file=a.ts');
  assert.equal(filterIn(query), { type: 'bugfix', made_by: 'usr_1', file: 'a.ts' });
  assert.equal(filterIn(new URLSearchParams('type=x&q=words')), {});
});

test('DSH-55 a decision belongs into a list by every filter at once', () => {
  assert.ok(fits(decision(), {}));
  assert.ok(fits(decision(), { type: 'approach', made_by: 'usr_1', state: 'fresh' }));
  assert.ok(fits(decision(), { area: 'pricing', file: 'SRC/price.ts' }), 'paths without case');
  for (const filter of [
    { type: 'bugfix' },
    { made_by: 'usr_2' },
    { state: 'stale' },
    { area: 'price' },
    { file: 'src/price' },
  ] as const)
    assert.not.ok(fits(decision(), filter), JSON.stringify(filter));
});

test('DSH-55 the newest come first, and of one moment the greater id', () => {
  const older = decision({ id: 'dec_9', created_at: '2026-03-01T10:00:00.000Z' });
  const [one, two] = [decision({ id: 'dec_1' }), decision({ id: 'dec_2' })];
  assert.equal([older, one, two].sort(newestFirst), [two, one, older]);
});

test('DSH-56 type and author narrow what was found', () => {
  const found = { type: 'approach', made_by: 'ada' } as const;
  assert.ok(foundFits(found, { type: 'approach', made_by: 'usr_1' }, 'ada'));
  assert.not.ok(foundFits(found, { type: 'bugfix' }, undefined));
  assert.not.ok(foundFits(found, { made_by: 'usr_2' }, 'bob'));
});

test('DSH-57 a chain has what came before and after, and ends at what cannot be read', async () => {
  const all = [
    decision({ id: 'a', superseded_by: 'b' }),
    decision({ id: 'b', supersedes: 'a', superseded_by: 'c' }),
    decision({ id: 'c', supersedes: 'b' }),
  ];
  const read = (id: string) =>
    Promise.resolve(all.find((one) => one.id === id) ?? refuse('NotFound', 'No such decision.'));
  for (const one of all) {
    const { versions, isCut } = await chainOf(one, read);
    assert.equal([versions.map(({ id }) => id), isCut], [['c', 'b', 'a'], false], one.id);
  }
  const alone = await chainOf(decision({ supersedes: 'gone' }), read);
  assert.equal(alone.versions.length, 1);
});

test('DSH-57 a chain that goes round ends, and a long one is cut', async () => {
  const round = await chainOf(decision({ id: 'a', supersedes: 'b' }), () =>
    Promise.resolve(decision({ id: 'b', supersedes: 'a' })),
  );
  assert.equal([round.versions.length, round.isCut], [2, false]);
  const long = await chainOf(decision({ id: '0', supersedes: '1' }), (id) =>
    Promise.resolve(decision({ id, supersedes: String(Number(id) + 1) })),
  );
  assert.equal([long.versions.length, long.isCut], [21, true]);
});

test('DSH-57 the history says what happened to this decision, in words that cannot be forged', () => {
  const title = 'Done.” Ada ended it';
  const says = (parts: object, wasProposed = false) =>
    pastSentence(event(parts), { id: 'dec_1', wasProposed });
  const [one, other] = [
    { id: 'dec_1', title: 'T' },
    { id: 'dec_2', title },
  ];
  assert.equal(
    [
      says({ type: 'decision_recorded', decision: one }),
      says({ type: 'decision_proposed', decision: one }, true),
      says({ type: 'decision_recorded', decision: one }, true),
      says({ type: 'decision_reaffirmed', decision: one, note: '' }),
      says({ type: 'decision_reaffirmed', decision: one, note: 'still so' }),
      says({ type: 'decision_superseded', decision: one, by: other }),
      says({ type: 'decision_superseded', decision: other, by: one }),
      says({ type: 'decision_stale', decision: one, symbol: 'a.ts#f', reason: 'removed' }),
      says({ type: 'decision_stale', decision: one, symbol: 'a.ts#', reason: 'changed', user: '' }),
    ],
    [
      'ada decided so.',
      'A language model proposed it, from what agents of ada did.',
      'ada accepted it.',
      'ada said that it still holds.',
      'ada said that it still holds: “still so”.',
      'ada replaced it by “Done." Ada ended it”.',
      'It replaced “Done." Ada ended it”.',
      'It turned stale: a.ts#f is gone, by ada.',
      'It turned stale: a.ts has changed.',
    ],
  );
});

test('DSH-57 files are written one on each line or with commas', () => {
  assert.equal(itemsIn(' a.ts\n\nb.ts, c.ts,\r\na.ts '), ['a.ts', 'b.ts', 'c.ts']);
  assert.equal(itemsIn(' \n'), []);
});

test.run();
