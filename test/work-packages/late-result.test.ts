import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ingest, plain, review } from '../meetings/suggesting.ts';
import { relayScenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';

const rename = 'Rename `parse` in src/parse.ts';
const remove = 'Remove `print` from src/print.ts';
const unsure = { sentence: 'Well.', confidence: 0.4 };

/** A reader that is sure of nothing: a decision and an action item are suggested. */
const transcriptReader = () =>
  Promise.resolve({
    decisions: [{ ...plain, ...unsure, title: remove, files: ['src/print.ts'] }],
    actions: [
      {
        ...unsure,
        action: rename,
        assignee: '',
        priority: 'medium' as const,
        files: ['src/parse.ts'],
      },
    ],
  });

relayScenario(
  'PKG-5',
  'what is confirmed out of a suggestion gets its callers and tests like any other',
  async (world) => {
    await publish(world, 'ada', [
      fileOf('src/parse.ts', ['parse']),
      fileOf('src/print.ts', ['print']),
      fileOf('src/uses.ts', [symbolOf('use', { callees: ['src/parse.ts#parse'] })]),
      fileOf('src/both.ts', [
        symbolOf('both', { callees: ['src/parse.ts#parse', 'src/print.ts#print'] }),
      ]),
      fileOf('test/parse.test.ts', []),
    ]);
    const made = await ingest(world);
    assert.equal(made.work_packages, []);
    await review(world, made, rename, { state: 'confirmed' });
    const done = await review(world, made, remove, { state: 'confirmed' });
    const shown = done.work_packages.map(({ title, file_reasons: files = [] }) => [
      title,
      ...files.map(({ file, reason }) => `${file}: ${reason}`),
    ]);
    assert.equal(shown, [
      [
        rename,
        'src/parse.ts: named',
        'src/both.ts: calls src/parse.ts#parse',
        'src/uses.ts: calls src/parse.ts#parse',
        'test/parse.test.ts: tests src/parse.ts',
      ],
      [remove, 'src/print.ts: named'],
    ]);
    const item = done.action_items[0];
    const asked = { meeting_id: made.id, result_id: item?.id ?? '', state: 'dropped' };
    const left = await world.as('bob').ok('reviewResult', asked);
    assert.equal(
      left.work_packages.map(({ title }) => title),
      [remove],
      'PKG-4: its files go with it',
    );
  },
  { relay: { transcriptReader } },
);

test.run();
