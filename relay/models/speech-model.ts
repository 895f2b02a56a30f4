import { boundedFetch } from '../../shared/node/bounded-fetch.ts';

/** A model that turns speech into text. Only a relay that was configured with one has it. */
export interface SpeechModel {
  readonly name: string;
  /** The words in an audio file; empty for silence. Rejects when the model does not answer in time. */
  transcribe(audio: Buffer): Promise<string>;
}

export interface SpeechModelSettings {
  readonly model: string;
  /** The address of a server that speaks OpenAI's interface; OpenAI's own without it. */
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

const answerTimeoutMs = 30_000;

/** The model that the settings name. The library is loaded with the first words. */
export function speechModel({ model, url, key }: SpeechModelSettings): SpeechModel {
  return {
    name: model,
    async transcribe(audio) {
      const { experimental_transcribe: transcribe, NoTranscriptGeneratedError } =
        await import('ai');
      const { createOpenAI } = await import('@ai-sdk/openai');
      const provider = createOpenAI({
        apiKey: key ?? '',
        fetch: boundedFetch,
        ...(url !== undefined && { baseURL: url }),
      });
      try {
        const answer = await transcribe({
          model: provider.transcription(model),
          audio,
          maxRetries: 1,
          abortSignal: AbortSignal.timeout(answerTimeoutMs),
        });
        return answer.text.trim();
      } catch (error) {
        if (NoTranscriptGeneratedError.isInstance(error)) return '';
        throw error;
      }
    },
  };
}
