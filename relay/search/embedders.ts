import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { builtinEmbedder } from './builtin/index.ts';
import { type Embedder, ownCurve } from './embedder.ts';
import { boundedFetch } from '../../shared/node/http/bounded-fetch.ts';

/** Which embedder the index uses. */
type EmbedderSettings =
  | { readonly kind: 'builtin' }
  | { readonly kind: 'onnx'; readonly model: string }
  | {
      readonly kind: 'model-server';
      readonly url: string;
      readonly model: string;
      readonly key: string | undefined;
    };

const onnxPrefix = 'onnx:';
const httpUrl = z.url({ protocol: /^https?$/ });

/**
 * Reads `COORD_EMBEDDING_URL` (the base address of a server that speaks the OpenAI interface), `COORD_EMBEDDING_MODEL` (its
 * model, or `onnx:<model>` for one on this machine) and `COORD_EMBEDDING_KEY`. Without them the built-in embedder is used.
 */
export function embedderSettingsFrom(
  environment: Readonly<Record<string, string | undefined>>,
): EmbedderSettings | Refusal {
  const url = environment['COORD_EMBEDDING_URL'] || undefined;
  const model = environment['COORD_EMBEDDING_MODEL'] || undefined;
  const key = environment['COORD_EMBEDDING_KEY'] || undefined;
  if (model?.startsWith(onnxPrefix)) {
    const name = model.slice(onnxPrefix.length);
    return name ? { kind: 'onnx', model: name } : refuse('ValidationError', noModel);
  }
  if (url === undefined && model === undefined) return { kind: 'builtin' };
  if (url === undefined) return refuse('ValidationError', noUrl);
  if (model === undefined) return refuse('ValidationError', noModel);
  if (!httpUrl.safeParse(url).success) return refuse('ValidationError', badUrl);
  return { kind: 'model-server', url, model, key };
}

/**
 * The embedder to open the index with; a function for one that may be down or takes long to load, which the index calls later.
 * Unavailable: the package that runs a local model is not installed; the message says how to install it.
 */
export async function chooseEmbedder(
  settings: EmbedderSettings,
): Promise<Embedder | (() => Promise<Embedder>) | Refusal> {
  switch (settings.kind) {
    case 'builtin':
      return builtinEmbedder(nextTurn);
    case 'model-server':
      return () => connectModelServer(settings);
    case 'onnx':
      return onnxEmbedder(settings.model);
  }
}

const noUrl = 'COORD_EMBEDDING_MODEL needs COORD_EMBEDDING_URL, the address of the model server';
const noModel = 'COORD_EMBEDDING_MODEL must name the model, for example nomic-embed-text';
const badUrl = 'COORD_EMBEDDING_URL must be an http or https address';

interface ModelServer {
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

/** The part of the optional package that is used. */
const packageShape = z.object({
  pipeline: z.custom<Pipeline>((value) => typeof value === 'function'),
});

type Pipeline = (task: 'feature-extraction', model: string) => Promise<Extractor>;
type Extractor = (
  texts: string[],
  options: { pooling: 'mean'; normalize: true },
) => Promise<{ dims: number[]; data: ArrayLike<number> }>;

const packageName = '@huggingface/transformers';

/** Families of models that were trained with a prefix before each text; without it their vectors are poor. */
const prefixes: readonly { family: RegExp; question: string; passage: string }[] = [
  { family: /e5-/i, question: 'query: ', passage: 'passage: ' },
  { family: /nomic-embed/i, question: 'search_query: ', passage: 'search_document: ' },
  {
    family: /bge-.*-en/i,
    question: 'Represent this sentence for searching relevant passages: ',
    passage: '',
  },
];

/**
 * How to load a model on this machine, from the package's own cache of models if it is there. Refusal Unavailable: the
 * package is not installed. Loading rejects when the package cannot load the model.
 */
export async function onnxEmbedder(model: string): Promise<(() => Promise<Embedder>) | Refusal> {
  const pipeline = await installedPipeline();
  if (!pipeline) {
    return refuse(
      'Unavailable',
      `the embedder onnx:${model} needs a package: npm install ${packageName}`,
    );
  }
  return async () => embedderOf(model, await pipeline('feature-extraction', model));
}

async function installedPipeline(): Promise<Pipeline | undefined> {
  try {
    return packageShape.parse(await import(packageName)).pipeline;
  } catch {
    return undefined;
  }
}

async function embedderOf(model: string, extract: Extractor): Promise<Embedder> {
  const prefix = prefixes.find(({ family }) => family.test(model));
  const embed: Embedder['embed'] = async (texts, purpose) => {
    const prefixed = texts.map((text) => `${prefix?.[purpose] ?? ''}${text}`);
    const { dims, data } = await extract(prefixed, { pooling: 'mean', normalize: true });
    const dimensions = dims.at(-1) ?? 0;
    return texts.map((_, index) =>
      Float32Array.from({ length: dimensions }, (_, at) => data[index * dimensions + at] ?? 0),
    );
  };
  const [vector] = await embed(['dimensions'], 'passage');
  const embedder = { dimensions: vector?.length ?? 0, embed };
  return { ...embedder, name: `onnx:${model}`, curve: await ownCurve(embedder) };
}
