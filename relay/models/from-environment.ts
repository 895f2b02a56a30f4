import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { SearchPort } from '../search/port.ts';
import type { LanguageModel } from '../../shared/models/language-model.ts';
import { languageModel, languageModelFrom } from './language-model.ts';
import { speechFrom } from './speech-settings.ts';
import { chooseEmbedder, embedderSettingsFrom } from '../search/embedders.ts';
import { SearchIndex } from '../search/search-index.ts';
import type { SpeechModel } from './speech-model.ts';

export interface ModelOptions {
  /** The file of the search index. */
  readonly searchFile: string;
  onError(error: unknown): void;
  /** Told what an operator should know, in a sentence. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
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
  { searchFile, onError, onNotice }: ModelOptions,
): Promise<Models | Refusal> {
  const model = languageModelFrom(environment);
  if (isRefusal(model)) return model;
  const speech = await speechFrom(environment);
  if (isRefusal(speech)) return speech;
  const settings = embedderSettingsFrom(environment);
  if (isRefusal(settings)) return settings;
  const embedder = await chooseEmbedder(settings);
  if (isRefusal(embedder)) return embedder;
  if (speech !== undefined) onNotice?.(speech.sentence);
  return {
    search: new SearchIndex({ file: searchFile, embedder, onError }),
    languageModel: model === undefined ? undefined : languageModel(model),
    speechModel: speech?.model,
  };
}
