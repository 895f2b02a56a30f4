/** The search index as the services see it: DEC-6 (search by meaning and words), isolation, deletion, damage. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SearchIndex, type SearchIndexOptions } from '../../relay/search/search-index.ts';
import { randomFrom } from '../support/random.ts';
import type { Hit, SearchQuery } from '../../relay/search/port.ts';
import { exactNearest, passage, randomUnit, tableEmbedder, withFile } from './support.ts';

const index = suite('search: index');

/** Knows no meaning at all, so words alone decide. */
const blind = tableEmbedder(new Map(), { dimensions: 8 });

async function withIndex(
  use: (index: SearchIndex, file: string) => Promise<void>,
  options: Partial<SearchIndexOptions> = {},
): Promise<void> {
  await withFile(async (file) => {
    const opened = new SearchIndex({ embedder: blind, ...options, file });
    try {
      await use(opened, file);
    } finally {
      await opened.close();
    }
  });
}

function ask(query: string, rest: Partial<SearchQuery> = {}): SearchQuery {
  return { workspaceId: 'ws_1', kinds: ['decision'], query, limit: 10, ...rest };
}

const ids = (hits: readonly Hit[]): string[] => hits.map(({ id }) => id);

index('DEC-6 words are found in any form, and rare ones count more', async () => {
  await withIndex(async (search) => {
    await search.put([
      passage('retry', 'Retrying failed payments'),
      passage('queue', 'Failed messages go to a queue'),
      passage('failed', 'Failed builds are shown'),
    ]);
    assert.equal(ids(await search.search(ask('retries of failing calls'))), [
      'retry',
      'failed',
      'queue',
    ]);
    assert.equal(ids(await search.search(ask('queues'))), ['queue']);
    assert.equal(ids(await search.search(ask('nothing of the kind'))), []);
  });
});

index('DEC-6 a word of one letter is found where the question has no other', async () => {
  await withIndex(async (search) => {
    await search.put([
      passage('driver', 'Use C for the driver'),
      passage('stats', 'R for the statistics'),
      passage('other', 'Adopt a queue'),
    ]);
    assert.equal(ids(await search.search(ask('C'))), ['driver']);
    assert.equal(ids(await search.search(ask('what is R for?'))), ['stats']);
  });
});

index('DEC-6 parts of identifiers, accents and scripts without spaces are found', async () => {
  await withIndex(async (search) => {
    await search.put([
      passage('camel', 'Call refreshAccessToken before the deadline'),
      passage('accent', 'Le café reste ouvert'),
      passage('han', '数据库迁移必须可以回滚'),
    ]);
    assert.equal(ids(await search.search(ask('access'))), ['camel']);
    assert.equal(ids(await search.search(ask('refreshaccesstoken'))), ['camel']);
    assert.equal(ids(await search.search(ask('cafe'))), ['accent']);
    assert.equal(ids(await search.search(ask('数据库'))), ['han']);
  });
});

index('DEC-6 the nearest by meaning are those of an exact comparison', async () => {
  const random = randomFrom(3);
  const vectors = Array.from({ length: 3_000 }, () => randomUnit(random, 64));
  const questions = Array.from({ length: 20 }, () => randomUnit(random, 64));
  const table = new Map([
    ...vectors.map((vector, at) => [`#d${at}`, vector] as const),
    ...questions.map((vector, at) => [`#q${at}`, vector] as const),
  ]);
  const embedder = tableEmbedder(table, { dimensions: 64 });
  await withIndex(
    async (search) => {
      await search.put(vectors.map((_, at) => passage(`${at}`, `#d${at}`)));
      await untilEmbedded(search);
      let found = 0;
      for (const [at, question] of questions.entries()) {
        const hits = new Set(ids(await search.search(ask(`#q${at}`))));
        const exact = exactNearest(vectors, question, 10);
        found += exact.filter((one) => hits.has(`${one}`)).length;
      }
      assert.ok(found >= 0.99 * 10 * questions.length, `${found}`);
    },
    { embedder, batchSize: 500 },
  );
});

index('DEC-6 what comes while a workspace is read in after a restart is found', async () => {
  const random = randomFrom(4);
  const vectors = Array.from({ length: 3_000 }, () => randomUnit(random, 64));
  const table = new Map(vectors.map((vector, at) => [`#d${at}`, vector] as const));
  const embedder = tableEmbedder(table, { dimensions: 64 });
  await withFile(async (file) => {
    const first = new SearchIndex({ embedder, file });
    await first.put(vectors.slice(0, 2_990).map((_, at) => passage(`${at}`, `#d${at}`)));
    await first.close();
    const again = new SearchIndex({ embedder, file, batchSize: 500 });
    try {
      await Promise.all([
        again.search(ask('#d7')),
        again.put(Array.from({ length: 10 }, (_, at) => passage(`${2990 + at}`, `#d${2990 + at}`))),
        again.remove('ws_1', ['11', '12']),
        again.search(ask('#d2995')),
      ]);
      await untilEmbedded(again);
      const gone = new Set(['11', '12']);
      for (const at of [0, 11, 500, 1_500, 2_500, 2_989, 2_999]) {
        const nearest = exactNearest(vectors, vectors[at] as Float32Array, 5).map(String);
        const hits = ids(await again.search(ask(`#d${at}`)));
        for (const one of nearest) assert.is(hits.includes(one), !gone.has(one), `${at}: ${one}`);
      }
    } finally {
      await again.close();
    }
  });
});

index('DEC-6 kinds and states filter before the ranking', async () => {
  await withIndex(async (search) => {
    await search.put(
      Array.from({ length: 100 }, (_, at) => passage(`ended-${at}`, 'cache', { state: 'ended' })),
    );
    await search.put([
      passage('fresh', 'A much longer text that mentions a cache', { state: 'fresh' }),
      passage('lesson', 'cache', { kind: 'learning' }),
    ]);
    const states = ['fresh', 'stale'];
    assert.equal(ids(await search.search(ask('cache', { limit: 2, states }))), ['fresh']);
    assert.equal(ids(await search.search(ask('cache', { kinds: ['learning'] }))), ['lesson']);
    await search.put([passage('ended-7', 'cache', { state: 'stale' })]);
    assert.equal(ids(await search.search(ask('cache', { states: ['stale'] }))), ['ended-7']);
  });
});

index('a workspace never sees the passages of another, by words or by meaning', async () => {
  const vectors = new Map([['#same', new Float32Array([1, 0])]]);
  await withIndex(
    async (search) => {
      await search.put([
        passage('mine', 'secret plan #same', { workspaceId: 'ws_1' }),
        passage('theirs', 'secret plan #same', { workspaceId: 'ws_2' }),
      ]);
      assert.equal(ids(await search.search(ask('secret plan #same'))), ['mine']);
      const other = ask('secret plan #same', { workspaceId: 'ws_2' });
      assert.equal(ids(await search.search(other)), ['theirs']);
      assert.equal(ids(await search.search(ask('secret', { workspaceId: 'ws_3' }))), []);
    },
    { embedder: tableEmbedder(vectors, { dimensions: 2 }) },
  );
});

const hostile = [
  '"',
  '""" OR cache',
  "'; DROP TABLE passages; --",
  'cache NEAR(queue, 2)',
  'NOT AND OR',
  'cache*',
  '^cache',
  'text : cache',
  '{text} : (cache',
  '- cache -"',
  'ca\u0000che cache',
  '\u0000',
  '\ud800 cache \udfff',
  '🦄 cache 🦄🦄',
  '\u202e\u200bcache',
  '%_[]()\\',
  '',
  '   ',
  'cache '.repeat(20_000),
  'x'.repeat(100_000),
  '数'.repeat(50_000),
];

index('no question is read as anything but words', async () => {
  await withIndex(async (search) => {
    await search.put([passage('cache', 'cache'), passage('queue', 'queue')]);
    for (const query of hostile) {
      const found = ids(await search.search(ask(query)));
      assert.is(found.includes('cache'), /\bcache/.test(query), JSON.stringify(query.slice(0, 40)));
    }
    await search.put(hostile.map((text, at) => passage(`h${at}`, text, { text })));
    assert.ok(ids(await search.search(ask('cache'))).includes('cache'));
  });
});

index('what was removed or replaced is found no more', async () => {
  await withIndex(async (search) => {
    await search.put([passage('a', 'cache'), passage('b', 'cache'), passage('c', 'cache')]);
    await search.remove('ws_1', ['b', 'unknown']);
    await search.put([passage('c', 'queue'), passage('d', 'cache')]);
    assert.equal(ids(await search.search(ask('cache'))).toSorted(), ['a', 'd']);
    assert.equal(ids(await search.search(ask('queue'))), ['c']);
    assert.is(search.status().total, 3);
  });
});

index('everything is there after a restart, with the highest mark', async () => {
  await withFile(async (file) => {
    const vectors = new Map([['#a', new Float32Array([1, 0])]]);
    const embedder = tableEmbedder(vectors, { dimensions: 2 });
    const first = new SearchIndex({ file, embedder });
    await first.put([passage('a', 'cache #a'), passage('b', 'queue')]);
    assert.is(await first.checkpointOf('ws_1'), undefined);
    await first.saveCheckpoint('ws_1', 7);
    await first.saveCheckpoint('ws_1', 5);
    await first.close();
    const second = new SearchIndex({ file, embedder });
    assert.is(await second.checkpointOf('ws_1'), 7);
    assert.equal(ids(await second.search(ask('queue'))), ['b']);
    assert.equal(ids(await second.search(ask('#a'))), ['a']);
    await second.close();
  });
});

index('the file is for its owner only', async () => {
  await withIndex(async (_, file) => assert.is((await stat(file)).mode & 0o777, 0o600));
});

index('a damaged file is thrown away at the start', async () => {
  await withFile(async (file) => {
    await writeFile(file, 'this is no database, however long it may be '.repeat(100));
    const search = new SearchIndex({ file, embedder: blind });
    assert.is(await search.checkpointOf('ws_1'), undefined);
    await search.put([passage('a', 'cache')]);
    assert.equal(ids(await search.search(ask('cache'))), ['a']);
    await search.close();
  });
});

index('a file that turns out to be damaged later is made anew and its owner is told', async () => {
  await withFile(async (file) => {
    const first = new SearchIndex({ file, embedder: blind });
    const many = Array.from({ length: 500 }, (_, at) => passage(`${at}`, `cache number ${at}`));
    await first.put(many);
    await first.saveCheckpoint('ws_1', 9);
    await first.close();
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0xff, 4_096 * 2));
    let lost = 0;
    const second = new SearchIndex({ file, embedder: blind });
    second.onLost(() => (lost += 1));
    await second.search(ask('cache'));
    await second.put(many);
    assert.is(ids(await second.search(ask('cache'))).length, 10);
    assert.is(await second.checkpointOf('ws_1'), undefined);
    assert.ok(lost <= 1);
    await second.close();
  });
});

async function untilEmbedded(search: SearchIndex): Promise<void> {
  while (search.status().degraded) await new Promise((resolve) => setTimeout(resolve, 5));
}

index.run();
