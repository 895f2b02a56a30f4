import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { builtinEmbedder } from './builtin/index.ts';
import type { Embedder } from './embedder.ts';
import { connectModelServer } from './model-server.ts';
import { onnxEmbedder } from './onnx.ts';

/** Which embedder the index uses. */
export type EmbedderSettings =
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
