import type { Clock } from '../shared/kernel/clock.ts';
import type { Durations } from '../shared/sessions/rules.ts';
import { refuse, type Refusal } from '../shared/kernel/refusal.ts';
import type { IdentityProvider } from './auth/service.ts';
import type { LanguageModel, LanguageModelSettings } from './models/language-model.ts';
import type { SearchPort } from './search/port.ts';
import type { SpeechModel, SpeechModelSettings } from './models/speech-model.ts';

/** Everything a relay needs to know, parsed. */
export interface RelayOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** `postgres://...`, or the path of the SQLite file. */
  readonly database: string;
  readonly durations?: Durations;
  readonly identityProvider?: IdentityProvider | undefined;
  readonly clock?: Clock;
  /** How long events are kept for followers that resume; milliseconds. */
  readonly eventRetentionMs?: number;
  readonly residentBytes?: () => number;
  /** Where records are searched; words in memory without one. The relay closes it. */
  readonly search?: SearchPort;
  /** Answers questions and proposes decisions; without one the relay shows passages and proposes nothing. */
  readonly languageModel?: LanguageModel | undefined;
  /** Writes down the audio of meetings; without one a relay takes only their text. */
  readonly speechModel?: SpeechModel | undefined;
  readonly onError?: (error: unknown) => void;
}

export const defaultEventRetentionMs = 30 * 24 * 60 * 60_000;

const modelVariables = {
  provider: 'COORD_LLM_PROVIDER',
  url: 'COORD_LLM_URL',
  model: 'COORD_LLM_MODEL',
  key: 'COORD_LLM_KEY',
} as const;

/** The language model that the environment names; undefined without one. Refused with a ValidationError: half of one. */
export function languageModelFrom(
  environment: Readonly<Record<string, string | undefined>>,
): LanguageModelSettings | undefined | Refusal {
  const provider = environment[modelVariables.provider] || undefined;
  const model = environment[modelVariables.model] || undefined;
  const url = environment[modelVariables.url] || undefined;
  const key = environment[modelVariables.key] || undefined;
  if (provider === undefined && model === undefined) return undefined;
  if (provider !== 'anthropic' && provider !== 'openai-compatible') {
    return invalid(`${modelVariables.provider} must be anthropic or openai-compatible.`);
  }
  if (model === undefined) return invalid(`${modelVariables.model} must name the model.`);
  const needed = provider === 'anthropic' ? key : url;
  if (needed === undefined) {
    const variable = provider === 'anthropic' ? modelVariables.key : modelVariables.url;
    return invalid(`The provider ${provider} needs ${variable}.`);
  }
  if (url !== undefined && !URL.canParse(url)) {
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
  environment: Readonly<Record<string, string | undefined>>,
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
  if (url !== undefined && !URL.canParse(url)) {
    return invalid(`${speechVariables.url} must be an address, such as http://127.0.0.1:8000/v1`);
  }
  return { model, url, key };
}

function invalid(message: string): Refusal {
  return refuse('ValidationError', message);
}
