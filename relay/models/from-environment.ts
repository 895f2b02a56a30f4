import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { SearchPort } from '../search/port.ts';
import { languageModel, type LanguageModel } from './language-model.ts';
import { languageModelFrom, speechModelFrom } from './settings.ts';
import { chooseEmbedder, embedderSettingsFrom } from '../search/embedders.ts';
import { SearchIndex } from '../search/search-index.ts';
import { speechModel, type SpeechModel } from './speech-model.ts';

export interface ModelOptions {
  /** The file of the search index. */
  readonly searchFile: string;
  onError(error: unknown): void;
}

export interface Models {
  readonly search: SearchPort;
  readonly languageModel: LanguageModel | undefined;
  readonly speechModel: SpeechModel | undefined;
}

/**
 * The search index with its embedder, the language model and the speech model, as the environment names them. The refusal says what to
 * change in it.
 */
export async function modelsFrom(
  environment: Readonly<Record<string, string | undefined>>,
  { searchFile, onError }: ModelOptions,
): Promise<Models | Refusal> {
  const model = languageModelFrom(environment);
  if (isRefusal(model)) return model;
  const speech = speechModelFrom(environment);
  if (isRefusal(speech)) return speech;
  const settings = embedderSettingsFrom(environment);
  if (isRefusal(settings)) return settings;
  const embedder = await chooseEmbedder(settings);
  if (isRefusal(embedder)) return embedder;
  return {
    search: new SearchIndex({ file: searchFile, embedder, onError }),
    languageModel: model === undefined ? undefined : languageModel(model),
    speechModel: speech === undefined ? undefined : speechModel(speech),
  };
}
