import type { Refusal } from '../../shared/kernel/refusal.ts';
import { boundedFetch } from '../../shared/node/http/bounded-fetch.ts';

/** A model that turns speech into text. Only a relay that was configured with one has it. */
export interface SpeechModel {
  /** The words in an audio file; empty for silence. Rejects when the model does not answer in time. */
  transcribe(audio: Buffer): Promise<string>;
  /**
   * The samples in a piece of audio, or why they cannot be had. Undefined, and without it, the file goes to the model as it comes.
   */
  decode?(file: Buffer): Promise<Int16Array | Refusal | undefined>;
  /** Ends what it has running on this machine. */
  close?(): void;
}

/** A model at a server that speaks OpenAI's interface. */
export interface SpeechModelSettings {
  readonly model: string;
  /** The address of the server; OpenAI's own without it. */
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

const answerTimeoutMs = 30_000;

/** A model at a server. The library is loaded with the first words. */
export function speechModel({ model, url, key }: SpeechModelSettings): SpeechModel {
  return {
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
