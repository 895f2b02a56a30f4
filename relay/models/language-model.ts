import type { LanguageModel } from '../../shared/models/language-model.ts';
import { boundedFetch } from '../../shared/node/http/bounded-fetch.ts';

export interface LanguageModelSettings {
  readonly provider: 'anthropic' | 'openai-compatible';
  readonly model: string;
  /** The address of the server; Anthropic's own without it. */
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

const answerTimeoutMs = 30_000;
/** Of an answer of a few sentences. */
const usualTokens = 1_000;

/** The model that the settings name. The library is loaded at the first question. */
export function languageModel(settings: LanguageModelSettings): LanguageModel {
  return {
    name: settings.model,
    async complete(instructions, text, { outputTokens } = { outputTokens: usualTokens }) {
      const { generateText } = await import('ai');
      const answer = await generateText({
        model: await modelOf(settings),
        system: instructions,
        prompt: text,
        maxOutputTokens: outputTokens,
        maxRetries: 1,
        abortSignal: AbortSignal.timeout(answerTimeoutMs),
      });
      return answer.text.trim();
    },
  };
}

async function modelOf({ provider, model, url, key }: LanguageModelSettings) {
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({
      fetch: boundedFetch,
      ...(key !== undefined && { apiKey: key }),
      ...(url !== undefined && { baseURL: url }),
    })(model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const named = { name: 'openai-compatible', baseURL: url ?? '', fetch: boundedFetch };
  return createOpenAICompatible({ ...named, ...(key !== undefined && { apiKey: key }) })(model);
}
