import { boundedFetch } from '../../shared/node/http/bounded-fetch.ts';
import type { Embedder } from './embedder.ts';
import { ownCurve } from './own-curve.ts';

export interface ModelServer {
  /** For example `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
}

const probe = 'How long is a vector of this model?';
const timeoutMs = 60_000;

/** Reaches a server that speaks the OpenAI interface and asks it how many dimensions its vectors have and how
 * near those of some texts are. Rejects if it is down. */
export async function connectModelServer(server: ModelServer): Promise<Embedder> {
  const embed = await embeddingOf(server);
  const [vector] = await embed([probe]);
  if (!vector || vector.length === 0) throw new Error('the model server gave no vector');
  const embedder = { dimensions: vector.length, embed };
  return {
    ...embedder,
    name: `openai-compatible:${server.model}`,
    curve: await ownCurve(embedder),
  };
}

/** Loads the packages only when a server is configured. The caller does the retries. */
async function embeddingOf({
  url,
  model,
  key,
}: ModelServer): Promise<(texts: readonly string[]) => Promise<Float32Array[]>> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const { embedMany } = await import('ai');
  const provider = createOpenAICompatible({
    name: 'embedding',
    baseURL: url,
    fetch: boundedFetch,
    ...(key === undefined ? {} : { apiKey: key }),
  });
  const embeddingModel = provider.embeddingModel(model);
  return async (texts) => {
    const { embeddings } = await embedMany({
      model: embeddingModel,
      values: [...texts],
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(timeoutMs),
    });
    return embeddings.map((embedding) => Float32Array.from(embedding));
  };
}
