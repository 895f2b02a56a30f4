import type { MachineClock } from '../shared/kernel/clock.ts';
import type { Tier } from '../shared/contract/tiers.ts';
import type { Durations } from '../shared/sessions/rules.ts';
import type { IdentityProvider } from './auth/identity-provider.ts';
import type { TranscriptReader } from './meetings/reading/read.ts';
import type { LanguageModel } from '../shared/models/language-model.ts';
import type { SearchPort } from './search/port.ts';
import type { RelayConnectionLimits } from './transport/connection-limits.ts';
import type { SpeechModel } from './models/speech-model.ts';

/** The settings of a relay, parsed and validated. */
export interface RelayOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** `postgres://...`, or the path of the SQLite file. */
  readonly database: string;
  /** Aborted by who no longer wants the relay while it waits for its database. */
  readonly stop?: AbortSignal | undefined;
  readonly durations?: Durations;
  /** Of new workspaces, and of users who are in none (LIM-1). */
  readonly defaultTier?: Tier;
  readonly identityProvider?: IdentityProvider | undefined;
  readonly clock?: MachineClock;
  /** In place of the defaults (CON-5, CON-6, CON-7). */
  readonly connections?: Partial<RelayConnectionLimits> | undefined;
  readonly residentBytes?: () => number;
  /** The search index. The relay closes it. */
  readonly search: SearchPort;
  /** Answers questions and proposes decisions; without one the relay shows passages and proposes nothing. */
  readonly languageModel?: LanguageModel | undefined;
  /** Reads transcripts without a language model, where it is called; unless said, the built-in reader in a thread of its own. */
  readonly transcriptReader?: TranscriptReader | undefined;
  /** Transcribes the audio of meetings; without one a relay takes only their text. */
  readonly speechModel?: SpeechModel | undefined;
  readonly onError?: (error: unknown) => void;
  /** Told what an operator should know, in a sentence (RSV-20). */
  readonly onNotice?: (sentence: string) => void;
}
