/** Changing the embedder, and embedders that fail: vectors never mix, words always work, nothing is lost. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { Embedder } from '../../relay/search/embedder.ts';
import { connectModelServer, onnxEmbedder } from '../../relay/search/embedders.ts';
import { SearchIndex } from '../../relay/search/search-index.ts';
import { passage, withFile } from './support.ts';

const switching = suite('search: embedders');

const retryMs = 5;
const ask = (query: string) =>
  ({ workspaceId: 'ws_1', kinds: ['decision'], query, limit: 10 }) as const;

/** Gives every text the unit vector of one of its dimensions. */
function constant(name: string, dimensions: number, seen: string[] = []): Embedder {
  return {
    name,
    dimensions,
    embed: async (texts, purpose) => {
      if (purpose === 'passage') seen.push(...texts);
      return texts.map(() => Float32Array.from({ length: dimensions }, (_, at) => +(at === 0)));
    },
  };
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 2));
}

switching('another embedder makes all vectors anew, in batches', async () => {
  await withFile(async (file) => {
    const passages = Array.from({ length: 10 }, (_, at) => passage(`${at}`, `text ${at}`));
    const first = new SearchIndex({ file, embedder: constant('one', 4) });
    await first.put(passages);
    await first.close();

    const again: string[] = [];
    const same = new SearchIndex({ file, embedder: constant('one', 4, again) });
    await same.search(ask('other'));
    await same.close();
    assert.equal(again, []);

    for (const [name, dimensions] of [
      ['two', 4],
      ['two', 300],
    ] as const) {
      const seen: string[] = [];
      const batches: number[] = [];
      const embedder = constant(name, dimensions, seen);
      const next = new SearchIndex({
        file,
        embedder: {
          ...embedder,
          embed: (texts, purpose) => {
            if (purpose === 'passage') batches.push(texts.length);
            return embedder.embed(texts, purpose);
          },
        },
        batchSize: 4,
      });
      const meanwhile = await next.find(ask('text 3'));
      assert.is(meanwhile.hits[0]?.id, '3');
      await until(() => !next.status().degraded);
      assert.is(seen.length, 10);
      assert.equal(batches, [4, 4, 2]);
      assert.is(next.status().embedder, name);
      assert.is(next.status().embedded, 10);
      const { hits, degraded } = await next.find(ask('unknown'));
      assert.is(hits.length, 10);
      assert.is(degraded, false);
      await next.close();
    }
  });
});

switching(
  'with a model that fails words alone answer, and it is said; later all is made up for',
  async () => {
    await withFile(async (file) => {
      const good = constant('model', 4);
      let isDown = true;
      const errors: unknown[] = [];
      const search = new SearchIndex({
        file,
        retryMs,
        embedder: {
          ...good,
          embed: async (...asked) => {
            if (isDown) throw new Error('connection refused');
            return good.embed(...asked);
          },
        },
        onError: (error) => errors.push(error),
      });
      await search.put([passage('a', 'cache'), passage('b', 'queue')]);
      const answer = await search.find(ask('cache'));
      assert.equal(
        answer.hits.map(({ id }) => id),
        ['a'],
      );
      assert.is(answer.degraded, true);
      assert.is(search.status().embedded, 0);
      await until(() => errors.length >= 3);
      isDown = false;
      await until(() => !search.status().degraded);
      let later = await search.find(ask('unknown'));
      while (later.degraded) later = await search.find(ask('unknown'));
      assert.is(later.hits.length, 2);
      await search.close();
    });
  },
);

switching('one text that the model refuses does not stop the others', async () => {
  await withFile(async (file) => {
    const good = constant('model', 4);
    const search = new SearchIndex({
      file,
      retryMs: 1,
      batchSize: 8,
      embedder: {
        ...good,
        embed: async (texts, purpose) => {
          if (texts.some((text) => text.includes('poison'))) throw new Error('bad input');
          return good.embed(texts, purpose);
        },
      },
    });
    const texts = ['one', 'two', 'poison', 'three', 'four'];
    await search.put(texts.map((text) => passage(text, text)));
    await until(() => search.status().embedded === 4);
    assert.is(search.status().total, 5);
    assert.is((await search.find(ask('poison'))).hits[0]?.id, 'poison');
    await search.close();
  });
});

switching(
  'vectors of the wrong length, or with numbers that are none, are never kept',
  async () => {
    for (const wrong of [new Float32Array(3), Float32Array.from([Number.NaN, 0, 0, 0])]) {
      await withFile(async (file) => {
        const errors: unknown[] = [];
        const search = new SearchIndex({
          file,
          retryMs,
          embedder: {
            name: 'model',
            dimensions: 4,
            embed: async (texts) => texts.map(() => wrong),
          },
          onError: (error) => errors.push(error),
        });
        await search.put([passage('a', 'cache')]);
        assert.is(search.status().embedded, 0);
        assert.is((await search.find(ask('cache'))).degraded, true);
        assert.ok(errors.length >= 2);
        await search.close();
      });
    }
  },
);

switching(
  'a passage that changes while its vector is made gets the vector of its new text',
  async () => {
    await withFile(async (file) => {
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      const good = constant('model', 4);
      const seen: string[] = [];
      const search = new SearchIndex({
        file,
        embedder: {
          ...good,
          embed: async (texts, purpose) => {
            if (purpose === 'passage') seen.push(...texts);
            await held;
            return good.embed(texts, purpose);
          },
        },
      });
      await search.put([passage('a', 'old')]);
      await search.put([passage('a', 'new')]);
      answer();
      await until(() => !search.status().degraded);
      assert.equal(seen, ['old\n', 'new\n']);
      await search.close();
    });
  },
);

switching(
  'a model server is asked by the OpenAI interface, also when it comes up late',
  async () => {
    const keys = new Set<string | undefined>();
    let isDown = true;
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        keys.add(request.headers.authorization);
        const { input, model } = JSON.parse(body) as { input: string[]; model: string };
        assert.is(model, 'tiny');
        assert.is(request.url, '/v1/embeddings');
        response.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json' });
        const data = input.map((_, at) => ({ object: 'embedding', index: at, embedding: [3, 4] }));
        response.end(JSON.stringify({ object: 'list', model, data, usage: { prompt_tokens: 1 } }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    await withFile(async (file) => {
      const errors: unknown[] = [];
      const search = new SearchIndex({
        file,
        retryMs,
        embedder: () => connectModelServer({ url, model: 'tiny', key: 'k' }),
        onError: (error) => errors.push(error),
      });
      await search.put([passage('a', 'cache')]);
      const { hits, degraded } = await search.find(ask('cache'));
      assert.is(hits[0]?.id, 'a');
      assert.is(degraded, true);
      await until(() => errors.length > 0);
      isDown = false;
      await until(() => !search.status().degraded);
      assert.is(search.status().embedder, 'openai-compatible:tiny');
      assert.is((await search.find(ask('unknown'))).hits[0]?.id, 'a');
      assert.equal([...keys], ['Bearer k']);
      await search.close();
    });
    await new Promise((resolve) => server.close(resolve));
  },
);

switching(
  'a model on this machine without its package is refused with what to install',
  async () => {
    const refusal = await onnxEmbedder('some/model');
    assert.ok(isRefusal(refusal));
    assert.match(
      isRefusal(refusal) ? refusal.message : '',
      'npm install @huggingface/transformers',
    );
  },
);

switching.run();
