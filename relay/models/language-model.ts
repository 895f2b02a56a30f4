import type { LanguageModel } from '../../shared/models/language-model.ts';
import { boundedFetch } from '../../shared/node/http/bounded-fetch.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { isModelClient, providersSentence } from '../../shared/node/model-clients.ts';
import { ModelUnanswered } from './model-unanswered.ts';
import type { SpeechModelSettings } from './speech-model.ts';

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
      const asked = generateText({
        model: await modelOf(settings),
        system: instructions,
        prompt: text,
        maxOutputTokens: outputTokens,
        maxRetries: 1,
        abortSignal: AbortSignal.timeout(answerTimeoutMs),
      });
      const answer = await asked.catch((error: unknown) => {
        throw new ModelUnanswered(settings.model, error);
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

type Environment = Readonly<Record<string, string | undefined>>;

const modelVariables = {
  provider: 'COORD_LLM_PROVIDER',
  url: 'COORD_LLM_URL',
  model: 'COORD_LLM_MODEL',
  key: 'COORD_LLM_KEY',
} as const;

/** The language model that the environment names; undefined without one. Refused with a ValidationError: half of one. */
export function languageModelFrom(
  environment: Environment,
): LanguageModelSettings | undefined | Refusal {
  const provider = environment[modelVariables.provider] || undefined;
  const model = environment[modelVariables.model] || undefined;
  const url = environment[modelVariables.url] || undefined;
  const key = environment[modelVariables.key] || undefined;
  if ([provider, model, url, key].every((one) => one === undefined)) return undefined;
  if (provider === 'none') return undefined;
  if (isModelClient(provider)) {
    return invalid(
      `${modelVariables.provider}=${provider} is for the daemon on a developer's machine. A relay takes anthropic or openai-compatible.`,
    );
  }
  if (provider !== 'anthropic' && provider !== 'openai-compatible') {
    return invalid(providersSentence);
  }
  if (model === undefined) return invalid(`${modelVariables.model} must name the model.`);
  const needed = provider === 'anthropic' ? key : url;
  if (needed === undefined) {
    const variable = provider === 'anthropic' ? modelVariables.key : modelVariables.url;
    return invalid(`The provider ${provider} needs ${variable}.`);
  }
  if (!isAddress(url)) {
    return invalid(`${modelVariables.url} must be an address, such as http://127.0.0.1:11434/v1`);
  }
  return { provider, model, url, key };
}

const speechVariables = {
  url: 'COORD_SPEECH_URL',
  model: 'COORD_SPEECH_MODEL',
  key: 'COORD_SPEECH_KEY',
} as const;

/** The speech model that the environment names; undefined without one. Refused with a ValidationError: half of one. */
export function speechModelFrom(
  environment: Environment,
): SpeechModelSettings | undefined | Refusal {
  const model = environment[speechVariables.model] || undefined;
  const url = environment[speechVariables.url] || undefined;
  const key = environment[speechVariables.key] || undefined;
  if (model === undefined && url === undefined) return undefined;
  if (model === undefined) return invalid(`${speechVariables.model} must name the model.`);
  if (url === undefined && key === undefined) {
    return invalid(
      `A speech model needs ${speechVariables.url}, or OpenAI's ${speechVariables.key}.`,
    );
  }
  if (!isAddress(url)) {
    return invalid(`${speechVariables.url} must be an address, such as http://127.0.0.1:8000/v1`);
  }
  return { model, url, key };
}

/** `localhost:1234` is a URL too, of a scheme that nobody speaks. */
function isAddress(url: string | undefined): boolean {
  return url === undefined || (URL.canParse(url) && /^https?:\/\//i.test(url));
}

function invalid(message: string): Refusal {
  return refuse('ValidationError', message);
}
