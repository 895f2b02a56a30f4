/** How near a record is to a question (SIM): one scale for all embedders, and the same number in every answer. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { stemmer } from 'stemmer';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtinEmbedder } from '../../relay/search/builtin/index.ts';
import { type Embedder, ownCurve } from '../../relay/search/embedder.ts';
import { wordsIn, wordsOf } from '../../relay/search/words.ts';
import type { Hit } from '../../relay/search/port.ts';
import { SearchIndex } from '../../relay/search/search-index.ts';
import { fitting, similarityOf, usualCurve } from '../../relay/search/similarity.ts';
import { fitsFrom } from '../../shared/decisions/fit.ts';
import { decisions, questions } from './quality/set.ts';
import { passage, withFile } from './support.ts';

const similarity = suite('search: similarity');

/** The hits for each question in an index of the given texts. */
async function searchIn(
  texts: ReadonlyMap<string, string>,
  use: (search: (query: string, limit?: number) => Promise<readonly Hit[]>) => Promise<void>,
): Promise<void> {
  await withFile(async (file) => {
    const index = new SearchIndex({ file, embedder: builtinEmbedder(nextTurn) });
    try {
      await index.put([...texts].map(([id, text]) => passage(id, text)));
      while (index.status().degraded) await nextTurn();
      await use((query, limit = 10) =>
        index.search({ workspaceId: 'ws_1', kinds: ['decision'], query, limit }),
      );
    } finally {
      await index.close();
    }
  });
}

const few = new Map([
  ['hash', 'Argon2id hashes stored credentials'],
  ['stripe', 'Card payments go through Stripe'],
  ['logs', 'Logs are JSON lines with a request id'],
]);

similarity(
  'SIM-1 a pair has the same similarity whatever else is stored or asked for',
  async () => {
    const asked = ['how do we keep passwords safe', 'stripe', 'request ids in logs', 'blorf'];
    const alone = new Map<string, number>();
    await searchIn(few, async (search) => {
      for (const query of asked)
        for (const hit of await search(query)) alone.set(`${query} ${hit.id}`, hit.similarity);
    });
    // Many with the same words, so that the words are common and others come first.
    const many = new Map(decisions.map(({ id, title }) => [id, title]));
    for (let at = 0; at < 400; at += 1) many.set(`m${at}`, `Request ids of logs, part ${at}`);
    let compared = 0;
    await searchIn(new Map([...many, ...few]), async (search) => {
      for (const query of asked)
        for (const limit of [1, 7, 700])
          for (const { id, similarity: now } of await search(query, limit)) {
            const before = alone.get(`${query} ${id}`);
            if (before === undefined) continue;
            assert.is(now, before, `${query} ${id}`);
            compared += 1;
          }
    });
    assert.ok(compared >= 7, `${compared}`);
  },
);

similarity('SIM-1 results fall by similarity, which lies between 0 and 1', async () => {
  await searchIn(few, async (search) => {
    for (const { question } of questions.slice(0, 40)) {
      const found = (await search(question)).map((hit) => hit.similarity);
      assert.equal(
        found,
        found.toSorted((a, b) => b - a),
      );
      for (const one of found) assert.ok(one >= 0 && one <= 1, `${one}`);
    }
  });
});

similarity('SIM-1 similarity rises with meaning, with words, and with what is understood', () => {
  const steps = Array.from({ length: 21 }, (_, at) => at / 20);
  const of = (pair: Partial<Parameters<typeof similarityOf>[0]>): number =>
    similarityOf({ cosine: 0.5, coverage: 0.5, understood: 1, ...pair }, usualCurve);
  for (const key of ['cosine', 'coverage', 'understood'] as const) {
    const values = steps.map((step) => of({ [key]: step }));
    assert.equal(
      values,
      values.toSorted((a, b) => a - b),
      key,
    );
    assert.ok((values.at(-1) ?? 0) > (values[0] ?? 1), key);
  }
  assert.is(similarityOf({ cosine: undefined, coverage: 0, understood: 1 }, usualCurve), 0);
  assert.ok(of({ cosine: undefined, coverage: 1 }) < 1, 'words alone are never certain');
});

similarity('SIM-2 models with other cosines get the same similarities', async () => {
  const builtin = builtinEmbedder(nextTurn);
  // As models do whose vectors all lie in one direction: every cosine is moved towards 1.
  const narrow: Embedder = {
    name: 'narrow',
    dimensions: builtin.dimensions + 1,
    embed: async (texts, purpose) =>
      (await builtin.embed(texts, purpose)).map((vector) => Float32Array.from([...vector, 2])),
  };
  const [own, moved] = [await ownCurve(builtin), await ownCurve(narrow)];
  assert.ok(moved.unrelated > 0.8 && moved.same > moved.unrelated, JSON.stringify(moved));
  for (const cosine of [0, 0.2, 0.4, 0.6, 0.8]) {
    const pair = { coverage: 0, understood: 1 };
    const near = similarityOf({ ...pair, cosine }, own);
    const nearToo = similarityOf({ ...pair, cosine: (cosine + 4) / 5 }, moved);
    assert.ok(Math.abs(near - nearToo) < 0.01, `${cosine}: ${near} ${nearToo}`);
  }
});

similarity('SIM-2 a model that tells nothing apart gets the usual curve', async () => {
  const embed: Embedder['embed'] = async (texts) => texts.map(() => new Float32Array([3, 4]));
  assert.equal(await ownCurve({ dimensions: 2, embed }), usualCurve);
});

similarity(
  'SIM-3 nothing is shown when the best does not fit, and weak ones beside one that does',
  () => {
    const hits = [0.9, 0.2, 0.1].map((one) => ({ similarity: one }));
    const of = (some: typeof hits, least?: number) =>
      fitting(some, least).map((one) => one.similarity);
    assert.equal(of(hits), [0.9, 0.2]);
    assert.equal(of(hits.slice(1)), []);
    assert.equal(of([{ similarity: fitsFrom }]), [fitsFrom]);
    assert.equal(of([]), []);
    assert.equal(of(hits, 0), [0.9, 0.2, 0.1]);
    assert.equal(of(hits, 0.2), [0.9, 0.2]);
  },
);

similarity('SIM-3 three decisions are found by paraphrases, words and identifiers', async () => {
  const asked = {
    'how do we keep passwords safe': 'hash',
    Argon2id: 'hash',
    'who takes the money of customers': 'stripe',
    stripe: 'stripe',
    'which format do we write logs in': 'logs',
    json: 'logs',
    logging: 'logs',
  };
  await searchIn(few, async (search) => {
    for (const [question, id] of Object.entries(asked)) {
      const [best] = fitting(await search(question), undefined);
      assert.is(best?.id, id, question);
    }
  });
});

similarity('SIM-1 a text has a word in the forms in which the index finds it', () => {
  const file = new Sqlite(':memory:');
  file.exec(`CREATE VIRTUAL TABLE indexed USING fts5(text, tokenize = 'porter ascii');
    CREATE VIRTUAL TABLE terms USING fts5vocab(indexed, row)`);
  const texts = decisions.map(({ title, rationale }) => `${title} ${rationale}`);
  const words = new Set(
    texts.flatMap((text) => wordsOf(text)).filter((word) => /^[a-z]+$/.test(word)),
  );
  for (const word of words) {
    file.prepare('DELETE FROM indexed').run();
    file.prepare('INSERT INTO indexed VALUES (?)').run(word);
    assert.is(stemmer(word), file.prepare('SELECT term FROM terms').pluck().get());
  }
  const has = (text: string, word: string): boolean => wordsIn(text, [word]).has(word);
  for (const [text, word] of [
    ['Retrying failed calls', 'retries'],
    ['see refreshAccessToken()', 'access'],
    ['see refreshAccessToken()', 'refreshaccesstoken'],
    ['Le café reste ouvert', 'cafe'],
    ['数据库迁移必须可以回滚', '据库'],
    ['we are hoping', 'hope'],
  ] as const)
    assert.ok(has(text, word), `${word} in ${text}`);
  assert.not.ok(has('a parachute', 'chute'));
  assert.not.ok(has('cachex '.repeat(10_000), 'cached'));
});

similarity('SIM-4 warming loads the embedder, without a text', async () => {
  const builtin = builtinEmbedder(nextTurn);
  const done: string[] = [];
  const embedder: Embedder = {
    ...builtin,
    warm: async () => void done.push('warm'),
    embed: async (texts, purpose) => {
      done.push('embed');
      return builtin.embed(texts, purpose);
    },
  };
  await withFile(async (file) => {
    const index = new SearchIndex({ file, embedder });
    await index.warm(['ws_1', 'ws_2']);
    assert.equal(done, ['warm']);
    await index.close();
    await index.warm(['ws_1']);
  });
});

similarity(
  'SIM-4 a search waits for the load of an embedder, however long that takes',
  async () => {
    const builtin = builtinEmbedder(nextTurn);
    await builtin.warm?.();
    let loaded = (): void => undefined;
    const loading = new Promise<void>((resolve) => (loaded = resolve));
    const embed: Embedder['embed'] = async (texts, purpose) => {
      await loading;
      return builtin.embed(texts, purpose);
    };
    await withFile(async (file) => {
      const errors: unknown[] = [];
      const index = new SearchIndex({
        file,
        embedder: { ...builtin, warm: () => loading, embed },
        questionTimeoutMs: 20,
        onError: (error) => errors.push(error),
      });
      const query = {
        workspaceId: 'ws_1',
        kinds: ['decision'],
        query: 'passwords',
        limit: 1,
      } as const;
      const answer = index.find(query);
      await sleep(60);
      loaded();
      assert.is((await answer).degraded, false);
      assert.equal(errors, []);
      await index.close();
    });
  },
);

similarity.run();
