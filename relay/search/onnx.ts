import { z } from 'zod';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Embedder } from './embedder.ts';
import { ownCurve } from './own-curve.ts';

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
